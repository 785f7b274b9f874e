public import ArgumentParser

extension CompletionKind {
    /// The groups of this user.
    public static let groups = CompletionKind.shellCommand("launcher groups --format tsv 2>/dev/null | cut -f 1")
}
