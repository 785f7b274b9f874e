@testable import AppGroup
import Testing

@Suite("Values of fields")
struct FieldValueTests {
    @Test("A value may be any text up to 64 KiB")
    func accepts() throws {
        for text in ["", "a\nb\t\u{1B}", "é", String(repeating: "x", count: 65_536)] {
            try FieldValue.string(text).check(for: "key")
        }
    }

    @Test("A value with U+0000, or one that is too long, is refused")
    func refuses() {
        for text in ["\0", "a\0b", String(repeating: "x", count: 65_537)] {
            let error = #expect(throws: AppGroupError.self) { try FieldValue.string(text).check(for: "newest") }
            #expect(error?.code == .invalidValue)
            #expect(error?.description.contains("“newest”") == true)
        }
    }

    /// A text as long as a value may be, but for so many bytes.
    static func text(shorterBy count: Int) -> String { String(repeating: "x", count: FieldValue.maximumLength - count) }

    @Test(
        "Of a text from outside, a value keeps the whole characters that fit, without U+0000",
        arguments: [
            ("", ""),
            ("Ann\n\u{1B}", "Ann\n\u{1B}"),
            ("\0A\0nn\0", "Ann"),
            ("\0\0", ""),
            ("e\0\u{301}", "e\u{301}"),
            ("\0" + text(shorterBy: 0), text(shorterBy: 0)),
            (text(shorterBy: 0) + "y", text(shorterBy: 0)),
            (text(shorterBy: 2) + "é", text(shorterBy: 2) + "é"),
            (text(shorterBy: 1) + "é", text(shorterBy: 1)),
            (text(shorterBy: 2) + "e\u{301}z", text(shorterBy: 2)),
            (String(repeating: "👩‍👩‍👧", count: 4000), String(repeating: "👩‍👩‍👧", count: 3640)),
        ] as [(String, String)])
    func fits(text: String, kept: String) throws {
        let value = FieldValue(fitting: text)
        #expect(value == .string(kept))
        try value.check(for: "key")
    }

    @Test("A value prints as text, as the bare number, or as RFC 3339")
    func describesItself() {
        #expect(FieldValue.string("a b").description == "a b")
        #expect(FieldValue.integer(.min).description == "-9223372036854775808")
        #expect(FieldValue.date(Timestamp(milliseconds: 1)).description == "1970-01-01T00:00:00.001Z")
    }

    @Test("A value is a string, an integer or a date, and nothing else")
    func isOfOneKind() {
        let moment = Timestamp(milliseconds: 7)
        let values: [FieldValue] = ["7", 7, .date(moment)]
        #expect(values.map(\.string) == ["7", nil, nil])
        #expect(values.map(\.integer) == [nil, 7, nil])
        #expect(values.map(\.date) == [nil, nil, moment])
    }

    @Test("A value can be a literal")
    func comesFromLiterals() {
        let values: [FieldValue] = ["7", 7]
        #expect(values == [.string("7"), .integer(7)])
    }

    @Test("Values with different bytes are different")
    func textsAreBytes() {
        #expect(FieldValue.string("caf\u{E9}") != .string("cafe\u{301}"))
    }

    @Test("A key takes values in its text, and replaces what no key may hold")
    func interpolates() {
        let key: FieldKey = "unread-\(7)"
        #expect(key == "unread-7")
        for (value, text) in [
            ("a b=c", "k-a_b_c"), ("\u{1B}\u{202E}\u{200B}", "k-___"), ("", "k-"), ("é", "k-é"),
            (String(repeating: "é", count: 100), "k-" + String(repeating: "é", count: 63)),
        ] {
            let key: FieldKey = "k-\(value)"
            #expect(key.description == text)
        }
        let empty: FieldKey = "\("")"
        #expect(empty == "_")
    }
}
