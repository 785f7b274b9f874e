/// The body of every answer with which a server of ours refuses or fails: `{"error": {"code": "notFound", "message": "…"}}`.
public struct ErrorAnswer: Codable, Hashable, Sendable {
    /// What went wrong.
    public struct Problem: Codable, Hashable, Sendable {
        /// A word for programs, such as `wrongCredentials`, `notFound`, `conflict`, `refusedPackage`. New ones may be added.
        public let code: String
        /// A sentence for people that names the thing and suggests what to do next.
        public let message: String

        /// Describes what went wrong.
        public init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }

    /// What went wrong.
    public let error: Problem

    /// Describes what went wrong.
    public init(code: String, message: String) { error = Problem(code: code, message: message) }
}
