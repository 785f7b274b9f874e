import MailReading

/// One message as it is shown: who, when and what, then its text.
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
        return "\(head)\n\(body.harmlessLines)"
    }

    private var body: String {
        guard let text = message.plainText else {
            return "There is no plain text in this message: it is \(message.mediaType.harmless).\n"
        }
        return text.hasSuffix("\n") || text.isEmpty ? text : text + "\n"
    }
}
