import AppGroup
import Foundation
import TestSupport
import Testing
import ToolDatabase

@testable import fund

@Suite("Searching funds")
struct SearchTests {
    @Test(
        "A text of any script and length is found, and every character stands for itself",
        arguments: [
            ("基金", "日本の基金です"), ("фо", "Мой ФОНД"), ("ФОНД", "мой фонд"), ("50%", "rise of 50% a year"),
            ("5_0", "code 5_0"), ("基", "基"), ("\"", "a \"quoted\" word"), ("a\"b\"c", "xa\"b\"cx"), ("*", "a * b"),
            ("😀", "smile 😀"),
            ("ÄÖ", "xäöx"), ("STRASSE", "Straße"), ("σοφος", "ΣΟΦΟΣ σοφος"), ("AND NOT", "this and not that"),
            ("'", "it's"),
            ("financial office", "ﬁnancial oﬃce"), ("istanbul", "İSTANBUL"), ("İstanbul", "istanbul"), ("ISI", "ısı"),
            ("strasse", "STRAẞE"), ("two lines", "two\nlines"), ("\\", "a\\b"), ("-", "a-b"), ("NEAR(", "near("),
        ])
    func finds(text: String, note: String) async throws {
        let anna = try Investor()
        try await anna.succeed("new", "Equity")
        try await anna.succeed("note", "add", "Equity", "Other", input: "Nothing of that kind here: 5x0, 500, fund.\n")
        try await anna.succeed("note", "add", "Equity", "Right", input: "\(note)\n")
        #expect(try await anna.records("search", "--", text).map { $0[2] } == ["Right"])
    }

    @Test(
        "The text of a file is found in whatever encoding the file is",
        arguments: [
            ("Прибыль фонда", String.Encoding.windowsCP1251, []), ("Gebühren für Anteile", .windowsCP1252, []),
            ("Прибыль фонда", .utf8, [0xEF, 0xBB, 0xBF]), ("Yield of 基金", .utf16LittleEndian, [0xFF, 0xFE]),
            ("Yield of 基金", .utf16BigEndian, [0xFE, 0xFF]), ("Прибыль фонда", .utf8, []),
        ] as [(String, String.Encoding, [UInt8])])
    func encodings(text: String, encoding: String.Encoding, mark: [UInt8]) async throws {
        let anna = try Investor()
        try await anna.succeed("new", "Equity")
        let bytes = try #require(text.data(using: encoding))
        try (Data(mark) + bytes).write(to: anna.root.appending(path: "Equity/report.csv"))
        try await anna.succeed("scan")
        #expect(try await anna.records("search", text).map { $0[2] } == ["Equity/report.csv"])
    }

    @Test(
        "A few broken bytes don't hide the rest of a text in UTF-8",
        arguments: [
            (String(repeating: "Прибыль компании за год. ", count: 50), [0xFF], "Прибыль"),
            ("Umsatz Größe Zürich caf", [0xE9], "Größe"),
        ] as [(String, [UInt8], String)])
    func brokenBytes(text: String, end: [UInt8], wanted: String) async throws {
        let anna = try Investor()
        try await anna.succeed("new", "Equity")
        try (Data(text.utf8) + Data(end)).write(to: anna.root.appending(path: "Equity/report.csv"))
        try await anna.succeed("scan")
        #expect(try await anna.records("search", wanted).map { $0[2] } == ["Equity/report.csv"])
    }

    @Test("Each area is searched alone if the user wants that, and the newest comes first")
    func areas() async throws {
        let anna = try Investor()
        try await anna.succeed("new", "Equity")
        try anna.write("yield", to: "data/fund/Equity/yield.txt")
        try await anna.succeed("scan")
        try await anna.succeed("note", "add", "Equity", "A note", input: "yield\n")
        #expect(try await anna.records("search", "yield", "--in", "files").map { $0[0] } == ["file"])
        #expect(try await anna.records("search", "yield", "--in", "notes").map { $0[0] } == ["note"])
        #expect(try await anna.records("search", "yield").count == 2)
        #expect(try await anna.fund("search", "yield", "--in", "news").ending == .exit(66))
        #expect(try await anna.fund("search", " ").ending == .exit(64))
        let limited = try await anna.succeed("search", "yield", "--limit", "1")
        #expect(limited.errors.contains("--limit 10"))
    }

    @Test("The index finds the same as a look at every text, for random texts of several scripts")
    func random() throws {
        var source = RandomSource(seed: 19)
        let alphabet = Array("aAbB ыЫф%_\"'基金é\nß".unicodeScalars)
        func text(_ length: Int) -> String {
            String(String.UnicodeScalarView((0..<length).map { _ in source.pick(alphabet) }))
        }
        let folder = try TemporaryFolder("fund-search")
        defer { withExtendedLifetime(folder) {} }
        let store = try Store(root: folder.path)
        var texts: [Int64: String] = [:]
        try store.database.transaction {
            for owner in Int64(1)...300 {
                texts[owner] = text(source.below(60))
                try store.index(.note, owner, date: Timestamp(seconds: owner), texts[owner]!)
            }
            // Changed and removed texts leave nothing in the index.
            for owner in stride(from: Int64(1), through: 300, by: 3) {
                texts[owner] = text(source.below(60))
                try store.index(.note, owner, date: Timestamp(seconds: owner), texts[owner]!)
            }
            for owner in stride(from: Int64(2), through: 300, by: 7) {
                texts[owner] = nil
                try store.database.run("DELETE FROM texts WHERE owner = ?", .integer(owner))
            }
        }
        for _ in 0..<400 {
            let wanted =
                source.isOnce(in: 2)
                ? text(1 + source.below(6))
                : {
                    let scalars = Array(texts.values.sorted()[source.below(texts.count)].unicodeScalars)
                    guard scalars.count > 1 else { return "a" }
                    let start = source.below(scalars.count)
                    return String(
                        String.UnicodeScalarView(scalars[start..<min(scalars.count, start + 1 + source.below(50))]))
                }()
            let folded = wanted.folded
            let expected = texts.filter { contains($0.value.folded, folded) }.keys.sorted(by: >)
            let found = try store.search(wanted, in: nil, limit: 1000).map(\.owner)
            #expect(found == expected, "\(wanted)")
        }
        try store.database.run("INSERT INTO trigrams(trigrams) VALUES('integrity-check')")
    }

