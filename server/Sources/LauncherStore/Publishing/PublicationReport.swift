import AppCatalog

/// The report to the user who published a release.
struct PublicationReport {
    /// The server's answer.
    let publication: Publication
    /// The request.
    let request: PublishRequest
    /// The package's identifier from its file, since nothing that the server says may become part of a command.
    let package: String
    let server: ServerAddress

    /// The sentences to print, one per line. If the release had been published before, they tell its terms, which publishing again
    /// does not change, and how to change them.
    var lines: [String] {
        let release = publication.release
        let what = "\(publication.name)\(release.version.map { " \($0)" } ?? "") (\(publication.package))"
        let terms =
            "channel \(release.channel.rawValue)"
            + (publication.rollout < 100 ? ", for \(publication.rollout) % of its users" : "")
        guard publication.existed else { return ["Published \(what) at \(server), \(terms)."] }
        return ["\(what) is already published at \(server), from the same file: \(terms)."] + withdrawal + unapplied
    }

    private var withdrawal: [String] {
        guard let reason = publication.withdrawn else { return [] }
        return [
            "It was withdrawn and can no longer be downloaded: \(reason)",
            "To offer it again, at the server: \(command("restore"))",
        ]
    }

    private var unapplied: [String] {
        var lines: [String] = []
        if request.channel != publication.release.channel {
            let channel = request.channel.rawValue
            lines.append("Not applied: channel \(channel). At the server: \(command("channel", channel))")
        }
        let rollout = request.rollout ?? 100
        if rollout != publication.rollout {
            lines.append("Not applied: \(rollout) % of its users. At the server: \(command("rollout", "\(rollout)"))")
        }
        if !request.notes.isEmpty, Self.lines(of: request.notes) != Self.lines(of: publication.release.notes) {
            lines.append(
                "Not applied: these notes. An administrator changes them: PATCH \(server)/v1/admin/packages/\(package)"
                    + "/releases/\(request.sha256)")
        }
        return lines
    }

    /// The lines of notes. A server ends lines with `\n`, whatever they ended with when they were sent.
    private static func lines(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }

    /// A command for the server's administrator. The first digits of the SHA-256 suffice to name this release.
    private func command(_ verb: String, _ value: String...) -> String {
        (["catalog-server package", verb, package, "\(request.sha256.prefix(12))"] + value).joined(separator: " ")
    }
}
