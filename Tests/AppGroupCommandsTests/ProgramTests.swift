import AppGroup
import AppGroupCommands
import ArgumentParser
import Testing

/// Runs programs in other processes and checks how they end.
@Suite struct ProgramTests {
    struct Brew: ParsableCommand {
        static let configuration = CommandConfiguration.leaf("brew", "Brew it.")

        @Option(help: "How hot.") var degrees = 100
    }

    /// An error type like those of other modules.
    struct TooHot: ReportableError {
        let description = "The pot \u{1B}[31m is too hot. Wait."
        let exitStatus: AppExitStatus = 76
    }

    private static func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

    @Test func `An error of any module is printed without control characters and determines the exit status`() async {
        let result = await #expect(processExitsWith: .exitCode(76), observing: [\.standardErrorContent]) {
            Program.leave(Brew.self, TooHot())
        }
        let said = Self.text(result?.standardErrorContent)
        #expect(said == "launcher: The pot ␛[31m is too hot. Wait.\n")
    }

    @Test func `Errors of the library and misuse have different exit statuses`() async {
        await #expect(processExitsWith: .exitCode(66)) {
            Program.leave(Brew.self, AppGroupError(.noSuchApp, "There is no app “tea”."))
        }
        await #expect(processExitsWith: .exitCode(64)) {
            Program.leave(Brew.self, Misuse("Say which."))
        }
    }

    @Test func `A command that throws a status ends without a message`() async {
        let result = await #expect(processExitsWith: .exitCode(3), observing: [\.standardErrorContent]) {
            Talk.say("Brewing.")
            Program.leave(Brew.self, ExitCode(3))
        }
        let said = Self.text(result?.standardErrorContent)
        #expect(said == "launcher: Brewing.\n")
    }

    @Test func `A program that is not launcher signs its messages with its own name`() async {
        let result = await #expect(processExitsWith: .exitCode(76), observing: [\.standardErrorContent]) {
            Talk.speak(as: "pot-server")
            Program.leave(Brew.self, TooHot())
        }
        let said = Self.text(result?.standardErrorContent)
        #expect(said.hasPrefix("pot-server: The pot"))
    }

    @Test func `An error of the parser names the whole command and shows what was typed`() async {
        let result = await #expect(processExitsWith: .exitCode(64), observing: [\.standardErrorContent]) {
            do { _ = try Brew.parseAsRoot(["--degrees", "\u{1B}]"]) } catch { Program.leave(Brew.self, error) }
        }
        let complaint = Self.text(result?.standardErrorContent)
        #expect(complaint.contains("'␛]'"))
        #expect(complaint.hasSuffix("  See 'launcher brew --help' for more information.\n"))
    }
}
