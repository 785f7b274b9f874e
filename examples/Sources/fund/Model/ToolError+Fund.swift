import ToolProgram

extension ToolError {
    /// A server's answer follows no protocol that fund knows: 76.
    static func protocolBroken(_ sentence: String) -> ToolError { ToolError(status: 76, sentence) }

    /// The user, or a server, does not permit it: 77.
    static func refused(_ sentence: String) -> ToolError { ToolError(status: 77, sentence) }
}
