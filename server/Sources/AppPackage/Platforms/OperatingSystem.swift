import AppGroup

/// An operating system that a program is made for, such as `linux`.
///
/// The identifier has 1 to 32 lowercase letters, digits, `_`, `-` and single spaces between them. Systems without a constant here
/// occur, too.
public struct OperatingSystem: Hashable, Sendable {
    /// Its name in scripts, catalogs and JSON.
    public let identifier: String

    /// Linux.
    public static let linux = OperatingSystem(known: "linux")
    /// FreeBSD.
    public static let freeBSD = OperatingSystem(known: "freebsd")
    /// NetBSD.
    public static let netBSD = OperatingSystem(known: "netbsd")
    /// OpenBSD.
    public static let openBSD = OperatingSystem(known: "openbsd")
    /// macOS.
    public static let macOS = OperatingSystem(known: "macos")
    /// macOS running an app made for iPad.
    public static let macCatalyst = OperatingSystem(known: "maccatalyst")
    /// iOS and iPadOS.
    public static let iOS = OperatingSystem(known: "ios")
    /// The iOS simulator of Xcode.
    public static let iOSSimulator = OperatingSystem(known: "iossimulator")
    /// tvOS.
    public static let tvOS = OperatingSystem(known: "tvos")
    /// The tvOS simulator of Xcode.
    public static let tvOSSimulator = OperatingSystem(known: "tvossimulator")
    /// watchOS.
    public static let watchOS = OperatingSystem(known: "watchos")
    /// The watchOS simulator of Xcode.
    public static let watchOSSimulator = OperatingSystem(known: "watchossimulator")
    /// visionOS.
    public static let visionOS = OperatingSystem(known: "visionos")
    /// The visionOS simulator of Xcode.
    public static let visionOSSimulator = OperatingSystem(known: "visionossimulator")
    /// An Apple system that the program does not name.
    public static let darwin = OperatingSystem(known: "darwin")
    /// Windows.
    public static let windows = OperatingSystem(known: "windows")
    /// Any Unix system, which is what a script needs.
    public static let unix = OperatingSystem(known: "unix")
    /// The program's system is not known.
    public static let unknown = OperatingSystem(known: "unknown")

    /// Checks an identifier from outside.
    ///
    /// - Throws: A sentence that names the rule it breaks.
    public init(_ identifier: String) throws(PackageError) {
        guard PlatformIdentifier.isOne(identifier) else {
            throw PackageError(.refused, PlatformIdentifier.refusal(of: identifier, as: "operating system"))
        }
        self.identifier = identifier
    }

    /// The system with this name for people, as in ``description``, or else the one with this identifier.
    public init(named name: String) throws(PackageError) {
        if let known = Self.names.first(where: { $0.value == name }) {
            self.init(known: known.key)
        } else {
            try self.init(name)
        }
    }

    init(known identifier: String) { self.identifier = identifier }

    /// Whether it runs only in one of Xcode's simulators.
    var isSimulator: Bool { identifier.hasSuffix("simulator") }

    /// Whether a program that is made for another system runs on this one.
    func runs(programsFor other: OperatingSystem) -> Bool {
        switch other {
        case self: true
        case .unix: self != .windows && self != .unknown
        case .darwin, .macCatalyst: self == .macOS
        default: false
        }
    }
}

extension OperatingSystem: CustomStringConvertible {
    /// Its name for people.
    public var description: String { Self.names[identifier] ?? identifier }

    private static let names = [
        "linux": "Linux", "freebsd": "FreeBSD", "netbsd": "NetBSD", "openbsd": "OpenBSD", "macos": "macOS",
        "maccatalyst": "Mac Catalyst", "ios": "iOS", "iossimulator": "iOS Simulator", "tvos": "tvOS",
        "tvossimulator": "tvOS Simulator", "watchos": "watchOS", "watchossimulator": "watchOS Simulator",
        "visionos": "visionOS", "visionossimulator": "visionOS Simulator", "darwin": "a system of Apple’s",
        "windows": "Windows", "unix": "Unix", "unknown": "an unknown system",
    ]
}

/// The rules for identifiers of operating systems and architectures.
enum PlatformIdentifier {
    static func isOne(_ text: String) -> Bool {
        1...32 ~= text.utf8.count
            && text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).allSatisfy { word in
                !word.isEmpty && word.allSatisfy(isAllowed)
            }
    }

    static func refusal(of text: String, as what: String) -> String {
        "\(PlainText.quoted(text)) is no \(what): write 1 to 32 of a–z, 0–9, “_”, “-” and single spaces, like “linux” or “x86_64”."
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
