import Feeds
import MailReading

/// A message on the screen: who wrote it, when, about what, then its text, and the names of its attachments.
struct MessagePage {
    let file: MessageFile
    let message: Message

    var text: String {
        let header = message.header
        let lines = [
            ("From", header.sender.map(\.description)),
            ("Date", header.date),
            ("Subject", header.subject),
            ("ID", file.id),
        ]
        let head = lines.compactMap { name, value in value.map { "\(name): \($0.harmless)\n" } }.joined()
        let (files, pictures) = message.attachments
        let attachments =
            files.map { "Attachment: \($0.name.harmless)\n" }.joined()
            + (pictures.isEmpty ? "" : "Embedded pictures: \(pictures.count)\n")
        return "\(head)\n\(body.harmlessLines)" + (attachments.isEmpty ? "" : "\n\(attachments)")
    }

    private var body: String {
        let text = message.readableText { PageText.of(html: $0, limit: Maildir.messageLimit, showsLinks: true) }
        guard !text.isEmpty else { return "This message has no text: it is \(message.mediaType.harmless).\n" }
        return text.hasSuffix("\n") ? text : text + "\n"
    }
}
