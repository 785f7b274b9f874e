import AppGroup
import Downloading

/// Passes on a file that a web server sends, and checks that it is the part that was asked for.
final class FileReceiver: Receiver {
    private let host: String
    private let path: RemotePath
    private let start: Int
    private let limit: Int?
    private let receiver: any RemoteReceiver
    private var position = 0
    private var end: Int?
    /// How many bytes the whole file has, if the answer says so.
    private var size: Int?

    /// Whether the answer is the file.
    private(set) var isAccepted = false

    init(host: String, path: RemotePath, start: Int, limit: Int?, _ receiver: any RemoteReceiver) {
        (self.host, self.path, self.start, self.limit, self.receiver) = (host, path, start, limit, receiver)
    }

    func begin(_ head: ResponseHead) throws -> Bool {
        switch head.status {
        case 200: (position, size) = (0, head.length)
        case 206:
            guard let range = head.contentRange, range.bytes.lowerBound == start,
                head.length == nil || head.length == range.bytes.count
            else { throw RemoteError(.notUnderstood, "\(host) sends a part of \(path) that was not requested.") }
            (position, size, end) = (start, range.whole, range.bytes.upperBound)
        default: return false
        }
        if end == nil { end = size }
        isAccepted = true
        try receiver.begin(
            RemotePart(start: position, size: size, version: head.strongValidator, modified: head.modified))
        if let limit { end = min(end ?? .max, position + limit) }
        return end.map { position < $0 } ?? true
    }

    func receive(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try receive(borrowed: $0) } }

    func receive(borrowed bytes: UnsafeRawBufferPointer) throws {
        guard let end else {
            position += bytes.count
            return try receiver.receive(bytes)
        }
        guard position < end else { return }
        let rest = UnsafeRawBufferPointer(rebasing: bytes.prefix(end - position))
        position += rest.count
        try receiver.receive(rest)
        // A server that ignores ranges would send all of the file.
        if limit != nil, position == end, rest.count < bytes.count || size.map({ end < $0 }) == true { throw Enough() }
    }

    /// Thrown when the limit is reached.
    struct Enough: Error {}

    func checkEnd() throws(RemoteError) {
        guard limit == nil, let size, position < size else { return }
        throw RemoteError(.unavailable, "\(host) stopped before the end of \(path).")
    }
}

extension AnswerCollector {
    convenience init(host: String, limit: Int) {
        self.init(limit: limit) {
            RemoteError(.unsuitable, "\(host) answers with more than \(limit >> 20) MiB.")
        }
    }
}

extension ResponseHead {
    /// When the file changed last, as the server says.
    var modified: Timestamp? { self["last-modified"].flatMap(HTTPDate.seconds).map { Timestamp(seconds: $0) } }
}
