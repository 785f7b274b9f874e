/// The refusals of an archive, each a sentence with what to do next.
enum ArchiveFault {
    private static let repacking = "pack the app again with “launcher pack Name.app -o Name.ipa”"

    /// Something is wrong with an entry. The problem continues the sentence “The archive's entry “…” …”.
    static func entry(_ name: some StringProtocol, _ problem: String) -> PackageError {
        PackageError(.refused, "The archive's entry \(Quoted.text(name)) \(problem); \(repacking).")
    }

    /// Something is wrong with the whole. The problem continues the sentence “The archive …”.
    static func archive(_ problem: String) -> PackageError {
        PackageError(.refused, "The archive \(problem); \(repacking).")
    }

    /// The same refusal for who packed the app just now, and has its folder to change.
    static func forAuthor(_ error: PackageError, of folder: String) -> PackageError {
        let ending = "; \(repacking)."
        guard error.code == .refused, error.description.hasSuffix(ending) else { return error }
        let problem = error.description.dropLast(ending.count)
        return PackageError(.refused, "\(problem); change that in \(Quoted.text(folder)), and pack it again.")
    }

    /// The file did not arrive whole, or is something else. The problem continues the sentence “The file …”.
    static func file(_ problem: String) -> PackageError {
        PackageError(.refused, "The file \(problem); fetch it again from where it comes.")
    }
}
