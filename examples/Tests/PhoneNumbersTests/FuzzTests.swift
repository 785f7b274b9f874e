import PhoneNumbers
import TestSupport
import Testing

@Suite("Random phone numbers", .timeLimit(.minutes(20)))
struct FuzzTests {
    private static let examples = [
        "+380 44 123-45-67", "8(044)123-45-67", "00380441234567", "044 1234567 дод. 12", "+44 (0)20 7946 0018",
        "tel:+380441234567;ext=12", "٠٤٤١٢٣٤٥٦٧", "0800 500 500",
    ]

    @Test("A random text is refused with one line, or its number survives being written and read again")
    func texts() {
        MutatedTexts.each(4000, seed: 20, of: Self.examples, with: "0123456789+-() .#xдод;=lх\u{1B}\u{202E}٣\u{0}é") {
            text in
            do throws(PhoneNumberError) {
                let number = try PhoneNumber(parsing: text)
                #expect(6...15 ~= number.e164.utf8.count - 1, "\(text.debugDescription)")
                #expect(number.e164.dropFirst().utf8.allSatisfy { 0x30...0x39 ~= $0 })
                for form in [number.link, number.description] {
                    #expect(try PhoneNumber(parsing: form) == number, "\(text.debugDescription)")
                }
                if let pattern = PhonePattern(number.e164) {
                    #expect(pattern.matches(number, printedAs: text))
                }
            } catch {
                let harmful = error.description.unicodeScalars.first { $0.value < 0x20 || $0 == "\u{202E}" }
                #expect(harmful == nil, "\(text.debugDescription)")
            }
            _ = PhonePattern(text)
        }
    }
}
