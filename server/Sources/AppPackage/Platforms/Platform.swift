/// What a program runs on: an operating system, on one or more kinds of processor.
public struct Platform: Hashable, Sendable, CustomStringConvertible {
    /// The operating system; ``OperatingSystem/unix`` for a script.
    public let operatingSystem: OperatingSystem
    /// The processors, in the order in which the program's file has them; empty where any will do.
    public let architectures: [Architecture]

    /// What a script runs on.
    public static let anyUnix = Platform(operatingSystem: .unix, architectures: [])
    /// What a program runs on that is in none of the known formats.
    public static let unknown = Platform(operatingSystem: .unknown, architectures: [])

    /// Makes a platform.
    public init(operatingSystem: OperatingSystem, architectures: [Architecture]) {
        self.operatingSystem = operatingSystem
        self.architectures = architectures
    }

    /// Why what is made for this platform does not run on a machine; `nil` where it does.
    public func misfit(on machine: Machine) -> Misfit? {
        let fits =
            machine.operatingSystem.runs(programsFor: operatingSystem) && operatingSystem != .unknown
            && (architectures.isEmpty || architectures.contains(machine.architecture))
        return fits ? nil : Misfit(platform: self, machine: machine)
    }

    /// Such as “iOS (arm64, arm)”, or “Unix” where any processor will do.
    public var description: String {
        let names = architectures.map { $0.name(on: operatingSystem) }.joined(separator: ", ")
        return architectures.isEmpty ? "\(operatingSystem)" : "\(operatingSystem) (\(names))"
    }
}
