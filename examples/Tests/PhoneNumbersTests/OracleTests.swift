import ExamplesTestSupport
import Foundation
import PhoneNumbers
import TestSupport
import Testing

/// PyPI `phonenumbers`, a port of Google's libphonenumber with all its numbering plans.
@Suite("Comparison with phonenumbers")
struct OracleTests {
    private struct Answer: Decodable {
        var text: String
        /// The number in E.164; nil if it can't be one.
        var e164: String?
        var kind: String?
        var ext: String?
        /// The digits of the national form.
        var national: String?
    }

    private func ask(_ mode: String, _ texts: [String] = []) throws -> [Answer] {
        let folder = try TemporaryFolder("phones")
        let file = try folder.write("texts", JSONEncoder().encode(texts))
        let result = try Program(executable: PostersOracle.python).run([Python.path(of: "phones.py"), mode, file])
        withExtendedLifetime(folder) {}
        try #require(result.status == 0, "\(result.errors)")
        return try JSONDecoder().decode([Answer].self, from: Data(result.output.utf8))
    }

    /// A number of Ukraine, in one of the usual ways of writing it.
    private func written(_ random: inout RandomSource) -> String {
        let codes = [
            "31", "38", "44", "48", "50", "63", "66", "67", "68", "73", "93", "99", "80", "90", "89", "79", "77",
        ]
        let code = random.isOnce(in: 6) ? "\(3 + random.below(7))\(random.below(10))" : random.pick(codes)
        var digits = Array(code) + (0..<7).map { _ in Character("\(random.below(10))") }
        if random.isOnce(in: 12) { digits.removeLast(1 + random.below(4)) }
        if random.isOnce(in: 12) { digits += (0...random.below(6)).map { _ in Character("\(random.below(10))") } }
        var text = random.pick(["+380", "+380 ", "0", "0", "00380", "+38 0", "(0", "380", "+380 (0)", ""])
        let opensParenthesis = text == "(0"
        for (place, digit) in digits.enumerated() {
            if place == 2, opensParenthesis { text += ") " }
            if place >= 2, random.isOnce(in: 3) { text += random.pick(["-", " ", ".", "–", "\u{A0}"]) }
            text.append(digit)
        }
        if random.isOnce(in: 8) {
            text += random.pick([" ext. ", " x", "#", ";ext=", " доб. "]) + "\(1 + random.below(999))"
        }
        return text
    }

    @Test("Thousands of random numbers of Ukraine are read as by phonenumbers")
    func ukraine() throws {
        var random = RandomSource(seed: 20)
        let texts = (0..<6000).map { _ in written(&random) }
        var (read, refused) = (0, 0)
        for answer in try ask("read", texts) {
            // The trunk prefix of before 2009 is a rule of ours alone.
            let digits = answer.text.prefix { !$0.isLetter && !"#;".contains($0) }.filter(\.isNumber)
            if digits.hasPrefix("80"), digits.count == 11 { continue }
            let number = try? PhoneNumber(parsing: answer.text)
            if let number {
                read += 1
                #expect(number.e164 == answer.e164, "\(answer.text)")
                #expect(number.kind?.rawValue == answer.kind, "\(answer.text)")
                #expect(number.extension == answer.ext, "\(answer.text)")
                #expect(number.national.filter(\.isNumber) == answer.national, "\(answer.text)")
            } else {
                refused += 1
                // What can't be dialed may still have a possible length for phonenumbers. No valid number is refused.
                #expect(answer.kind == nil, "\(answer.text) is refused, and is \(answer.e164 ?? "")")
            }
        }
        #expect(read > 4000 && refused > 300, "\(read) were read, \(refused) refused")
    }

    @Test("A number of every country and kind is read as by phonenumbers, in three forms")
    func countries() throws {
        let answers = try ask("examples")
        #expect(answers.count > 3000)
        for answer in answers {
            let number = try? PhoneNumber(parsing: answer.text)
            #expect(number?.e164 == answer.e164, "\(answer.text)")
        }
    }

    @Test("The assigned country codes are those that phonenumbers knows")
    func countryCodes() throws {
        let known = Set(try ask("codes").map(\.text))
        #expect(known.count > 200)
        for code in (1...999).map(String.init) {
            let number = try? PhoneNumber(parsing: "+\(code)555123456")
            // A code of three digits may continue one of one or two.
            let isKnown = (1...3).contains { known.contains(String((code + "555").prefix($0))) }
            if code == "380" { continue }
            #expect((number != nil) == isKnown, "\(code)")
            if known.contains(code) { #expect(number?.countryCode == Int(code)) }
        }
    }
}
