import AppGroup
import AppGroupTerminal
import ArgumentParser

extension CompletionKind {
    /// The identifiers and names of the apps.
    static let apps = words { family, _ in
        try family.apps(order: .frecency, including: .all).flatMap { ["\($0.id)", "\($0.name)"] }
    }
    /// The same, and each app's actions once the word has the `#` for them.
    static let openable = words { family, word in
        try family.apps(order: .frecency, including: .all).flatMap { app in
            let names = ["\(app.id)", "\(app.name)"]
            return word.contains("#") ? names.flatMap { name in app.actions.map { "\(name)#\($0.id)" } } : names
        }
    }
    /// The identifiers and names of the apps that were installed from packages.
    static let installed = words { family, _ in
        try family.apps(order: .name, including: .all).filter(\.record.isInstalledPackage)
            .flatMap { ["\($0.id)", "\($0.name)"] }
    }
    /// The identifiers and names of what may be installed from a store.
    static let offered = words { family, _ in try family.offers().flatMap { ["\($0.app)", "\($0.name)"] } }
    /// The identifiers of the apps.
    static let appIDs = CompletionKind.shellCommand("launcher list --all --format tsv 2>/dev/null | cut -f 1")

    /// What a list has of each family, given the word so far. A family that cannot be read has nothing.
    private static func words(_ list: @escaping @Sendable (Registry, String) throws -> [String]) -> CompletionKind {
        .custom { _, _, word in
            let families = (try? GroupOptions.parse([]).families()) ?? []
            return families.flatMap { (try? list($0, word)) ?? [] }
                .map { CompletionWord.literal($0, for: .requesting) }
        }
    }
}
