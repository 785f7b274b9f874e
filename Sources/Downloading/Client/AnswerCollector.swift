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
    private struct Answer {
        var head: ResponseHead?
        var bytes: [UInt8] = []
        var isTooLarge = false
    }

    private let kept = Mutex(Answer())
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

    /// The bytes of the last answer that have arrived so far.
    public var bytes: [UInt8] { kept.withLock { $0.bytes } }

    /// Forgets an earlier answer.
    public func begin(_ head: ResponseHead) -> Bool {
        kept.withLock { $0 = Answer(head: head) }
        return statuses?.contains(head.status) ?? true
    }

    /// Keeps more bytes, unless there are too many.
    public func receive(_ bytes: [UInt8]) throws {
        try kept.withLock { kept in
            guard kept.bytes.count + bytes.count <= limit else {
                kept.isTooLarge = true
                throw tooLarge()
            }
            kept.bytes += bytes
        }
    }

    /// The refusal that arrived in an exchange that failed.
    ///
    /// A server that refuses a body answers before it has all of it, and may then close the connection or fall silent. Its
    /// words may get lost with that, but not the status. Nor is the status lost if the words are longer than the limit.
    ///
    /// - Parameters:
    ///   - error: What the exchange threw.
    ///   - hasBody: Whether the request had a body. If there was none to refuse, an answer that was cut off is a failure.
    /// - Returns: The head of the refusal, and whether its words were cut off. nil if the exchange counts as failed.
    public func refusal(despite error: any Error, hasBody: Bool) -> (head: ResponseHead, isCut: Bool)? {
        let error = error as? DownloadError
        let isCut = hasBody && (error?.failure == .cut || error?.failure == .silent)
        let head = isCut ? error?.head : kept.withLock { $0.isTooLarge ? $0.head : nil }
        guard let head, head.status >= 300 else { return nil }
        return (head, isCut)
    }
}
