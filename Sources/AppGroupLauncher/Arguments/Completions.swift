import AppGroup
import AppGroupCommands
import ArgumentParser

/// Words offered as shell completions. Text that a tool registered must reach the command line unchanged.
enum CompletionWord {
    /// Escapes a word so that the shell's completion takes it literally.
    ///
    /// The script for bash passes the words to `compgen -W`, which expands them like the shell, including command
    /// substitution. The script for zsh passes them to `_describe`, where a colon ends the word. fish takes them
    /// unchanged.
    static func literal(_ word: String, for shell: CompletionShell?) -> String {
        switch shell {
        case .bash: escaping(word) { $0.isASCII && !isPlain($0) }
        case .zsh: escaping(word) { $0 == ":" || $0 == "\\" }
        default: word
        }
    }

    private static func escaping(_ word: String, where needsEscape: (Unicode.Scalar) -> Bool) -> String {
        var result = String.UnicodeScalarView()
        for scalar in word.unicodeScalars {
            if needsEscape(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
        default: false
        }
    }
}

extension CompletionWord {
    /// The word that completes what was typed, and is spelled as typed: commands ignore the case of letters, but bash and zsh offer
    /// only words that begin exactly so. `nil` if the word does not begin like that.
    ///
    /// In a name, `é` may be an `e` with an accent that follows it. Such a name begins with a typed `é`, and with an `e`, up to which
    /// bash may have completed it.
    static func spelled(_ word: String, as typed: String) -> String? {
        let scalars = word.unicodeScalars
        let ends = [
            word.index(word.startIndex, offsetBy: typed.count, limitedBy: word.endIndex),
            scalars.index(scalars.startIndex, offsetBy: typed.unicodeScalars.count, limitedBy: scalars.endIndex),
        ]
        return ends.compactMap(\.self).first { String(scalars[..<$0]).lowercased() == typed.lowercased() }
            .map { typed + String(scalars[$0...]) }
    }
}

extension CompletionWord {
    /// A word as the shell would pass it to the program, without quotes and backslashes. A quote that is still open ends with
    /// the word.
    static func unquoted(_ word: String) -> String {
        var result = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            if isEscaped {
                result.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else {
                result.append(character)
            }
        }
        return result
    }
}

/// A command line in which one word is being completed.
struct CompletedLine {
    /// The beginning of that word.
    let typed: String
    /// The group that `--group` names; `nil` if it does not.
    private(set) var group: String?
    /// The words before the completed one that are neither options nor values of `--group` or `--type`: the program, the command,
    /// its arguments.
    private(set) var words: [String] = []

    /// - Parameters:
    ///   - line: All words, as they were typed.
    ///   - place: The place of the completed word among them.
    ///   - typed: The beginning of that word.
    init(_ line: [String], place: Int, typed: String) {
        self.typed = CompletionWord.unquoted(typed)
        var rest = line.enumerated().map { (isBefore: $0 < place, isCompleted: $0 == place, text: $1) }[...]
        while let word = rest.popFirst() {
            if word.isCompleted { continue }
            if ["--group", "-g", "--type"].contains(word.text) {
                // bash separates an equals sign from the words on both sides.
                if rest.first?.text == "=" { rest.removeFirst() }
                guard let value = rest.first, !value.isCompleted else { continue }
                if word.text != "--type" { group = CompletionWord.unquoted(value.text) }
                rest.removeFirst()
            } else if word.text.hasPrefix("--group=") {
                group = CompletionWord.unquoted(String(word.text.dropFirst("--group=".count)))
            } else if word.isBefore, !word.text.hasPrefix("-") {
                words.append(CompletionWord.unquoted(word.text))
            }
        }
    }

    /// The registries of the group, or of all; empty if there is no such group.
    var registries: [Registry] { (try? GroupOptions.registries(named: group)) ?? [] }

    /// Of each of several lists of words that mean the same, the first word that begins as typed. It is spelled as typed,
    /// because commands ignore the case of letters, but bash and zsh offer only words that begin exactly so.
    func candidates(_ synonyms: [[String]]) -> [String] {
        synonyms.compactMap { words in words.lazy.compactMap { CompletionWord.spelled($0, as: typed) }.first }
    }
}

extension CompletionKind {
    /// Completes the names of the apps. An app is offered by its scheme or its id if only these begin as typed.
    static let apps = names { registry, _ in try registry.apps(order: .frecency, including: .all).map(\.words) }
    /// Completes the same, and each app's actions after a `#`.
    static let openable = names { registry, line in
        let wantsActions = line.typed.contains("#")
        return try registry.apps(order: .frecency, including: .all).flatMap { app in
            let actions = wantsActions ? app.actions : []
            return [app.words] + actions.map { action in app.words.map { "\($0)#\(action.id)" } }
        }
    }
    /// Completes the names of the apps that were installed from packages, or their schemes or ids.
    static let installed = names { registry, _ in
        try registry.apps(order: .name, including: .all).filter(\.record.isInstalledPackage).map(\.words)
    }
    /// Completes the names of the apps that a server offers, or their ids.
    static let offered = names { registry, _ in try registry.offers().map { ["\($0.name)", "\($0.app)"] } }
    /// Completes the identifiers of the apps.
    static let appIDs = CompletionKind.shellCommand("launcher list --all --format tsv 2>/dev/null | cut -f 1")
    /// Completes the keys of the fields of the app that was named before, or of all apps if the command takes none.
    static let fields = words { line in
        let apps = line.registries.flatMap { (try? $0.apps(order: .name, including: .all)) ?? [] }
        // The words begin with “launcher field get” or the like.
        let meant = line.words.dropFirst(3).first.map { AppQuery.matches($0, in: apps) } ?? apps
        return meant.flatMap(\.fields.keys).map(\.description).sorted()
    }
    /// Completes the keys of the settings that groups have, and of those with a meaning for every group.
    static let settings = words { line in
        let keys = line.registries.flatMap { (try? $0.settings()).map { Array($0.keys) } ?? [] }
        return (GroupAppearance.keys + [HomeReturn.key] + keys).map(\.description).sorted()
    }
    /// Completes the values of a setting with a meaning for every group.
    static let settingValues = words { line in
        // The words begin with “launcher settings set”.
        guard let key = line.words.dropFirst(3).first.flatMap({ try? FieldKey($0) }) else { return [] }
        return key == HomeReturn.key ? HomeReturn.values : GroupAppearance.values(of: key)
    }

    /// Completes names: for each registry, a list returns for each thing the words that name it. A registry that cannot be
    /// read is skipped.
    private static func names(
        _ list: @escaping @Sendable (Registry, CompletedLine) throws -> [[String]]
    ) -> CompletionKind {
        words { line in line.registries.flatMap { line.candidates((try? list($0, line)) ?? []) } }
    }

    private static func words(_ list: @escaping @Sendable (CompletedLine) -> [String]) -> CompletionKind {
        .custom { words, place, typed in
            var known: Set<String> = []
            return list(CompletedLine(words, place: place, typed: typed)).filter { known.insert($0).inserted }
                .map { CompletionWord.literal($0, for: .requesting) }
        }
    }
}

extension AppEntry {
    /// The words that name the app, the most readable first: its name, its schemes, and its identifier.
    fileprivate var words: [String] { ["\(self.name)"] + self.schemes.map(\.description) + ["\(self.id)"] }
}
