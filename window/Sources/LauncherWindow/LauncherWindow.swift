import AppGroupPlatform
import CAdwaita

/// The program behind `launcher window`, which has parsed the arguments.
@main
enum LauncherWindow {
    static func main() {
        app_group_limit_heaps()
        let words = Array(CommandLine.arguments.dropFirst())
        let status = MainActor.assumeIsolated { () -> Int32 in
            if let word = words.first, ["--help", "-h", "--version"].contains(word) { describe(word) }
            do { return try WindowProgram.run(words) } catch { return WindowProgram.report(error) }
        }
        ThisProcess.exit(status)
    }

    /// Replaces this process with `launcher`, which has the help and the version, if it is installed.
    @MainActor
    private static func describe(_ word: String) {
        guard let launcher = ProcessEnvironment.current.program(nearestNamed: "launcher") else { return }
        let words = word == "--version" ? [word] : ["window", "--help"]
        try? Processes.replaceSelf(
            with: Processes.Program(executable: launcher, arguments: words, environment: .current))
    }
}