    @Test("Letters are folded alike whether they are composed with their marks or not")
    func composition() {
        let letters = [0xC0...0x24F, 0x370...0x4FF, 0x1E00...0x1EFF, 0xAC00...0xD7A3].joined().compactMap {
            Unicode.Scalar($0)
        }
        for letter in letters {
            // Foundation decomposes and composes independently of what is tested.
            let decomposed = String(letter).decomposedStringWithCanonicalMapping
            let expected = decomposed.folded.precomposedStringWithCanonicalMapping
            #expect(
                Array(decomposed.folded.unicodeScalars) == Array(expected.unicodeScalars),
                "U+\(String(letter.value, radix: 16))")
        }
    }

    @Test("A text is found however its letters are composed, even if an earlier version of fund has folded it")
    func foundDecomposed() async throws {
        let anna = try Investor()
        let store = try Store(root: anna.root.path)
        for (owner, text) in ["Café de Paris", "Юрий", "Tiếng Việt", "한국어"].enumerated() {
            let decomposed = text.decomposedStringWithCanonicalMapping
            try store.index(.note, Int64(owner), date: Timestamp(seconds: 1), decomposed)
            try store.index(.file, Int64(owner), date: Timestamp(seconds: 0), text)
            for wanted in [text, decomposed, text.uppercased()] {
                #expect(
                    try store.search(wanted, in: nil, limit: 9).map(\.owner) == [Int64(owner), Int64(owner)],
                    "\(wanted)")
            }
            #expect(Excerpt.of("long \(decomposed) ago ", around: text.folded).contains(text))
        }
        try store.database.run(
            "UPDATE texts SET folded = ? WHERE kind = 1 AND owner = 0", .text("cafe\u{301} de paris"))
        try store.database.run(
            script: """
                DROP TRIGGER sync_files_rewritten;
                DROP TRIGGER files_changed;
                ALTER TABLE files DROP COLUMN nanoseconds;
                ALTER TABLE files DROP COLUMN sha256;
                ALTER TABLE sync_objects DROP COLUMN is_uploaded;
                ALTER TABLE sync_objects DROP COLUMN forgotten;
                PRAGMA user_version = 4;
                """)
        let later = try Store(root: anna.root.path)
        #expect(try later.search("CAFÉ", in: nil, limit: 9).count == 2)
    }

    @Test("Ligatures, İ and ı are found by what people type, even if an earlier version of fund has folded them")
    func foundLigatures() throws {
        let anna = try Investor()
        let store = try Store(root: anna.root.path)
        for owner in Int64(1)...3 { try store.index(.note, owner, date: Timestamp(seconds: owner), "to be replaced") }
        try store.database.run("UPDATE texts SET folded = ? WHERE owner = 1", .text("i\u{307}stanbul kadıköy"))
        try store.database.run("UPDATE texts SET folded = ? WHERE owner = 2", .text("ﬁnancial \u{FB03}ce"))
        try store.database.run("UPDATE texts SET folded = ? WHERE owner = 3", .text("straße polı\u{301}tica"))
        try store.database.run(script: "PRAGMA user_version = 9")
        let later = try Store(root: anna.root.path)
        for (wanted, owner) in [
            ("istanbul", 1), ("İSTANBUL", 1), ("KADIKÖY", 1), ("financial", 2), ("ﬃ", 2),
            ("STRAẞE", 3), ("política", 3),
        ] as [(String, Int64)] {
            #expect(try later.search(wanted, in: nil, limit: 9).map(\.owner) == [owner], "\(wanted)")
        }
        try later.database.run("INSERT INTO trigrams(trigrams) VALUES('integrity-check')")
        let far = String(repeating: "far ", count: 30)
        for wanted in ["office", "ice", "fice"] { #expect(Excerpt.of(far + "oﬃce", around: wanted).hasSuffix("oﬃce")) }
    }

    /// Compares scalars, as the store does.
    private func contains(_ text: String, _ part: String) -> Bool {
        let (text, part) = (Array(text.utf8), Array(part.utf8))
        guard part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }

    @Test("An excerpt shows the text that was found, in one harmless line")
    func excerpt() {
        let text =
            String(repeating: "word ", count: 100) + "The  ФОНД\ngrew\u{1B}" + String(repeating: " word", count: 100)
        let excerpt = Excerpt.of(text, around: "фонд grew")
        #expect(excerpt.contains("The ФОНД grew") && excerpt.hasPrefix("…") && excerpt.hasSuffix("…"))
        #expect(!excerpt.contains("\n"))
        #expect(Excerpt.of("short", around: "nothing") == "short")
    }
}
