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

extension CompletionKind {
    /// Completes the identifiers and names of the apps.
    static let apps = words { registry, _ in
        try registry.apps(order: .frecency, including: .all).flatMap { ["\($0.id)", "\($0.name)"] }
    }
    /// Completes the same, and each app's actions after a `#`.
    static let openable = words { registry, word in
        try registry.apps(order: .frecency, including: .all).flatMap { app in
            let names = ["\(app.id)", "\(app.name)"]
            return word.contains("#") ? names.flatMap { name in app.actions.map { "\(name)#\($0.id)" } } : names
        }
    }
    /// Completes the identifiers and names of the apps that were installed from packages.
    static let installed = words { registry, _ in
        try registry.apps(order: .name, including: .all).filter(\.record.isInstalledPackage)
            .flatMap { ["\($0.id)", "\($0.name)"] }
    }
    /// Completes the identifiers and names of the apps that a server offers.
    static let offered = words { registry, _ in try registry.offers().flatMap { ["\($0.app)", "\($0.name)"] } }
    /// Completes the identifiers of the apps.
    static let appIDs = CompletionKind.shellCommand("launcher list --all --format tsv 2>/dev/null | cut -f 1")

    /// Completes the words that `list` returns for each registry, given the word so far. A registry that cannot be read
    /// is skipped.
    private static func words(_ list: @escaping @Sendable (Registry, String) throws -> [String]) -> CompletionKind {
        .custom { _, _, word in
            let registries = (try? GroupOptions.parse([]).registries()) ?? []
            return registries.flatMap { (try? list($0, word)) ?? [] }
                .map { CompletionWord.literal($0, for: .requesting) }
        }
    }
}
