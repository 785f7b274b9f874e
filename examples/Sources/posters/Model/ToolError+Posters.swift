import ToolProgram

extension ToolError {
    /// A server's answer can't be understood: 76.
    static func protocolBroken(_ sentence: String) -> ToolError { ToolError(status: 76, sentence) }

    /// The server, or the user, does not permit it: 77.
    static func refused(_ sentence: String) -> ToolError { ToolError(status: 77, sentence) }

    /// Nobody is signed in.
    static let notSignedIn = refused(
        "You are not signed in. To sign in: posters login --server URL --mail you@example.com")
}
