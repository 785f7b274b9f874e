import AppGroup
import MailReading

/// What an `inbox:` URL asks for.
enum InboxLink: Equatable {
    /// `inbox://`
    case list
    /// `inbox://message?id=ID`
    case message(id: String)

    init(parsing text: String) throws(MailError) {
        let url: AppURL
        do { url = try AppURL(text) } catch { throw MailError(.badData, error.description) }
        switch (url.scheme, url.host.lowercased()) {
        case ("inbox", ""):
            self = .list
        case ("inbox", "message"):
            guard let id = url[query: "id"], !id.isEmpty else {
                throw MailError(.badData, "The link names no message: it should read inbox://message?id=ID")
            }
            self = .message(id: id)
        default:
            throw MailError(.badData, "inbox opens inbox:// and inbox://message?id=ID, and not \(text)")
        }
    }
}
