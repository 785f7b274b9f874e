/// The status with which a program ends: 0 for success, 1 to 255 for a failure (POSIX.1-2024, `exit`).
///
/// The named ones are those of BSD's `sysexits.h`, which every program of this project uses.
public struct AppExitStatus: RawRepresentable, Hashable, Sendable {
    /// The number, 0 to 255.
    public let rawValue: Int32

    /// Takes a number; `nil` if it is not 0 to 255.
    public init?(rawValue: Int32) {
        guard (0...255).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Takes any number; one outside 0 to 255 becomes the nearest end of the range.
    public init(clamping number: Int32) { rawValue = min(max(number, 0), 255) }

    /// The program did what it was asked to do.
    public static let success: AppExitStatus = 0
    /// The program was called with arguments that it does not take: `EX_USAGE`.
    public static let usage: AppExitStatus = 64
    /// The input is wrong: `EX_DATAERR`.
    public static let dataError: AppExitStatus = 65
    /// The input does not exist, or cannot be read: `EX_NOINPUT`.
    public static let noInput: AppExitStatus = 66
    /// Something that the program needs is not there: `EX_UNAVAILABLE`.
    public static let unavailable: AppExitStatus = 69
    /// The program has a mistake: `EX_SOFTWARE`.
    public static let software: AppExitStatus = 70
    /// A file cannot be made: `EX_CANTCREAT`.
    public static let cannotCreate: AppExitStatus = 73
    /// Reading or writing failed: `EX_IOERR`.
    public static let inputOutput: AppExitStatus = 74
    /// The same call may succeed later: `EX_TEMPFAIL`.
    public static let temporaryFailure: AppExitStatus = 75
    /// A server answered what the protocol does not allow: `EX_PROTOCOL`.
    public static let protocolError: AppExitStatus = 76
    /// The user may not do this: `EX_NOPERM`.
    public static let noPermission: AppExitStatus = 77
    /// Something in the configuration is wrong or missing: `EX_CONFIG`.
    public static let configuration: AppExitStatus = 78
}

extension AppExitStatus: ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// Takes a status from source code. One that is not 0 to 255 is a mistake in the program and stops it.
    public init(integerLiteral number: Int32) {
        precondition((0...255).contains(number), "\(number) is not an exit status; it must be 0 to 255.")
        rawValue = number
    }

    /// The bare number.
    public var description: String { String(rawValue) }
}
