/// The text of HTML from a stranger, such as a mail.
public enum PageText {
    /// Plain and harmless text, each paragraph in a line. Markup, scripts and addresses of images are left out.
    ///
    /// - Parameter limit: The most bytes of text.
    public static func of(html: String, limit: Int) -> String {
        var html = html
        return html.withUTF8 { FeedText.lines(html: $0, limit: limit) }
    }
}
