/// A machine, by the features that matter to programs.
public struct Machine: Hashable, Sendable, CustomStringConvertible {
    /// Its operating system.
    public let operatingSystem: OperatingSystem
    /// Its processor.
    public let architecture: Architecture

    /// Makes a machine.
    public init(operatingSystem: OperatingSystem, architecture: Architecture) {
        self.operatingSystem = operatingSystem
        self.architecture = architecture
    }

    /// The machine that this program was built for and therefore runs on.
    public static let current = Machine(operatingSystem: currentSystem, architecture: currentArchitecture)

    #if os(macOS)
    private static let currentSystem = OperatingSystem.macOS
    #elseif os(Linux)
    private static let currentSystem = OperatingSystem.linux
    #elseif os(FreeBSD)
    private static let currentSystem = OperatingSystem.freeBSD
    #else
    private static let currentSystem = OperatingSystem.unknown
    #endif

    #if arch(x86_64)
    private static let currentArchitecture = Architecture.x86_64
    #elseif arch(arm64)
    private static let currentArchitecture = Architecture.arm64
    #elseif arch(i386)
    private static let currentArchitecture = Architecture.i386
    #elseif arch(arm)
    private static let currentArchitecture = Architecture.arm
    #else
    private static let currentArchitecture = Architecture(known: "unknown")
    #endif

    /// Such as “Linux (x86_64)”.
    public var description: String { "\(operatingSystem) (\(architecture.name(on: operatingSystem)))" }
}
