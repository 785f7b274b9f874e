import AppGroupText
import ToolClient

/// An object as the server has it.
struct RemoteObject {
    /// What it is. Kinds that this version doesn't know have none.
    enum Content {
        case object(SyncKind, json: String?)
        case read(ReadContent?)
        case unknown
    }

    let id: SyncID
    let version: Int64
    let content: Content

    /// nil if the document is something else.
    init?(_ json: JSONValue) {
        guard let id = json["id"]?.syncID, let version = json["version"]?.integer, let kind = json["kind"]?.text,
            case .bool(let isDeleted)? = json["deleted"],
            // Not “nil”, which could be a value of JSON, too.
            let content = Content(kind, isDeleted ? Optional<JSONValue>.none : json["content"] ?? .null)
        else { return nil }
        (self.id, self.version, self.content) = (id, Int64(version), content)
    }
}

extension RemoteObject.Content {
    /// - Parameter json: nil for a deletion.
    fileprivate init?(_ kind: String, _ json: JSONValue?) {
        /// Read and written again, so that equal contents are equal texts.
        func object<Body: SyncContent>(_ type: Body.Type) -> Self? {
            guard let json else { return .object(Body.kind, json: nil) }
            return Body(json).map { .object(Body.kind, json: StableJSON.text($0)) }
        }
        let content: Self? =
            switch SyncKind(name: kind) {
            case .fund: object(FundContent.self)
            case .note: object(NoteContent.self)
            case .feed: object(FeedContent.self)
            case .file: object(FileContent.self)
            case nil where kind == "read":
                if let json { ReadContent(json).map { .read($0) } } else { .read(nil) }
            case nil: .unknown
            }
        guard let content else { return nil }
        self = content
    }
}

/// A page of changes, in the server's order.
struct ChangePage {
    let changes: [RemoteObject]
    /// Names what has happened to the account, until a backup takes the place of the server's database, or the account is deleted
    /// and made again.
    let history: String
    let last: Int64
    let more: Bool

    /// nil if the document is something else.
    init?(_ json: JSONValue) {
        guard case .array(let elements)? = json["changes"], let history = json["history"]?.text,
            let last = json["last"]?.integer, case .bool(let more)? = json["more"]
        else { return nil }
        changes = elements.compactMap { RemoteObject($0) }
        guard changes.count == elements.count else { return nil }
        (self.history, self.last, self.more) = (history, Int64(last), more)
    }
}

/// What the server did with the changes of a request, in their order.
struct ChangeResults {
    /// What the server did with one of them.
    enum Outcome {
        case stored(version: Int64)
        /// The server has another version.
        case conflict(RemoteObject?)
        /// With the reason, as a sentence.
        case refused(String?)
    }

    struct Result {
        let id: SyncID
        let outcome: Outcome

        /// An outcome that this version doesn't know is a refusal.
        fileprivate init?(_ json: JSONValue) {
            guard let id = json["id"]?.syncID, let word = json["result"]?.text else { return nil }
            self.id = id
            outcome =
                switch word {
                case "stored": .stored(version: json["version"]?.integer.map { Int64($0) } ?? 0)
                case "conflict": .conflict(json["current"].flatMap { RemoteObject($0) })
                default: .refused(json["error"]?["message"]?.text)
                }
        }
    }

    let results: [Result]

    /// nil if the document is something else.
    init?(_ json: JSONValue) {
        guard case .array(let elements)? = json["results"] else { return nil }
        results = elements.compactMap { Result($0) }
        guard results.count == elements.count else { return nil }
    }
}
