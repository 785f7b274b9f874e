/// The server's answer when it refuses or fails.
public struct ErrorAnswer: Codable, Hashable, Sendable {
    /// What went wrong.
    public struct Problem: Codable, Hashable, Sendable {
        /// A word for programs, such as `wrongCredentials`, `notFound`, `conflict`, `refusedPackage`. New ones may be added.
        public var code: String
        /// A sentence for people that names the thing and suggests what to do next.
        public var message: String
    }

    /// What went wrong.
    public var error: Problem
}
