import AppGroupText

/// A message on the screen: who wrote it, its text and its attachments.
struct MailPage {
    /// The lines at the top: names with values.
    let head: [(name: String, value: String)]
    let text: String
    /// The names and sizes of the attachments.
    let attachments: [(name: String, size: Int)]
    /// Whether there is more than is shown.
    let isCut: Bool

    var output: String {
        var output = head.map { "\($0.name): \(SafeText($0.value))\n" }.joined()
        if text.contains(where: { !$0.isWhitespace }) { output += "\n\(PlainPage.text(text))" }
        if !attachments.isEmpty { output += "\nAttachments:\n" }
        for (index, file) in attachments.enumerated() {
            output += "  \(index + 1)  \(SafeText(file.name)), \(ByteCount(file.size))\n"
        }
        if isCut { output += "\nThis message has more parts than fund shows.\n" }
        return output
    }
}
