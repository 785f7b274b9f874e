import ArgumentParser

extension CompletionKind {
    /// The identifiers and names of the apps.
    static let apps = CompletionKind.shellCommand(
        "launcher list --all --format tsv 2>/dev/null | cut -f 1,2 | tr '\\t' '\\n'")
    /// The identifiers of the apps.
    static let appIDs = CompletionKind.shellCommand("launcher list --all --format tsv 2>/dev/null | cut -f 1")
    /// The groups of this user.
    static let groups = CompletionKind.shellCommand("launcher groups --format tsv 2>/dev/null | cut -f 1")
}
