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
    /// The identifiers of the apps.
    static let appIDs = CompletionKind.shellCommand("launcher list --all --format tsv 2>/dev/null | cut -f 1")
}
