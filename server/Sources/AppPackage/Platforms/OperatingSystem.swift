/// An operating system that a program is made for, such as `linux`.
///
/// 1 to 32 lower-case letters, digits, `_`, `-` and single spaces between them: systems that are not named here occur.
public struct OperatingSystem: Hashable, Sendable {
    /// What scripts, catalogues and JSON call it.
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
    /// macOS, for an app made for iPad.
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
    /// A system of Apple's that the program does not name.
    public static let darwin = OperatingSystem(known: "darwin")
    /// Windows.
    public static let windows = OperatingSystem(known: "windows")
    /// Every Unix system: what a script needs.
    public static let unix = OperatingSystem(known: "unix")
    /// What the program is made for cannot be told.
    public static let unknown = OperatingSystem(known: "unknown")

    /// Takes an identifier that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ identifier: String) throws(PackageError) {
        guard PlatformIdentifier.isOne(identifier) else {
            throw PackageError(.refused, PlatformIdentifier.refusal(of: identifier, as: "operating system"))
        }
        self.identifier = identifier
    }

    /// The one that people call by that name, as ``description`` gives it, or else the one with that identifier.
    public init(named name: String) throws(PackageError) {
        if let known = Self.names.first(where: { $0.value == name }) {
            self.init(known: known.key)
        } else {
            try self.init(name)
        }
    }

    init(known identifier: String) { self.identifier = identifier }

    /// Whether it runs only in a program of Xcode's.
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
    /// What people call it.
    public var description: String { Self.names[identifier] ?? identifier }

    private static let names = [
        "linux": "Linux", "freebsd": "FreeBSD", "netbsd": "NetBSD", "openbsd": "OpenBSD", "macos": "macOS",
        "maccatalyst": "Mac Catalyst", "ios": "iOS", "iossimulator": "iOS Simulator", "tvos": "tvOS",
        "tvossimulator": "tvOS Simulator", "watchos": "watchOS", "watchossimulator": "watchOS Simulator",
        "visionos": "visionOS", "visionossimulator": "visionOS Simulator", "darwin": "a system of Apple’s",
        "windows": "Windows", "unix": "Unix", "unknown": "an unknown system",
    ]
}
