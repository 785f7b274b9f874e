import AppGroup
import ArgumentParser

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
