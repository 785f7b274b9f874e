import Testing

@testable import AppPackage

@Suite("Quoted text")
struct QuotedTests {
    @Test(
        "Quoted text shows invisible characters as codes and at most 80 characters",
        arguments: [
            ("Rooms", "“Rooms”"), ("", "“”"), ("Zimmer für 日本 🎉", "“Zimmer für 日本 🎉”"),
            ("\u{1B}[31m\n", #"“\u{1B}[31m\u{A}”"#), ("a\u{202E}b\u{200B}", #"“a\u{202E}b\u{200B}”"#),
            ("\u{E000}\u{2028}\u{85}", #"“\u{E000}\u{2028}\u{85}”"#),
            (String(repeating: "a", count: 80), "“\(String(repeating: "a", count: 80))”"),
            (String(repeating: "a", count: 81), "“\(String(repeating: "a", count: 80))…”"),
            ("e" + String(repeating: "\u{301}", count: 500), "“e\(String(repeating: "\u{301}", count: 79))…”"),
        ])
    func isHarmless(text: String, quoted: String) {
        #expect(Quoted.text(text).unicodeScalars.elementsEqual(quoted.unicodeScalars))
    }
}
