import Downloading
import Synchronization

/// An answer of a server.
struct ServerAnswer: Sendable {
    let head: ResponseHead
    let body: [UInt8]
    /// Whether the body came, too; `false` if only the head of a refusal did.
    var isWhole = true

    var status: Int { head.status }

    /// Whether the server did what it was asked to.
    var isSuccess: Bool { head.status / 100 == 2 }
}

/// Keeps an answer in memory.
final class AnswerCollector: Receiver, Sendable {
    private let limit: Int
    private let bytes = Mutex<[UInt8]>([])

    /// - Parameter limit: The most bytes, decompressed, that a server may send.
    init(limit: Int) { self.limit = limit }

    /// What has arrived so far.
    var body: [UInt8] { bytes.withLock { $0 } }

    func begin(_ head: ResponseHead) -> Bool { true }

    func receive(_ more: [UInt8]) throws(TransportFailure) {
        let isTooMuch = bytes.withLock { bytes in
            bytes += more
            return bytes.count > limit
        }
        if isTooMuch { throw .tooMuch(limit: limit) }
    }
}
