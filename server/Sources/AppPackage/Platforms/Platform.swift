import AppGroup

/// The platform that a program runs on: an operating system and one or more kinds of processor.
public struct Platform: Hashable, Sendable, CustomStringConvertible {
    /// The operating system; ``OperatingSystem/unix`` for a script.
    public let operatingSystem: OperatingSystem
    /// The processors, in the order of the program's file; empty if any will do.
    public let architectures: [Architecture]

    /// The platform of a script.
    public static let anyUnix = Platform(operatingSystem: .unix, architectures: [])
    /// The platform of a program in an unknown format.
    public static let unknown = Platform(operatingSystem: .unknown, architectures: [])

    /// Makes a platform.
    public init(operatingSystem: OperatingSystem, architectures: [Architecture]) {
        self.operatingSystem = operatingSystem
        self.architectures = architectures
    }

    /// Why a program for this platform does not run on a machine; `nil` if it does.
    public func misfit(on machine: Machine) -> Misfit? {
        let fits =
            machine.operatingSystem.runs(programsFor: operatingSystem) && operatingSystem != .unknown
            && (architectures.isEmpty || architectures.contains(machine.architecture))
        return fits ? nil : Misfit(platform: self, machine: machine)
    }

    /// Such as “iOS (arm64, arm)”, or “Unix” if any processor will do.
    public var description: String {
        let names = architectures.map { $0.name(on: operatingSystem) }.joined(separator: ", ")
        return architectures.isEmpty ? "\(operatingSystem)" : "\(operatingSystem) (\(names))"
    }
}

/// Why a program does not run on a machine.
public struct Misfit: Hashable, Sendable {
    /// The program's platform.
    public let platform: Platform
    /// The machine that does not run it.
    public let machine: Machine

    /// A sentence that names the app, such as “Rooms” runs on iOS (arm64); this machine is Linux (x86_64).
    public func sentence(about name: String) -> String {
        guard platform.operatingSystem != .unknown else {
            return "The platform of \(PlainText.quoted(name)) is unknown: its executable is in no known format."
        }
        return "\(PlainText.quoted(name)) runs on \(platform); this machine is \(machine)."
    }
}

/// A processor's instruction set, such as `x86_64`.
///
/// The identifier has 1 to 32 lowercase letters, digits, `_`, `-` and single spaces between them. An architecture without a constant
/// here is named by its number in the program's header: `machine 243`.
public struct Architecture: Hashable, Sendable, CustomStringConvertible {
    /// The identifier, which is also its name on most systems: see ``name(on:)``.
    public let description: String

    /// AMD and Intel, 64 bits.
    public static let x86_64 = Architecture(known: "x86_64")
    /// Intel, 32 bits.
    public static let i386 = Architecture(known: "i386")
    /// ARM, 64 bits, which Linux calls aarch64.
    public static let arm64 = Architecture(known: "arm64")
    /// ARM, 64 bits, with signed pointers, as Apple's own programs use it.
    public static let arm64e = Architecture(known: "arm64e")
    /// ARM, 32 bits.
    public static let arm = Architecture(known: "arm")

    /// Checks an identifier from outside; `aarch64` and `amd64` are other names of `arm64` and `x86_64`.
    ///
    /// - Throws: A sentence that names the rule it breaks.
    public init(_ identifier: String) throws(PackageError) {
        guard PlatformIdentifier.isOne(identifier) else {
            throw PackageError(.refused, PlatformIdentifier.refusal(of: identifier, as: "processor architecture"))
        }
        description =
            switch identifier {
            case "aarch64": "arm64"
            case "amd64": "x86_64"
            default: identifier
            }
    }

    /// Its name on a system: Linux has another name for 64-bit ARM, as `uname -m` prints it.
    public func name(on system: OperatingSystem) -> String {
        self == .arm64 && system == .linux ? "aarch64" : description
    }

    init(known identifier: String) { description = identifier }

    /// An architecture without a constant here, named by its number in a program's header.
    static func machine(_ number: some UnsignedInteger) -> Architecture { Architecture(known: "machine \(number)") }
}
