import AppGroup
import Downloading
import ToolSupport
import XMLReading

/// What a server says about files and folders: the answer to PROPFIND (RFC 4918, 9.1 and 13).
struct MultiStatus {
    /// One file or folder.
    struct Resource: Equatable {
        /// Its address as the server writes it.
        var href = ""
        var isFolder = false
        var size: Int?
        var modified: Int64?
    }

    /// In the server's order.
    let resources: [Resource]

    /// The body of a request for what is kept here.
    static let request = """
        <?xml version="1.0" encoding="utf-8"?>
        <propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/></prop></propfind>
        """

    /// The largest answer, in bytes: about 100,000 files.
    static let limit = 64 << 20

    /// Reads an answer.
    ///
    /// - Throws: `XMLError`, or ``NotMultiStatus``.
    init(_ bytes: [UInt8]) throws {
        let builder = MultiStatusBuilder()
        var options = XMLOptions()
        options.limits = XMLLimits(bytes: Self.limit, depth: 64, text: 64 << 10)
        let reader = try XMLReader(to: builder, options)
        try reader.read(bytes)
        try reader.finish()
        guard builder.isMultiStatus else { throw NotMultiStatus() }
        resources = builder.resources
    }

    /// The document is XML of another kind.
    struct NotMultiStatus: Error {}
}

/// Gathers the properties that exist: those with the status 200, or without one.
private final class MultiStatusBuilder: XMLReceiver {
    private enum Word { case multistatus, response, href, propstat, status, resourceType, collection, size, modified }

    private var vocabulary = XMLVocabulary<Word>([
        .init("multistatus", in: "DAV:", .multistatus), .init("response", in: "DAV:", .response),
        .init("href", in: "DAV:", .href), .init("propstat", in: "DAV:", .propstat),
        .init("status", in: "DAV:", .status), .init("resourcetype", in: "DAV:", .resourceType),
        .init("collection", in: "DAV:", .collection), .init("getcontentlength", in: "DAV:", .size),
        .init("getlastmodified", in: "DAV:", .modified),
    ])
    private var open: [Word?] = []
    private var text: [UInt8] = []
    private var resource = MultiStatus.Resource()
    /// What the current propstat says, and whether it is about properties that exist.
    private var found = MultiStatus.Resource()
    private var exists = true

    private(set) var resources: [MultiStatus.Resource] = []
    private(set) var isMultiStatus = false

    func begin(_ tag: borrowing XMLTag) {
        let word = vocabulary.word(for: tag.name)
        if open.isEmpty { isMultiStatus = word == .multistatus }
        switch word {
        case .response where open.count == 1: resource = MultiStatus.Resource()
        case .propstat where open.count == 2: (found, exists) = (MultiStatus.Resource(), true)
        case .collection where open.last == .resourceType: found.isFolder = true
        default: break
        }
        open.append(word)
        text = []
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        switch open.last {
        case .href?, .status?, .size?, .modified?: text += bytes
        default: break
        }
    }

    func end(_ name: borrowing XMLName) {
        guard let word = open.popLast() else { return }
        let value = String(decoding: text, as: UTF8.self).trimmed
        switch word {
        case .href? where open.count == 2 && open.last == .response: resource.href = value
        case .status? where open.last == .propstat:
            exists = value.split(separator: " ", maxSplits: 2).dropFirst().first == "200"
        case .size?: found.size = Int(value).flatMap { $0 >= 0 ? $0 : nil }
        case .modified?: found.modified = HTTPDate.seconds(value)
        case .propstat? where exists:
            resource.isFolder = resource.isFolder || found.isFolder
            resource.size = found.size ?? resource.size
            resource.modified = found.modified ?? resource.modified
        case .response? where open.count == 1 && !resource.href.isEmpty: resources.append(resource)
        default: break
        }
    }
}
