import Downloading

extension WebClient {
    /// Sends a request with a small answer.
    ///
    /// - Parameter server: The name of the server, for the sentence if it can't be reached.
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

extension AnswerCollector {
    /// - Parameter limit: The most bytes that the answer may have.
    convenience init(limit: Int) {
        self.init(limit: limit) {
            ObjectError(.refused, "The answer has more than \(limit) bytes, too many for what was asked.")
        }
    }
}
