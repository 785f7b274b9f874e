import Downloading
import NIOCore
import Synchronization

/// Receives the beginning of an object, and with it the object's size.
final class ObjectBeginning: Receiver, Sendable {
    /// How many bytes are requested.
    static let count: UInt64 = 64 << 10

    struct Answer {
        var size: UInt64?
        var tag: String?
        var bytes = ByteBuffer()
    }

    private let kept = Mutex(Answer())

    var answer: Answer { kept.withLock { $0 } }

    func begin(_ head: ResponseHead) -> Bool {
        let range = head["content-range"]
        let size =
            range.flatMap { $0.split(separator: "/").last }.flatMap { UInt64($0) } ?? head.length.map { UInt64($0) }
        kept.withLock { $0 = Answer(size: size, tag: head["etag"]) }
        // A server that does not know parts, or that was asked for all of a small object, sends everything.
        return head.status == 206 || size.map { $0 <= Self.count } ?? false
    }

    func receive(_ bytes: [UInt8]) { kept.withLock { _ = $0.bytes.writeBytes(bytes) } }
}
