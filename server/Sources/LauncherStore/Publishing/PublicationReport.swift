import AppCatalog

/// The report to the user who published a release.
struct PublicationReport {
    /// The server's answer.
    let publication: Publication
    let wanted: UnappliedTerms.Wanted
    /// The SHA-256 of the file.
    let sha256: String
    /// The package's identifier from its file, since nothing that the server says may become part of a command.
    let package: String
    let server: ServerAddress

    /// The sentences to print, one per line. If the release had been published before, they tell its terms, which publishing again
    /// does not change, and how to change them.
    var lines: [String] {
        let release = publication.release
        let what = "\(publication.name)\(release.version.map { " \($0)" } ?? "") (\(publication.package))"
        guard publication.existed else {
            let advice = "No grant covers it, so nobody can get it yet: ask the server's administrator for one."
            return ["Published \(what) at \(server), \(publication.terms)."] + publication.removal
                + (publication.granted == false ? [advice] : [])
        }
        return ["\(what) is already published at \(server), from the same file: \(publication.terms)."] + withdrawal
            + unapplied.sentences
    }

    private var withdrawal: [String] {
        guard let reason = publication.withdrawn else { return [] }
        return [
            "It was withdrawn and can no longer be downloaded: \(reason)",
            "To offer it again, at the server: \(unapplied.command("restore"))",
        ]
    }

    private var unapplied: UnappliedTerms {
        UnappliedTerms(of: wanted, sha256: sha256, in: publication, id: package, server: "\(server)")
    }
}
