extension WebClient {
    /// Asks for something small.
    /// - Parameter limit: The most bytes that it may have.
    /// - Returns: The answer, without bytes unless its status is 200.
    public func contents(
        of address: WebAddress, _ fields: [String] = [], limit: Int
    ) throws -> (head: ResponseHead, bytes: [UInt8]) {
        let answer = WholeAnswer(host: address.host, limit: limit)
        let head = try get(address, fields, to: answer)
        return (head, answer.bytes)
    }
}

/// Keeps an answer in memory.
private final class WholeAnswer: Receiver {
    private(set) var bytes: [UInt8] = []
    private let host: String
    private let limit: Int

    init(host: String, limit: Int) {
        self.host = host
        self.limit = limit
    }

    func begin(_ head: ResponseHead) -> Bool { head.status == 200 }

    func receive(_ more: [UInt8]) throws {
        bytes += more
        guard bytes.count <= limit else {
            throw DownloadError(.tooLarge, "\(host) answers with more than \(limit) bytes.")
        }
    }
}
