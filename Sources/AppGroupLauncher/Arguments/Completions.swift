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
    /// The word that completes what was typed. If it begins like that but for the case of letters, it is spelled as typed: commands
    /// ignore that case, but bash and zsh offer only words that begin exactly so.
    static func spelled(_ word: String, as typed: String) -> String {
        let beginning = word.prefix(typed.count)
        return beginning.lowercased() == typed.lowercased() ? typed + word.dropFirst(beginning.count) : word
    }
}

extension CompletionKind {
    /// Completes the identifiers, names and schemes of the apps.
    static let apps = names { registry, _ in
        try registry.apps(order: .frecency, including: .all).flatMap(\.words)
    }
    /// Completes the same, and each app's actions after a `#`.
    static let openable = names { registry, word in
        try registry.apps(order: .frecency, including: .all).flatMap { app in
            word.contains("#") ? app.words.flatMap { name in app.actions.map { "\(name)#\($0.id)" } } : app.words
        }
    }
    /// Completes the identifiers, names and schemes of the apps that were installed from packages.
    static let installed = names { registry, _ in
        try registry.apps(order: .name, including: .all).filter(\.record.isInstalledPackage).flatMap(\.words)
    }
    /// Completes the identifiers and names of the apps that a server offers.
    static let offered = names { registry, _ in try registry.offers().flatMap { ["\($0.app)", "\($0.name)"] } }
    /// Completes the identifiers of the apps.
    static let appIDs = CompletionKind.shellCommand("launcher list --all --format tsv 2>/dev/null | cut -f 1")
    /// Completes the keys of the fields that apps have.
    static let fields = words { registry, _ in
        try registry.apps(order: .name, including: .all).flatMap(\.fields.keys).map(\.description).sorted()
    }
    /// Completes the keys of the settings that groups have, and of those with a meaning for every group.
    static let settings = words { registry, _ in
        try (GroupAppearance.keys + registry.settings().keys).map(\.description).sorted()
    }

    /// Completes words whose case does not count.
    private static func names(_ list: @escaping @Sendable (Registry, String) throws -> [String]) -> CompletionKind {
        words { registry, typed in try list(registry, typed).map { CompletionWord.spelled($0, as: typed) } }
    }

    /// Completes the words that `list` returns for each registry, given the word so far. A registry that cannot be read
    /// is skipped.
    private static func words(_ list: @escaping @Sendable (Registry, String) throws -> [String]) -> CompletionKind {
        .custom { _, _, word in
            let registries = (try? GroupOptions.parse([]).registries()) ?? []
            var known: Set<String> = []
            return registries.flatMap { (try? list($0, word)) ?? [] }.filter { known.insert($0).inserted }
                .map { CompletionWord.literal($0, for: .requesting) }
        }
    }
}

extension AppEntry {
    /// The words that name the app: its identifier, its name, and the schemes that are spelled otherwise.
    fileprivate var words: [String] {
        let name = "\(self.name)"
        return ["\(self.id)", name] + self.schemes.map(\.description).filter { $0 != name.lowercased() }
    }
}
