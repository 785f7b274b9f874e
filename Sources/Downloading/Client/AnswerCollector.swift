import Synchronization

extension WebClient {
    /// Asks for something small.
    /// - Parameter limit: The most bytes that it may have.
    /// - Returns: The answer, without bytes unless its status is 200.
    public func contents(
        of address: WebAddress, _ fields: [String] = [], limit: Int
    ) throws -> (head: ResponseHead, bytes: [UInt8]) {
        let answer = AnswerCollector(limit: limit, of: [200]) {
            DownloadError(.tooLarge, "\(address.host) answers with more than \(limit) bytes.")
        }
        let head = try get(address, fields, to: answer)
        return (head, answer.bytes)
    }
}

/// Keeps an answer in memory.
public final class AnswerCollector: Receiver, Sendable {
    private let kept = Mutex<(head: ResponseHead?, bytes: [UInt8])>((nil, []))
    private let limit: Int
    private let statuses: [Int]?
    private let tooLarge: @Sendable () -> any Error

    /// - Parameters:
    ///   - limit: The most bytes that the answer may have, decompressed.
    ///   - statuses: Those of answers whose bytes are kept; nil for all.
    ///   - tooLarge: Makes the error that ends the transfer if there are more.
    public init(limit: Int, of statuses: [Int]? = nil, tooLarge: @escaping @Sendable () -> any Error) {
        (self.limit, self.statuses, self.tooLarge) = (limit, statuses, tooLarge)
    }

    /// The head of the last answer, even if its bytes were too many; nil if none has arrived.
    public var head: ResponseHead? { kept.withLock { $0.head } }

    /// The bytes of the last answer that have arrived so far.
    public var bytes: [UInt8] { kept.withLock { $0.bytes } }

    /// Forgets an earlier answer.
    public func begin(_ head: ResponseHead) -> Bool {
        kept.withLock { $0 = (head, []) }
        return statuses?.contains(head.status) ?? true
    }

    /// Keeps more bytes, unless there are too many.
    public func receive(_ bytes: [UInt8]) throws {
        try kept.withLock { kept in
            guard kept.bytes.count + bytes.count <= limit else { throw tooLarge() }
            kept.bytes += bytes
        }
    }
}
