import AppGroup
import Testing

@testable import AppGroupText

@Suite struct SafeTextTests {
    @Test(arguments: [
        "", "Inbox (3)", #"C:\new"#, "Входящие письма от всех, кто писал сегодня", "受信トレイ",
        "👩🏻‍❤️‍💋‍👩🏼 1️⃣ ❤︎ 🏳️‍🌈 🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁧󠁢󠁷󠁬󠁳󠁿", "می\u{200C}خواهم", "क्\u{200D}ष",
        "ශ්\u{200D}රී", "葛\u{E0100}", "e\u{301}\u{323}", "র\u{200D}\u{9CD}যাম", "کتاب\u{200C}ها", "\u{E0B0}", "\u{0601}٣",
    ])
    func `Ordinary text in any script is not changed`(text: String) {
        #expect(SafeText(text).description == text)
    }

    @Test(arguments: [
        ("\u{1B}[2J\u{1B}]0;owned\u{7}", "␛[2J␛]0;owned␇"),
        ("a\tb\nc\r\nd\0\u{7F}", "a␉b␊c␍␊d␀␡"),
        ("\u{9B}31m\u{85}", #"\u{9B}31m\u{85}"#),
        ("\u{202E}fdp.exe\u{2066}\u{2069}", #"\u{202E}fdp.exe\u{2066}\u{2069}"#),
        ("\u{200E}\u{200F}\u{61C}", #"\u{200E}\u{200F}\u{61C}"#),
        ("in\u{200B}box\u{2060}\u{FEFF}\u{AD}", #"in\u{200B}box\u{2060}\u{FEFF}\u{AD}"#),
        ("a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#),
        ("\u{3164}\u{115F}\u{FFF9}", #"\u{3164}\u{115F}\u{FFF9}"#),
    ])
    func `Characters that a terminal would interpret or hide are made visible`(text: String, shown: String) {
        #expect(SafeText(text).description == shown)
    }

    @Test(arguments: [
        ("a\u{200D}b", #"a\u{200D}b"#), ("👩\u{200D}", #"👩\u{200D}"#), ("👩\u{200D}a", #"👩\u{200D}a"#),
        ("in\u{200C}box", #"in\u{200C}box"#), ("\u{FE0F}", #"\u{FE0F}"#), ("a\u{FE0F}\u{FE0F}", #"a\u{FE0F}\u{FE0F}"#),
        ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}\\u{FE0F}"), ("کار\u{200C}", #"کار\u{200C}"#),
        ("in\u{34F}box", #"in\u{34F}box"#),
        ("Inbox\u{2800}", #"Inbox\u{2800}"#),
        ("x\u{E0061}\u{E007F}", #"x\u{E0061}\u{E007F}"#), ("🏴\u{E0061}\u{E007F}", #"🏴\u{E0061}\u{E007F}"#),
        ("\u{E0001}", #"\u{E0001}"#),
    ])
    func `Joiners, selectors and tags without an effect are made visible`(text: String, shown: String) {
        #expect(SafeText(text).description == shown)
    }

    @Test func `The characters refused in names are exactly the controls, separators and bidi controls of Unicode`() {
        for scalar in (0...0x10FFFF).compactMap(Unicode.Scalar.init) {
            let properties = scalar.properties
            let isHarmful =
                [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
                || properties.isBidiControl
            #expect(PlainText.disturbs(scalar) == isHarmful)
        }
    }

    @Test func `No control, bidi control, separator or noncharacter gets through the filter`() {
        let harmful = (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
            let properties = scalar.properties
            return [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
                || properties.isBidiControl || properties.isNoncharacterCodePoint
        }
        #expect(harmful.count == 65 + 2 + 12 + 66)
        for scalar in harmful {
            let shown = SafeText("a\(scalar)b").description
            #expect(!shown.unicodeScalars.contains(scalar))
            #expect(DisplayWidth.of(shown) == shown.unicodeScalars.count, "all of it can be seen")
        }
    }

    @Test(arguments: [("e", "\u{301}"), ("👩", "\u{200D}👩")])
    func `Endless marks and joiners have a width, so that they can be truncated`(base: String, more: String) {
        let text = base + String(repeating: more, count: 100_000)
        #expect(text.count == 1)
        #expect(SafeText(text).truncated(to: 20).description.unicodeScalars.count < 60)
    }

    @Test(arguments: [
        ("inbox", 5, "inbox"), ("inbox", 4, "inb…"), ("inbox", 1, "…"), ("inbox", 0, ""), ("inbox", -3, ""),
        ("", 0, ""),
        ("受信箱", 6, "受信箱"), ("受信箱", 5, "受信…"), ("受信箱", 4, "受…"), ("受信箱", 2, "…"),
        ("👩‍💻👩‍💻", 3, "👩‍💻…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("🇩🇪🇫🇷", 3, "🇩🇪…"), ("\u{1B}[31m", 3, "␛[…"),
    ])
    func `Text is truncated between grapheme clusters`(text: String, columns: Int, shown: String) {
        #expect(SafeText(text).truncated(to: columns).description == shown)
    }

    @Test(arguments: [
        ("inbox", 5, "inbox"), ("inbox", 4, "…box"), ("inbox", 1, "…"), ("inbox", 0, ""), ("inbox", -3, ""),
        ("受信箱", 5, "…信箱"), ("受信箱", 4, "…箱"), ("e\u{301}e\u{301}e\u{301}", 2, "…e\u{301}"), ("🇩🇪🇫🇷", 3, "…🇫🇷"),
    ])
    func `Text is truncated at its beginning between grapheme clusters`(text: String, columns: Int, shown: String) {
        #expect(SafeText(text).truncatedAtBeginning(to: columns).description == shown)
    }

    @Test(arguments: [
        ("inbox", 5, "inbox"), ("inbox", 4, "in…x"), ("inbox", 3, "i…x"), ("inbox", 2, "i…"), ("inbox", 1, "…"),
        ("inbox", 0, ""), ("inbox", -3, ""), ("Quarterly Report 2024", 13, "Quarte…t 2024"),
        ("受信箱受信箱", 7, "受信…箱"), ("受信箱受信箱", 6, "受…箱"), ("🇩🇪🇫🇷🇮🇹", 5, "🇩🇪…🇮🇹"),
        ("e\u{301}a\u{301}o\u{301}u\u{301}", 3, "e\u{301}…u\u{301}"),
    ])
    func `Text is truncated in its middle between grapheme clusters`(text: String, columns: Int, shown: String) {
        #expect(SafeText(text).truncatedInMiddle(to: columns).description == shown)
    }

    @Test(arguments: 2...40)
    func `Wrapped text loses only spaces, and no line is too wide`(columns: Int) {
        let text = "The store /srv/受信箱/registry.sqlite  is damaged (👩‍💻 🇩🇪): Почта, e\u{301}e\u{301}, 日历与提醒 and more."
        let lines = SafeText(text).wrapped(to: columns).map(\.description)
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        for line in lines {
            #expect(DisplayWidth.of(line) <= columns)
            #expect(line.last != " ")
        }
    }

    @Test(arguments: [
        ("a bc def", 80, ["a bc def"]), ("a bc def", 4, ["a bc", "def"]), ("a bc def", 2, ["a", "bc", "de", "f"]),
        ("a  b", 3, ["a", "b"]), ("受信箱", 1, ["…", "…", "…"]), ("", 3, [""]),
    ])
    func `Text is wrapped at spaces, and inside words that are too long`(
        text: String, columns: Int, lines: [String]
    ) {
        #expect(SafeText(text).wrapped(to: columns).map(\.description) == lines)
    }

    @Test(arguments: [
        ("plain", "plain"), ("a\tb", #"a\tb"#), ("a\nb\r\nc", #"a\nb\r\nc"#), (#"a\tb"#, #"a\\tb"#),
        ("\u{1B}[0m", "␛[0m"), ("\u{202E}", #"\u{202E}"#), ("Почта\t👩‍💻", #"Почта\t👩‍💻"#),
    ])
    func `A TSV field contains neither tabs nor line breaks`(text: String, field: String) {
        #expect(SafeText.tsv(text) == field)
    }
}
