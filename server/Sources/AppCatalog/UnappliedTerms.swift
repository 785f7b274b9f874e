/// The terms that a publisher asked for and that the release does not have, because it had been published before from the same
/// file. Publishing again does not change a release.
package struct UnappliedTerms {
    /// What a publisher asked for. What is `nil` was left to the server, which has the terms that an administrator gave the release.
    package struct Wanted {
        let channel: ReleaseChannel?
        let rollout: Int?
        let notes: String?

        package init(channel: ReleaseChannel?, rollout: Int?, notes: String?) {
            (self.channel, self.rollout, self.notes) = (channel, rollout, notes)
        }
    }

    private let wanted: Wanted
    private let sha256: String
    private let publication: Publication
    private let id: String
    private let server: String

    /// Compares what was asked for with the answer to it.
    ///
    /// - Parameters:
    ///   - sha256: The SHA-256 of the file, as commands name the release.
    ///   - id: The package's identifier, as commands name it.
    ///   - server: The server's URL; empty on the server's machine.
    package init(of wanted: Wanted, sha256: String, in publication: Publication, id: String, server: String) {
        self.wanted = wanted
        self.sha256 = sha256
        self.publication = publication
        self.id = id
        self.server = server
    }

    /// A sentence for each of them, with how to change it.
    package var sentences: [String] {
        var sentences: [String] = []
        if let channel = wanted.channel, channel != publication.release.channel {
            let name = channel.rawValue
            sentences.append("Not applied: channel \(name). At the server: \(command("channel", name))")
        }
        if let rollout = wanted.rollout, rollout != publication.rollout {
            sentences.append(
                "Not applied: \(rollout) % of its users. At the server: \(command("rollout", "\(rollout)"))")
        }
        if let notes = wanted.notes, Self.lines(of: notes) != Self.lines(of: publication.release.notes) {
            sentences.append(
                "Not applied: these notes. An administrator changes them: PATCH \(server)/v1/admin/packages/\(id)/releases/"
                    + sha256)
        }
        return sentences
    }

    /// A command for the server's administrator. The first digits of the SHA-256 suffice to name this release.
    package func command(_ verb: String, _ value: String...) -> String {
        (["catalog-server package", verb, id, "\(sha256.prefix(12))"] + value).joined(separator: " ")
    }

    /// The lines of notes. A server ends lines with `\n`, whatever they ended with when they were sent.
    private static func lines(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }
}
