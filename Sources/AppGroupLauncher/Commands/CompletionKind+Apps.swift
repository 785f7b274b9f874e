import AppGroup
import AppGroupTerminal
import ArgumentParser

extension CompletionKind {
    /// The identifiers and names of the apps.
    static let apps = CompletionKind.custom { _, _, _ in
        let families = (try? GroupOptions.parse([]).families()) ?? []
        let apps = families.flatMap { (try? $0.apps(order: .frecency, including: .all)) ?? [] }
        return apps.flatMap { ["\($0.id)", "\($0.name)"] }.map { CompletionWord.literal($0, for: .requesting) }
    }
    /// The same, and each app's actions once the word has the `#` for them.
    static let openable = CompletionKind.custom { _, _, word in
        let families = (try? GroupOptions.parse([]).families()) ?? []
        let apps = families.flatMap { (try? $0.apps(order: .frecency, including: .all)) ?? [] }
        let words = apps.flatMap { app in
            let names = ["\(app.id)", "\(app.name)"]
            return word.contains("#") ? names.flatMap { name in app.actions.map { "\(name)#\($0.id)" } } : names
        }
        return words.map { CompletionWord.literal($0, for: .requesting) }
    }
    /// The identifiers and names of the apps that were installed from packages.
    static let installed = CompletionKind.custom { _, _, _ in
        let families = (try? GroupOptions.parse([]).families()) ?? []
        let apps = families.flatMap { (try? $0.apps(order: .name, including: .all)) ?? [] }
        return apps.filter(\.record.isInstalledPackage).flatMap { ["\($0.id)", "\($0.name)"] }
            .map { CompletionWord.literal($0, for: .requesting) }
    }
    /// The identifiers and names of what may be installed from a store.
    static let offered = CompletionKind.custom { _, _, _ in
        let families = (try? GroupOptions.parse([]).families()) ?? []
        let offers = families.flatMap { (try? $0.offers()) ?? [] }
        return offers.flatMap { ["\($0.app)", "\($0.name)"] }.map { CompletionWord.literal($0, for: .requesting) }
    }
    /// The identifiers of the apps.
    static let appIDs = CompletionKind.shellCommand("launcher list --all --format tsv 2>/dev/null | cut -f 1")
}
