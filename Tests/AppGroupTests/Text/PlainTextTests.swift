import AppGroup
import Testing

@Suite("Text that other programs show")
struct PlainTextTests {
    @Test(
        "Text may be in any script, with spaces and emoji",
        arguments: ["Inbox", "Приёмная", "收件箱", "صندوق", "📮 Post", "a b", "é", "e\u{301}", "👩‍👩‍👧", " x "])
    func accepts(text: String) throws {
        #expect(try AppName(text).description.utf8.elementsEqual(text.utf8))
    }

    @Test(
        "Text that could disturb a terminal, is invisible, or is too long is refused",
        arguments: [
            "", " ", "\u{3000}\u{A0}", "a\nb", "a\tb", "\u{1B}[31mred", "a\0", "a\u{7F}", "a\u{9B}31m", "a\u{2028}b",
            "a\u{202E}b", "a\u{2066}b", "\u{200F}a", "a\u{061C}",
            "\u{200B}", " \u{2060}\u{FE0F}", "\u{3164}", "\u{AD}",
        ])
    func refuses(text: String) {
        let error = #expect(throws: AppGroupError.self) { try AppName(text) }
        #expect(error?.code == .invalidValue)
        #expect(error.map { message in message.description.unicodeScalars.allSatisfy { $0.value >= 0x20 } } == true)
        #expect(throws: AppGroupError.self) { try AppVersion(text) }
        #expect(throws: AppGroupError.self) { try FieldKey(text) }
    }

    @Test("A name has at most 256 bytes, a version 64, and a key 128")
    func hasLimits() throws {
        _ = try AppName(String(repeating: "é", count: 128))
        for count in [129, 1 << 20] {
            #expect(throws: AppGroupError.self) { try AppName(String(repeating: "é", count: count)) }
        }
        _ = try AppVersion(String(repeating: "1", count: 64))
        _ = try FieldKey(String(repeating: "k", count: 128))
        #expect(throws: AppGroupError.self) { try AppVersion(String(repeating: "1", count: 65)) }
        #expect(throws: AppGroupError.self) { try FieldKey(String(repeating: "k", count: 129)) }
    }

    @Test(
        "A key has neither white space nor an equals sign", arguments: ["a b", "a=b", "=", "a\u{A0}b", "a\u{3000}b"])
    func refusesKeys(text: String) {
        #expect(throws: AppGroupError.self) { try FieldKey(text) }
    }

    @Test("Names are ordered without case, and each pair only one way")
    func ordersNames() throws {
        let names: [AppName] = ["b", "A", "a", "B", "ä"]
        #expect(names.sorted().map(\.description) == ["A", "a", "B", "b", "ä"])
    }

    @Test("Keys with different bytes are different, as in every storage")
    func keysAreBytes() {
        let (composed, decomposed): (FieldKey, FieldKey) = ("caf\u{E9}", "cafe\u{301}")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect((composed < decomposed) != (decomposed < composed))
    }
}
