import AppPackage
import Testing

@Suite("Platforms")
struct PlatformTests {
    private static let linux = Machine(operatingSystem: .linux, architecture: .x86_64)
    private static let mac = Machine(operatingSystem: .macOS, architecture: .arm64)

    @Test(
        "A platform fits the machines that run it, and no others",
        arguments: [
            (Platform(operatingSystem: .linux, architectures: [.x86_64]), [linux]),
            (Platform(operatingSystem: .linux, architectures: [.arm64]), []),
            (Platform(operatingSystem: .macOS, architectures: [.x86_64, .arm64]), [mac]),
            (Platform(operatingSystem: .macCatalyst, architectures: [.arm64]), [mac]),
            (Platform(operatingSystem: .darwin, architectures: [.arm64]), [mac]),
            (Platform(operatingSystem: .iOS, architectures: [.arm64]), []),
            (Platform(operatingSystem: .macOS, architectures: [.arm64e]), []),
            (Platform(operatingSystem: .windows, architectures: [.x86_64]), []),
            (.anyUnix, [linux, mac]), (.unknown, []),
        ])
    func fits(platform: Platform, machines: [Machine]) {
        for machine in [Self.linux, Self.mac] {
            #expect((platform.misfit(on: machine) == nil) == machines.contains(machine))
        }
    }

    @Test("The reason why a platform does not fit is given")
    func explains() throws {
        let misfit = try #require(Platform(operatingSystem: .iOS, architectures: [.arm64]).misfit(on: Self.linux))
        #expect(misfit.sentence(about: "Rooms") == "“Rooms” runs on iOS (arm64); this machine is Linux (x86_64).")
        let unknown = try #require(Platform.unknown.misfit(on: Self.linux))
        #expect(unknown.sentence(about: "Rooms").hasPrefix("The platform of “Rooms” is unknown"))
        for misfit in [misfit, unknown] { #expect(!misfit.sentence(about: "\u{1B}[2J").contains("\u{1B}")) }
    }

    @Test("Platform identifiers consist of a few kinds of characters")
    func checksIdentifiers() throws {
        #expect(try OperatingSystem("linux") == .linux)
        #expect(try OperatingSystem("ios").description == "iOS")
        #expect(try Architecture("machine 243").description == "machine 243")
        #expect(try Architecture("aarch64") == .arm64)
        #expect(try Architecture("amd64") == .x86_64)
    }

    @Test("A processor has the name that its operating system uses")
    func namesProcessors() {
        #expect("\(Platform(operatingSystem: .linux, architectures: [.arm64, .arm]))" == "Linux (aarch64, arm)")
        #expect("\(Platform(operatingSystem: .macOS, architectures: [.arm64]))" == "macOS (arm64)")
        #expect("\(Machine(operatingSystem: .linux, architecture: .arm64))" == "Linux (aarch64)")
    }

    @Test(
        "Malformed platform identifiers are refused",
        arguments: ["", " ", "Linux", "a  b", " a", "a ", "a\n", "é", "a/b", String(repeating: "a", count: 33)])
    func refusesIdentifiers(text: String) {
        #expect(throws: PackageError.self) { try OperatingSystem(text) }
        #expect(throws: PackageError.self) { try Architecture(text) }
    }
}
