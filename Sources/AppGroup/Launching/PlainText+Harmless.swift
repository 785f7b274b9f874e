extension PlainText {
    /// Text for the middle of a sentence: nothing in it that could disturb a terminal, and at most 512 characters of it.
    static func harmless(_ text: some StringProtocol) -> String {
        let shown = text.unicodeScalars.prefix(512)
        let result = shown.map { disturbs($0) ? $0.codePoint : String($0) }.joined()
        return shown.endIndex < text.unicodeScalars.endIndex ? result + "…" : result
    }
}
