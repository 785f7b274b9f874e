public import AppGroup
public import ToolSupport

/// Why a command failed: a sentence, and an exit status from BSD's sysexits.h.
public struct ToolError: ToolFailure, Sendable {
    /// The exit status of the command.
    public let status: AppExitStatus
    /// A sentence that names what failed and says what to do next. It may quote text from elsewhere.
    public let description: String

    /// An error with this status and this sentence.
    public init(status: AppExitStatus, _ sentence: String) { (self.status, description) = (status, sentence) }

    /// Whether it may be gone later without the help of the user: a server is out of reach, gives no usable answer, or is busy.
    public var isTemporary: Bool { [.unavailable, .temporaryFailure, .protocolError].contains(status) }

    /// The command line makes no sense: 64.
    public static func usage(_ sentence: String) -> ToolError { ToolError(status: .usage, sentence) }

    /// Something has the wrong form, or can't be understood: 65.
    public static func unreadable(_ sentence: String) -> ToolError { ToolError(status: .dataError, sentence) }

    /// Something doesn't exist: 66.
    public static func notFound(_ sentence: String) -> ToolError { ToolError(status: .noInput, sentence) }

    /// A server is out of reach: 69.
    public static func unavailable(_ sentence: String) -> ToolError { ToolError(status: .unavailable, sentence) }

    /// A file could not be read or written: 74.
    public static func inputOutput(_ sentence: String) -> ToolError { ToolError(status: .inputOutput, sentence) }

    /// Something is in the way that may be gone later, such as another process: 75.
    public static func busy(_ sentence: String) -> ToolError { ToolError(status: .temporaryFailure, sentence) }

    /// An answer follows no protocol that the tool knows: 76.
    public static func protocolBroken(_ sentence: String) -> ToolError { ToolError(status: .protocolError, sentence) }

    /// The user, or a server, does not permit it: 77.
    public static func refused(_ sentence: String) -> ToolError { ToolError(status: .noPermission, sentence) }

    /// The tool is not set up: 78.
    public static func configuration(_ sentence: String) -> ToolError { ToolError(status: .configuration, sentence) }
}
