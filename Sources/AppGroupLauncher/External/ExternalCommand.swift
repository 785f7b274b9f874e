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

    /// The program that keeps badges on docks. It is ours, but is installed separately.
    private static let bridgeWord = "badge-bridge"

    /// Replaces this process with the program that the first word names, or ends it with an error if there is none.
    ///
    /// Returns without doing anything if the word is an option or one of our own commands.
    ///
    /// - Parameter ownNames: The commands of `launcher` itself. They are only collected if they are needed: that takes
    ///   a third of a start.
    static func runIfNamed(_ arguments: [String], ownNames: () -> [String]) {
        guard let word = arguments.first, !word.hasPrefix("-") else { return }
        if storeWords.contains(word) { return runStoreWord(word, arguments) }
        let names = ownNames()
        guard !names.contains(word) else { return }
        guard word == "help" else { return runProgram(word, arguments, ownNames: names) }
        guard let subject = arguments.dropFirst().first, !subject.hasPrefix("-") else { return }
        if storeWords.contains(subject) { return runStoreWord(subject, [subject, "--help"]) }
        guard !names.contains(subject) else { return }
        guard subject == bridgeWord else {
            Talk.say("There is no help for “\(subject)”. \(hint(for: subject, names))")
            ThisProcess.exit(64)
        }
        runProgram(subject, [subject, "--help"], ownNames: names)
    }

    /// Replaces this process with the catalog client, or ends it with status 69 if the client is not installed.
    static func runStoreWord(_ word: String, _ arguments: [String]) {
        guard let program = Program.find("launcher-store") else {
            Talk.say(missingStore(word))
            ThisProcess.exit(69)
        }
        replaceSelf(program, arguments)
    }

    /// Runs the catalog client in this terminal and waits for it.
    ///
    /// - Returns: Its exit status.
    static func runStore(_ arguments: [String]) -> Int32 {
        guard let program = Program.find("launcher-store") else {
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
        "The command “\(word)” needs launcher-store, which is not installed. Put it beside launcher or into PATH."
    }

    private static func runProgram(_ word: String, _ arguments: [String], ownNames: [String]) {
        guard !word.contains("/"), let program = Program.find("launcher-\(word)") else {
            if word == bridgeWord {
                Talk.say(
                    "The command “\(word)” needs launcher-\(word), which is not installed. "
                        + "Put it beside launcher or into PATH.")
                ThisProcess.exit(69)
            }
            Talk.say("There is no command “\(word)”. \(hint(for: word, ownNames))")
            ThisProcess.exit(64)
        }
        replaceSelf(program, Array(arguments.dropFirst()))
    }

    private static func replaceSelf(_ program: String, _ arguments: [String]) {
        do {
            try Processes.replaceSelf(
                with: Processes.Program(executable: program, arguments: arguments, environment: .current))
        } catch {
            Talk.say("\(program) could not be started: \(error.message).")
            ThisProcess.exit(69)
        }
    }

    /// What to do about an unknown word: `Did you mean “open”? See launcher help.`
    private static func hint(for word: String, _ ownNames: [String]) -> String {
        let known = ownNames + storeWords.sorted() + [bridgeWord, "help"]
        let similar = SimilarWords.of(word, in: known).map { "“\($0)”" }
        guard !similar.isEmpty else { return "See launcher help." }
        return "Did you mean \(similar.joined(separator: " or "))? See launcher help."
    }

}

/// Finds the words that someone who mistyped one may have meant.
enum SimilarWords {
    /// The known words nearest to `word`, at most three, in alphabetical order.
    ///
    /// A word is near if it differs in one letter for every three that were typed, and in at least one. If no word is
    /// near, the words that begin with what was typed are taken.
    static func of(_ word: String, in known: [String]) -> [String] {
        let typed = Array(word.lowercased())
        guard typed.count > 1, typed.count <= 32 else { return [] }
        let words = Set(known)
        let distances = words.map { (word: $0, distance: distance(typed, Array($0))) }
        let nearest = distances.map(\.distance).min() ?? .max
        let found =
            nearest <= max(1, typed.count / 3)
            ? distances.filter { $0.distance == nearest }.map(\.word)
            : Array(words.filter { $0.hasPrefix(word.lowercased()) })
        return found.count > 3 ? [] : found.sorted()
    }

    /// How many letters have to be inserted, deleted, replaced, or swapped with their neighbor to make one word of the
    /// other: the optimal string alignment distance.
    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var rows = [Array(0...second.count)]
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (first[i] == second[j] ? 0 : 1))
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
