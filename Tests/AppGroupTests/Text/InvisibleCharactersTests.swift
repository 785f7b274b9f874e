import TestSupport
import Testing

@testable import AppGroup

@Suite("Invisible characters")
struct InvisibleCharactersTests {
    @Test(
        "A name, version, key or URL with an invisible character that has no effect is refused",
        arguments: [
            "In\u{200B}box", "In\u{2060}box", "In\u{200D}box", "In\u{200C}box", "In\u{34F}box", "In\u{3164}box",
            "In\u{FEFF}box", "In\u{AD}box", "In\u{115F}box", "In\u{1160}box", "In\u{FFA0}box", "In\u{180E}box",
            "In\u{180B}box", "In\u{17B4}box", "In\u{2061}box", "In\u{206A}box", "In\u{FFF9}box", "In\u{1BCA0}box",
            "In\u{1D173}box", "In\u{1D159}box", "In\u{2800}box", "In\u{FE00}box", "In\u{E0041}box", "In\u{E0100}box",
            "In\u{E0FFF}box", "In\u{FFFE}box", "Inbox\u{FE0F}", "Inbox\u{200D}", "\u{200D}Inbox", "\u{FE0F}Inbox",
            "Inbox1\u{FE0F}", "Inbox\u{2800}", "Inbox\u{3164}", "\u{3164}\u{3164}", "👩\u{200D}", "\u{200D}👩",
            "👩\u{200D}Inbox", "👩\u{200D}\u{1F3FB}", "👩\u{FE0F}\u{FE0F}", "🏴\u{E0061}\u{E007F}", "葛\u{E0100}\u{E0100}",
            "ن\u{200C}", "\u{200C}ن", "ا\u{200C}ن", "ن\u{200C}Inbox", "ن\u{200D}ن", "ক\u{200D}\u{9CD}ষ",
            "⠁\u{2800}\u{2800}⠃",
        ])
    func areRefused(text: String) throws {
        for error in [
            #expect(throws: AppGroupError.self) { try AppName(text) },
            #expect(throws: AppGroupError.self) { try AppVersion(text) },
            #expect(throws: AppGroupError.self) { try FieldKey(text) },
            #expect(throws: AppGroupError.self) { try AppURL("inbox:\(text)") },
        ] {
            #expect(error?.code == .invalidValue)
            #expect(error.map { PlainText.firstHarmful(in: $0.description) == nil } == true)
        }
    }

    @Test(
        "Joiners, selectors and tags may be where a script or an emoji needs them",
        arguments: [
            "می\u{200C}خواهم", "کتاب\u{200C}ها", "خانه\u{200C}ای", "क्\u{200D}ष", "क्\u{200C}ष", "ශ්\u{200D}රී",
            "ক্\u{200D}", "র\u{200D}\u{9CD}যাম", "ರ\u{200D}\u{CCD}ಕ", "ക്\u{200C}", "ᠠ\u{180B}", "ᠬᠠᠨ\u{180E}ᠠ",
            "👩🏻\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}👩🏼", "🏳\u{FE0F}\u{200D}🌈", "👁\u{FE0F}\u{200D}🗨\u{FE0F}",
            "1\u{FE0F}\u{20E3}",
            "❤\u{FE0E}", "⚡\u{FE0F}", "Shop™\u{FE0F}", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "葛\u{E0100}城", "免\u{FE00}", "≨\u{FE00}", "က\u{FE00}", "⠁\u{2800}⠃", "नमस्ते", "שָׁלוֹם", "e\u{301}\u{323}",
        ])
    func areNeeded(text: String) throws {
        #expect(try AppName(text).description.utf8.elementsEqual(text.utf8))
        #expect(try AppURL("inbox:\(text)").description.utf8.elementsEqual("inbox:\(text)".utf8))
    }

    @Test("No character that Unicode calls ignorable may be between two Latin letters")
    func ignorable() {
        let accepted = (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter {
            $0.properties.isDefaultIgnorableCodePoint && (try? AppName("In\($0)box")) != nil
        }
        #expect(accepted.isEmpty)
    }

    @Test("A stored name with invisible characters shows their numbers and keeps to the limit")
    func storedNames() throws {
        #expect(try AppName(stored: "In\u{200B}box").description == "InU+200Bbox")
        #expect(try AppName(stored: "\u{3164}").description == "U+3164")
        #expect(try AppVersion(stored: "1\u{2060}").description == "1U+2060")
        #expect(try AppName(stored: "می\u{200C}خواهم").description == "می\u{200C}خواهم")
        let longest = try AppName(stored: String(repeating: "\u{200B}", count: 85))
        #expect(longest.description.utf8.count == 256)
        #expect(try AppName(longest.description) == longest)
        #expect(throws: AppGroupError.self) { try AppName(stored: "a\u{202E}b") }
        #expect(throws: AppGroupError.self) { try AppName(stored: " ") }
    }

    @Test("Text that an earlier release stored with invisible characters is still read", .ownGroup)
    func storedRows() async throws {
        let group = TestGroup.current
        var app = try group.app("inbox", schemes: ["inbox"])
        app.actions = [AppAction(id: "newest", name: "Newest", url: "inbox:newest")]
        app.fields = ["key": 1]
        try group.registry.register(app)
        _ = try await Sqlite3.query(
            """
            UPDATE app SET name = 'In' || char(8203) || 'box'; UPDATE action SET url = 'inbox:' || char(8203);
            UPDATE field SET key = 'key' || char(8203)
            """)
        for entry in [try group.registry.apps().first, try group.registry.app(app.id)] {
            let record = try #require(entry).record
            #expect(record.name.description == "InU+200Bbox")
            #expect(record.actions.map(\.url.description) == ["inbox:\u{200B}"])
            #expect(record.fields.keys.map(\.description) == ["key\u{200B}"])
        }
    }
}
