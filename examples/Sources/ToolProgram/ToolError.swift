public import ToolSupport

/// Why a command failed: a sentence, and an exit status from BSD's sysexits.h.
public struct ToolError: ToolFailure, Sendable {
    /// The exit status of the command.
    public let status: Int32
    /// A sentence that names what failed and says what to do next. It may quote text from elsewhere.
    public let description: String

    /// An error with this status and this sentence.
    public init(status: Int32, _ sentence: String) { (self.status, description) = (status, sentence) }

    /// Whether it may be gone later without the help of the user: a server is out of reach, gives no usable answer, or is busy.
    public var isTemporary: Bool { [69, 75, 76].contains(status) }

    /// The command line makes no sense: 64.
    public static func usage(_ sentence: String) -> ToolError { ToolError(status: 64, sentence) }

    /// Something has the wrong form, or can't be understood: 65.
    public static func unreadable(_ sentence: String) -> ToolError { ToolError(status: 65, sentence) }

    /// Something doesn't exist: 66.
    public static func notFound(_ sentence: String) -> ToolError { ToolError(status: 66, sentence) }

    /// A server is out of reach: 69.
    public static func unavailable(_ sentence: String) -> ToolError { ToolError(status: 69, sentence) }

    /// A file could not be read or written: 74.
    public static func inputOutput(_ sentence: String) -> ToolError { ToolError(status: 74, sentence) }

    /// Something is in the way that may be gone later, such as another process: 75.
    public static func busy(_ sentence: String) -> ToolError { ToolError(status: 75, sentence) }

    /// An answer follows no protocol that the tool knows: 76.
    public static func protocolBroken(_ sentence: String) -> ToolError { ToolError(status: 76, sentence) }

    /// The user, or a server, does not permit it: 77.
    public static func refused(_ sentence: String) -> ToolError { ToolError(status: 77, sentence) }

    /// The tool is not set up: 78.
    public static func configuration(_ sentence: String) -> ToolError { ToolError(status: 78, sentence) }
}
