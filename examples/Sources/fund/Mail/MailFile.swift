import AppGroup
import AppGroupText
import Feeds
import MailReading
import ToolSupport

/// A message in a file, as fund shows and finds it.
struct MailFile {
    let tree: MessageTree<MessageFileBytes>

    /// The most text of a part that is shown, and that is found, in bytes.
    private static let limits = (shown: 4 << 20, found: 256 << 10)

    init(_ path: String) throws(MailError) { try self.init(MessageFileBytes(path)) }

    init(_ bytes: MessageFileBytes) throws(MailError) { tree = try MessageTree(bytes) }

    /// What a person reads.
    func shownText() throws(MailError) -> String { try text(limit: Self.limits.shown, showsLinks: true) }

    /// The text in which a search looks. It leaves out the addresses of links: many are long and tell nothing.
    func foundText() throws(MailError) -> String { try text(limit: Self.limits.found, showsLinks: false) }

    private func text(limit: Int, showsLinks: Bool) throws(MailError) -> String {
        try tree.readableText(limit: limit) { PageText.of(html: $0, limit: limit, showsLinks: showsLinks) }
    }

    /// What the store keeps of a message.
    ///
    /// - Parameters:
    ///   - size: The size of the file in bytes.
    ///   - now: The date of a message that names none, and of one from the future.
    func fetched(identity: String, size: Int, at now: Timestamp) throws(MailError) -> FetchedMail {
        let header = tree.header
        let attachments = tree.attachments
        let subject = header.subject ?? ""
        let sender = header.sender
        let results = header.authenticationResults
        // A sender in several fields, or several of them in one, is no sender that anybody vouches for.
        let address = header.onlySender?.address.lowercased() ?? ""
        let text =
            [subject, sender?.description ?? "", try foundText()] + attachments.map(\.name)
        return FetchedMail(
            identity: identity,
            evidence: MailEvidence(
                subject: subject, address: address, server: results?.server,
                isVouched: results?.vouches(for: address) ?? false),
            sender: sender?.displayName ?? "", date: min(header.date.flatMap(FeedDate.parse) ?? now, now), size: size,
            attachments: attachments.count, text: text.joined(separator: "\n"))
    }
}
