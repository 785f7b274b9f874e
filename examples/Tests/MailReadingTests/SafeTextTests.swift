import MailReading
import Testing

@Suite("Harmless text")
struct SafeTextTests {
    @Test(
        "Characters that a terminal would obey are shown instead",
        arguments: [
            ("\u{1B}[31mred", "␛[31mred"), ("a\nb\tc\rd", "a␊b␉c␍d"), ("\0\u{7}\u{7F}", "␀␇␡"),
            ("\u{9B}31m", "\\u{9B}31m"), ("\u{202E}gpj.exe", "\\u{202E}gpj.exe"),
            ("\u{2066}\u{2069}", "\\u{2066}\\u{2069}"),
            ("\r\n", "␍␊"), ("a\u{2028}b", "a\\u{2028}b"),
        ])
    func showsControls(text: String, shown: String) {
        #expect(text.harmless == shown)
    }

    @Test("All other text stays unchanged", arguments: ["", "Grüße 世界 👩‍👩‍👧 e\u{301}", "שלום\u{200F}!", "a\u{A0}b"])
    func leavesText(text: String) {
        #expect(text.harmless == text)
    }

    @Test("Harmless text of several lines keeps line ends and tabs")
    func keepsLines() {
        #expect("a\n\tb\r\u{1B}".harmlessLines == "a\n\tb␍␛")
    }

    @Test("Harmless text never contains control characters")
    func holdsNoControls() {
        let everything = String(String.UnicodeScalarView((0...0x2FFF).compactMap { Unicode.Scalar($0) }))
        #expect(everything.harmless.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
}
