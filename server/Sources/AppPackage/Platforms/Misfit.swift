/// Why a program does not run on a machine.
public struct Misfit: Hashable, Sendable {
    /// What the program is made for.
    public let platform: Platform
    /// Where it was to run.
    public let machine: Machine

    /// A sentence that names the app, such as “Rooms” runs on iOS (arm64); this machine is Linux (x86_64).
    public func sentence(about name: String) -> String {
        guard platform.operatingSystem != .unknown else {
            return "What \(Quoted.text(name)) runs on cannot be told: its executable is in none of the known formats."
        }
        return "\(Quoted.text(name)) runs on \(platform); this machine is \(machine)."
    }
}
