import AppGroup
import AppGroupTerminal
import ArgumentParser

/// Subcommands that are programs of their own, in the manner of git and cargo: `launcher X` runs `launcher-X`, or
/// `launcher-store X` for the words of the store, found beside this program or in `PATH`.
enum ExternalCommand {
    /// The words that the store's client answers to.
    static let storeWords: Set<String> = [
        "login", "logout", "password", "catalog", "inspect", "pack", "publish", "install", "packages", "update",
        "rollback", "remove", "uninstall",
    ]

    /// What keeps badges on docks: a program of ours that comes with a package of its own.
    private static let bridgeWord = "badge-bridge"

    /// Hands over to the program that the first word names. Returns, with nothing done, only where that word is no
    /// external command's: an option, or a word that the tree of commands knows.
    static func runIfNamed(_ arguments: [String]) {
        guard let word = arguments.first, !word.hasPrefix("-") else { return }
        // The store's are none of ours; to look through ours takes a third of a start.
        if storeWords.contains(word) { return handOver(word, arguments) }
        guard !isOurs(word) else { return }
        guard word == "help" else { return handOver(word, arguments) }
        let subject = arguments.dropFirst().first
        guard let subject, storeWords.contains(subject) || subject == bridgeWord else { return refuseUnknown(subject) }
        handOver(subject, [subject, "--help"])
    }

    /// Runs the store's client in this terminal, and waits for it.
    ///
    /// - Returns: Its exit status.
    static func runStore(_ arguments: [String]) -> Int32 {
        guard let program = find("launcher-store") else {
            Talk.say(missingStore(arguments.first ?? ""))
            return 69
        }
        do {
            return try Processes.runInForeground(
                Processes.Program(executable: program, arguments: arguments, environment: .current))
        } catch {
            Talk.say("\(program) could not be started: \(error.message).")
            return 69
        }
    }

    private static func missingStore(_ word: String) -> String {
        "“\(word)” is a command of the store's client, launcher-store, which is not installed. "
            + "Put it beside launcher or into PATH."
    }

    private static func handOver(_ word: String, _ arguments: [String]) {
        let isStores = storeWords.contains(word)
        let name = isStores ? "launcher-store" : "launcher-\(word)"
        guard !word.contains("/"), let program = find(name) else {
            if isStores {
                Talk.say(missingStore(word))
            } else if word == bridgeWord {
                Talk.say("“\(word)” is what \(name) does, which is not installed. Put it beside launcher or into PATH.")
            } else {
                Talk.say("There is no command “\(word)”. What there is: launcher help")
            }
            ThisProcess.exit(isStores || word == bridgeWord ? 69 : 64)
        }
        let rest = isStores ? arguments : Array(arguments.dropFirst())
        do {
            try Processes.replaceSelf(
                with: Processes.Program(executable: program, arguments: rest, environment: .current))
        } catch {
            Talk.say("\(program) could not be started: \(error.message).")
            ThisProcess.exit(69)
        }
    }

    /// Help on a word that names nothing here would be help on everything.
    private static func refuseUnknown(_ word: String?) {
        guard let word, !word.hasPrefix("-"), !isOurs(word) else { return }
        Talk.say("There is no help on “\(word)” here. What there is: launcher help")
        ThisProcess.exit(64)
    }

    private static func isOurs(_ word: String) -> Bool {
        let root = RootCommand.configuration
        let commands = root.subcommands + root.groupedSubcommands.flatMap(\.subcommands)
        return commands.contains { $0.configuration.commandName == word }
    }

    /// The program of that name beside this one, else in `PATH`.
    static func find(_ name: String) -> String? {
        let beside = ThisProcess.executable.map { "\(Paths.parent(of: $0))/\(name)" }
        if let beside, Files.isExecutable(beside) { return beside }
        return ProcessEnvironment.current.executable(named: name)
    }
}
