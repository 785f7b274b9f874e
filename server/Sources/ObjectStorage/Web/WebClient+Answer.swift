import Downloading
import XMLReading

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

/// Answers of S3. Their elements are known by their names, without namespaces and attributes.
extension XMLTree {
    /// How much an answer may demand.
    private static let limits = XMLLimits(bytes: 4 << 20, depth: 16, text: 64 << 10)

    /// Reads an answer.
    ///
    /// - Returns: Nil if the answer is not well-formed, such as a page in HTML from a proxy, or if it demands too much. A
    ///   failure's status then says all that is known.
    init?(answer bytes: [UInt8]) {
        guard let tree = try? XMLTree(bytes, limits: Self.limits) else { return nil }
        self = tree
    }

    /// The text of the first child with a name.
    func text(_ name: String) -> String? { self[name]?.text }
}
