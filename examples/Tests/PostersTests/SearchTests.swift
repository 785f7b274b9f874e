import AppGroup
import Foundation
import TestSupport
import Testing
import ToolDatabase
import ToolProgram
import ToolSupport

@testable import posters

@Suite("What posters finds in its store")
struct SearchTests {
    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder("posters-store")
        store = try Store(folder: folder.path)
    }

    private func put(
        _ number: Int64, phones: [String] = ["+380441234567"], company: String = "ТОВ «Ромашка»",
        comment: String? = nil,
        place: Place = Place(lat: 50.4501, long: 30.5234), version: Int64? = nil, status: ReportStatus = .new,
        isWithdrawn: Bool = false
    ) throws {
        let moment = Moment(Timestamp(seconds: 1_790_000_000 + number))
        var report = Report(
            number: number, version: version ?? number, status: status, filed: moment, updated: moment, place: place,
            district: .init(code: "podil", name: "Подол"), type: .init(code: "other", name: "Other"), photos: [],
            phones: phones.map { .init(number: $0, written: $0, blocked: false) }, company: company, comment: comment)
        report.deletionWanted = isWithdrawn
        try store.database.transaction { try store.put(report) }
    }

    private func find(_ text: String) throws -> [Int64] { try store.search(text, limit: 100).map(\.number) }

    @Test("Digits are found in phone numbers as printed, in national and international form, and in report numbers")
    func digits() throws {
        try put(1)
        try put(4123, phones: ["+380671110022"])
        #expect(try find("41") == [4123, 1] && find("4123") == [4123, 1])
        #expect(try find("044 123-45") == [1] && find("+380 44") == [1] && find("00") == [4123])
        #expect(try find("8(044)123-45-67") == [1] && find("0038044 123 45 67") == [1])
        #expect(try find("99").isEmpty && find("9876543").isEmpty)
        // No match reaches from one number into the next.
        #expect(try find("412338067").isEmpty)
    }

    @Test("A report that is as old as the last sync and not stored was removed, so it is not stored again")
    func removed() throws {
        try store.set(.cursor, to: "10")
        try put(1, version: 10)
        try put(2, version: 11)
        #expect(try store.reports(Store.Filter(), limit: 9).map(\.number) == [2])
    }

    @Test(
        "A part of a number is found in every form in which people write it, from its beginning on",
        arguments: ["00380447777777", "+380 44 777 77 77", "8(044)777-77-77", "044 777 77 77"])
    func forms(form: String) throws {
        try put(1, phones: ["+380447777777"])
        try put(2, phones: ["+380671110022"])
        for length in 8...form.count { #expect(try find(String(form.prefix(length))) == [1], "\(length)") }
    }

    @Test(
        "Every character of a text stands for itself",
        arguments: [
            ("%", [2]), ("_", [3]), ("50%", [2]), ("o'b", [4]), ("<b>", [4]), ("\"", [4]), ("*", []),
        ] as [(String, [Int64])])
    func literal(text: String, numbers: [Int64]) throws {
        try put(1)
        try put(2, comment: "50% off")
        try put(3, comment: "a_b")
        try put(4, company: #""ТОВ", O'Brien <b>"#)
        #expect(try find(text) == numbers)
    }

    @Test("Words are found whatever the case of their letters, of any script and length")
    func words() throws {
        try put(1)
        try put(2, company: "Horns & Hooves")
        #expect(try find("РОМАШКА") == [1] && find("ма") == [1] && find("hooves") == [2])
        #expect(try find("подол") == [2, 1])
    }

    @Test("Ligatures, İ and ı are found by what people type, even if an earlier version of posters has folded them")
    func ligatures() throws {
        try put(1, company: "İstanbul Oﬃce")
        try store.database.run("UPDATE texts SET words = ?", .text("i\u{307}stanbul oﬃce kadıköy"))
        try store.database.run(script: "DROP TABLE edits; PRAGMA user_version = 3")
        let later = try Store(folder: folder.path)
        for text in ["istanbul", "İSTANBUL", "office", "kadiköy"] {
            #expect(try later.search(text, limit: 9).map(\.number) == [1], "\(text)")
        }
    }

    @Test(
        "A report that changes is found by its new words and no longer by its old ones, and an older state is ignored")
    func current() throws {
        try put(1, company: "Oldname")
        try put(1, company: "Newname", version: 9)
        try put(1, company: "Oldname", version: 3)
        #expect(try find("oldname").isEmpty && find("newname") == [1])
        try store.database.transaction { try store.remove(1) }
        #expect(try find("newname").isEmpty)
        #expect(try store.database.row("SELECT count(*) FROM areas") { $0.integer(0) } == 0)
    }

    @Test("The index agrees with a plain search over random texts")
    func oracle() throws {
        var random = RandomSource(seed: 20)
        let letters: [Character] = Array("абвxyz%_ 01")
        func word(_ lengths: ClosedRange<Int>) -> String {
            var text = "К"
            for _ in 0..<Int.random(in: lengths, using: &random) { text.append(letters.randomElement(using: &random)!) }
            return text
        }
        var texts: [Int64: String] = [:]
        for number in Int64(1)...300 {
            let text = word(1...12)
            texts[number] = text
            try put(number, phones: [], company: text)
        }
        for _ in 0..<200 {
            let text = word(1...4)
            let folded = text.folded
            let expected = texts.filter { "\($0.value) подол other".folded.contains(folded) }.keys.sorted(by: >)
            #expect(try store.search(text, limit: 1000).map(\.number) == expected, "\(text)")
        }
    }

    @Test("Reports near a place come by distance, even across the 180th meridian and at a pole")
    func near() throws {
        try put(1, place: Place(lat: 0, long: 179.999))
        try put(2, place: Place(lat: 0, long: -179.9995))
        try put(3, place: Place(lat: 89.9999, long: 10))
        try put(4, place: Place(lat: 0.01, long: 179.999))
        func near(_ latitude: Double, _ longitude: Double) throws -> [Int64] {
            try store.reports(
                near: Spot(latitude: latitude, longitude: longitude)!, meters: 250, limit: 10
            ).map(\.report.number)
        }
        #expect(try near(0, 180) == [2, 1] && near(0, -180) == [2, 1])
        #expect(try near(89.9999, -170) == [3])
        // The circle is widest nearer to the pole than its center is.
        try put(5, place: Place(lat: 89.1, long: 26.4))
        let found = try store.reports(near: Spot(latitude: 89, longitude: 0)!, meters: 50_000, limit: 10)
        #expect(found.map(\.report.number) == [5])
    }

    @Test(
        "Offenders are counted without rejected and withdrawn reports, and the limit is one for numbers and one for companies"
    )
    func offenders() throws {
        try put(1)
        try put(2)
        try put(3, phones: ["+380671110022"], company: "Other")
        try put(4, phones: ["+380671110022"], company: "Other", status: .rejected)
        try put(5, phones: ["+380671110022"], company: "Other", isWithdrawn: true)
        let all = try store.offenders(limit: 2)
        #expect(all.offenders.map(\.name) == ["+380441234567", "+380671110022", "ТОВ «Ромашка»", "Other"])
        #expect(all.offenders.map(\.reports) == [2, 1, 2, 1] && !all.hasMore)
        let most = try store.offenders(limit: 1)
        #expect(most.offenders.map(\.name) == ["+380441234567", "ТОВ «Ромашка»"] && most.hasMore)
    }
}
