import AppCatalog

/// What is said to whoever published a release.
struct PublicationReport {
    /// What the server answered.
    let publication: Publication
    /// What it was asked for.
    let request: PublishRequest
    /// The package's identifier as its file has it: what the server says goes into no command.
    let package: String
    let server: ServerAddress

    /// Sentences, one a line. Of a release that was there before, they tell its terms, which publishing again leaves as they
    /// are, and how those that were asked for can be had.
    var lines: [String] {
        let release = publication.release
        let what = "\(publication.name)\(release.version.map { " \($0)" } ?? "") (\(publication.package))"
        let terms =
            "channel \(release.channel.rawValue)"
            + (publication.rollout < 100 ? ", for \(publication.rollout) % of its users" : "")
        guard publication.existed else { return ["Published \(what) at \(server), \(terms)."] }
        return ["\(what) was published already at \(server), from the same file: \(terms)."] + withdrawal + unapplied
    }

    private var withdrawal: [String] {
        guard let reason = publication.withdrawn else { return [] }
        return [
            "Nobody gets it, it was withdrawn: \(reason)", "To offer it again, at the server: \(command("restore"))",
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

    /// A server keeps notes with `\n` at the end of lines, however they were sent.
    private static func lines(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }

    /// A command for whoever runs the server. The first digits of the SHA-256 name this release alone.
    private func command(_ verb: String, _ value: String...) -> String {
        (["catalog-server package", verb, package, "\(request.sha256.prefix(12))"] + value).joined(separator: " ")
    }
}
