import ToolServer

/// An object as the server has it.
struct RemoteObject: Decodable {
    /// What it is. Kinds that this version doesn't know have none.
    enum Content {
        case object(SyncKind, json: String?)
        case read(ReadContent?)
        case unknown
    }

    let id: String
    let version: Int64
    let content: Content

    private enum CodingKeys: CodingKey {
        case kind, id, version, deleted, content
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        version = try container.decode(Int64.self, forKey: .version)
        let isDeleted = try container.decode(Bool.self, forKey: .deleted)
        let kind = try container.decode(String.self, forKey: .kind)
        /// Read and written again, so that equal contents are equal texts.
        func json<Body: SyncContent>(_ type: Body.Type) throws -> Content {
            .object(
                Body.kind,
                json: isDeleted ? nil : try StableJSON.text(container.decode(Body.self, forKey: .content)))
        }
        content =
            switch SyncKind(name: kind) {
            case .fund: try json(FundContent.self)
            case .note: try json(NoteContent.self)
            case .feed: try json(FeedContent.self)
            case .file: try json(FileContent.self)
            case nil where kind == "read":
                .read(isDeleted ? nil : try container.decode(ReadContent.self, forKey: .content))
            case nil: .unknown
            }
    }
}

/// What the server did with the changes of a request, in their order.
struct ChangeResults: Decodable {
    struct Result: Decodable {
        struct Refusal: Decodable { let message: String }

        let id: String
        /// `stored`, `conflict` or `refused`.
        let result: String
        var version: Int64?
        var current: RemoteObject?
        var error: Refusal?
    }

    let history: String
    let results: [Result]
}
