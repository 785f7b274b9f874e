import AppGroup
import AppGroupCommands
import AppGroupPlatform
import ArgumentParser

/// Subcommands that are separate programs, as in git and cargo: `launcher X` runs `launcher-X`, and the catalog
/// client's words run `launcher-store X`. The program is found beside this one or in `PATH`.
enum ExternalCommand {
    /// The words that the catalog client answers to.
    static let storeWords: Set<String> = [
        "login", "logout", "password", "catalog", "inspect", "pack", "publish", "install", "packages", "update",
        "rollback", "remove", "uninstall",
    ]

    /// The programs that work for the desktop: for docks and for searches. They are ours, but are installed separately.
    private static let desktopWords = ["badge-bridge", "search"]

    /// Replaces this process with the program that the first word names, or ends it with an error if there is none.
    ///
    /// Returns without doing anything if the word is an option or one of our own commands.
    ///
    /// - Parameters:
    ///   - ownNames: The commands of `launcher` itself. They are only collected if they are needed: that takes a third of
    ///     a start.
    ///   - subcommands: The commands below one of these.
    static func runIfNamed(_ arguments: [String], ownNames: () -> [String], subcommands: (String) -> [String]) {
        guard let word = arguments.first, !word.hasPrefix("-") else { return }
        if storeWords.contains(word) { return runStoreWord(word, arguments) }
        let names = ownNames()
        guard !names.contains(word) else { return refuse(arguments.dropFirst().first, of: word, subcommands(word)) }
        guard word == "help" else { return runProgram(word, arguments, ownNames: names) }
        guard let subject = arguments.dropFirst().first, subject != "help", !subject.hasPrefix("-") else { return }
        if storeWords.contains(subject) { return runStoreWord(subject, [subject, "--help"]) }
        guard !names.contains(subject) else { return }
        guard desktopWords.contains(subject) || program(for: subject) != nil else {
            Talk.say("There is no help for “\(subject)”. \(hint(for: subject, names))")
            Program.end(with: .usage)
        }
        runProgram(subject, [subject, "--help"], ownNames: names)
    }

    /// Replaces this process with the catalog client, or ends it with status 69 if the client is not installed.
    static func runStoreWord(_ word: String, _ arguments: [String]) {
        guard let program = Program.find("launcher-store") else {
            Talk.say(missingStore(word))
            Program.end(with: .unavailable)
        }
        replaceSelf(program, arguments)
    }

    /// Runs the catalog client in this terminal and waits for it.
    ///
    /// - Returns: Its exit status.
    static func runStore(_ arguments: [String]) -> AppExitStatus {
        guard let program = Program.find("launcher-store") else {
            Talk.say(missingStore(arguments.first ?? ""))
            return .unavailable
        }
        do {
            return AppExitStatus(
                clamping: try Processes.runInForeground(
                    Processes.Program(executable: program, arguments: arguments, environment: .current)))
        } catch {
            Talk.say("\(program) could not be started: \(error.message).")
            return .unavailable
        }
    }

    private static func missingStore(_ word: String) -> String {
        "The command “\(word)” needs launcher-store, which is not installed. Put it beside launcher or into PATH."
    }

    private static func runProgram(_ word: String, _ arguments: [String], ownNames: [String]) {
        guard let program = program(for: word) else {
            if desktopWords.contains(word) { return runDesktopProgram(word, []) }
            Talk.say("There is no command “\(word)”. \(hint(for: word, ownNames, orApp: true))")
            Program.end(with: .usage)
        }
        replaceSelf(program, Array(arguments.dropFirst()))
    }

    /// The program that a word runs.
    private static func program(for word: String) -> String? {
        word.contains("/") ? nil : Program.find("launcher-\(word)")
    }

    /// Replaces this process with a program that works for the desktop, or ends it with status 69 if that is not installed.
    static func runDesktopProgram(_ word: String, _ arguments: [String]) {
        guard let program = Program.find("launcher-\(word)") else {
            Talk.say(
                "The command “\(word)” needs launcher-\(word), which is not installed. "
                    + "Put it beside launcher or into PATH.")
            Program.end(with: .unavailable)
        }
        replaceSelf(program, arguments)
    }

    /// Ends this process if the second word names no subcommand of the first, which has some. Options are left to
    /// ArgumentParser.
    private static func refuse(_ second: String?, of word: String, _ known: [String]) {
        guard let second, !second.hasPrefix("-"), !known.isEmpty, !known.contains(second) else { return }
        let similar = SimilarWords.question(
            second, in: Dictionary(known.map { ($0, "\(word) \($0)") }) { first, _ in first })
        Talk.say("There is no command “\(word) \(second)”. \(similar)See launcher \(word) --help.")
        Program.end(with: .usage)
    }

    private static func replaceSelf(_ program: String, _ arguments: [String]) {
        do {
            try Processes.replaceSelf(
                with: Processes.Program(executable: program, arguments: arguments, environment: .current))
        } catch {
            Talk.say("\(program) could not be started: \(error.message).")
            Program.end(with: .unavailable)
        }
    }

    /// The advice about an unknown word: `Did you mean “open”? See launcher help.`
    ///
    /// - Parameter orApp: Whether the word may be a URL or the name of an app.
    private static func hint(for word: String, _ ownNames: [String], orApp: Bool = false) -> String {
        if let meant = synonyms[word] { return "Did you mean “\(meant)”? See launcher help." }
        if orApp, AppURL.looksLikeURL(word) { return "To open the URL: launcher open \(ShellWords.line([word]))" }
        let known = ownNames + storeWords.sorted() + desktopWords + ["help"] + otherPrograms
        let similar = SimilarWords.question(word, in: known)
        if similar.isEmpty, orApp, let app = try? GroupOptions.parse([]).app(word).app,
            word.count > 1 || "\(app.name)" == word
        {
            return "To open the app “\(app.name)”: launcher open \(app.id)"
        }
        return "\(similar)See launcher help."
    }

    /// Words of other programs for the same things.
    private static let synonyms = [
        "add": "install", "completion": "--generate-completion-script bash",
        "completions": "--generate-completion-script bash", "config": "settings", "delete": "remove", "ls": "list",
        "rm": "remove", "run": "open", "start": "open", "unhide": "show", "upgrade": "update", "version": "--version",
    ]

    /// The words that run programs which are not part of this project.
    private static var otherPrograms: [String] {
        let prefix = "launcher-"
        let beside = ThisProcess.executable.map { [String(Paths.parent(of: $0))] } ?? []
        return (beside + ProcessEnvironment.current.searchPath).flatMap { folder -> [String] in
            let names = ((try? Files.entries(of: folder)) ?? []).filter {
                $0.hasPrefix(prefix) && $0 != "launcher-store"
            }
            return names.filter { Files.isExecutable("\(folder)/\($0)") }.map { String($0.dropFirst(prefix.count)) }
        }
    }
}
