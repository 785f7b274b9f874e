public import AppGroup

/// Why a command failed: the kind of failure, and a sentence for the user.
public struct ToolError: ReportableError {
    /// The kinds of failure, each with its exit status.
    public enum Kind: CaseIterable, Sendable {
        /// The command line makes no sense: 64.
        case usage
        /// Something has the wrong form, or can't be understood: 65.
        case unreadable
        /// Something doesn't exist: 66.
        case notFound
        /// A server is out of reach: 69.
        case unavailable
        /// A file could not be read or written: 74.
        case inputOutput
        /// Something is in the way that may be gone later, such as another process: 75.
        case busy
        /// An answer follows no protocol that the tool knows: 76.
        case protocolBroken
        /// The user, or a server, does not permit it: 77.
        case refused
        /// The tool is not set up: 78.
        case configuration

        /// The status of BSD's sysexits.h with which a command ends.
        public var exitStatus: AppExitStatus {
            switch self {
            case .usage: .usage
            case .unreadable: .dataError
            case .notFound: .noInput
            case .unavailable: .unavailable
            case .inputOutput: .inputOutput
            case .busy: .temporaryFailure
            case .protocolBroken: .protocolError
            case .refused: .noPermission
            case .configuration: .configuration
            }
        }
    }

    /// The kind of failure.
    public let kind: Kind
    /// A sentence that names what failed and says what to do next. It may quote text from elsewhere.
    public let description: String

    /// An error of this kind with this sentence.
    public init(_ kind: Kind, _ sentence: String) { (self.kind, description) = (kind, sentence) }

    /// The exit status of the command.
    public var exitStatus: AppExitStatus { kind.exitStatus }

    /// Whether it may be gone later without the help of the user: a server is out of reach, gives no usable answer, or is busy.
    public var isTemporary: Bool { [.unavailable, .busy, .protocolBroken].contains(kind) }

    /// An error of the kind ``Kind/usage``.
    public static func usage(_ sentence: String) -> ToolError { ToolError(.usage, sentence) }

    /// An error of the kind ``Kind/unreadable``.
    public static func unreadable(_ sentence: String) -> ToolError { ToolError(.unreadable, sentence) }

    /// An error of the kind ``Kind/notFound``.
    public static func notFound(_ sentence: String) -> ToolError { ToolError(.notFound, sentence) }

    /// An error of the kind ``Kind/unavailable``.
    public static func unavailable(_ sentence: String) -> ToolError { ToolError(.unavailable, sentence) }

    /// An error of the kind ``Kind/inputOutput``.
    public static func inputOutput(_ sentence: String) -> ToolError { ToolError(.inputOutput, sentence) }

    /// An error of the kind ``Kind/busy``.
    public static func busy(_ sentence: String) -> ToolError { ToolError(.busy, sentence) }

    /// An error of the kind ``Kind/protocolBroken``.
    public static func protocolBroken(_ sentence: String) -> ToolError { ToolError(.protocolBroken, sentence) }

    /// An error of the kind ``Kind/refused``.
    public static func refused(_ sentence: String) -> ToolError { ToolError(.refused, sentence) }

    /// An error of the kind ``Kind/configuration``.
    public static func configuration(_ sentence: String) -> ToolError { ToolError(.configuration, sentence) }
}
