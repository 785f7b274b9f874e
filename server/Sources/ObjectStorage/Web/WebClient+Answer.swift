import Downloading
import Synchronization

extension WebClient {
    /// Sends a request with a small answer.
    ///
    /// - Parameter server: What is asked, for the sentence if it can't be reached.
    /// - Throws: ``ObjectError``. An answer of any status is a success.
    func answer(
        to request: WebRequest, of server: String
    ) async throws -> (status: Int, bytes: [UInt8]) {
        let collector = AnswerCollector(limit: 1 << 20)
        do {
            let head = try await send(request, to: collector)
            return (head.status, collector.bytes)
        } catch let error as DownloadError {
            throw ObjectError(.unavailable, "There is no answer from \(server): \(error.description)")
        }
    }
}

/// Keeps an answer in memory.
final class AnswerCollector: Receiver, Sendable {
    private let kept = Mutex<[UInt8]>([])
    private let limit: Int

    /// - Parameter limit: How many bytes are kept; what follows ends the transfer.
    init(limit: Int) { self.limit = limit }

    var bytes: [UInt8] { kept.withLock { $0 } }

    func begin(_ head: ResponseHead) -> Bool { true }

    func receive(_ bytes: [UInt8]) throws {
        try kept.withLock { kept in
            guard kept.count + bytes.count <= limit else {
                throw ObjectError(.refused, "The answer has more than \(limit) bytes, too many for what was asked.")
            }
            kept += bytes
        }
    }
}
