/// The terms that a publisher asked for and that the release does not have, because it had been published before from the same
/// file. Publishing again does not change a release.
package struct UnappliedTerms {
    private let request: PublishRequest
    private let publication: Publication
    private let id: String
    private let server: String

    /// Compares a request with the answer to it.
    ///
    /// - Parameters:
    ///   - id: The package's identifier, as commands name it.
    ///   - server: The server's URL; empty on the server's machine.
    package init(of request: PublishRequest, in publication: Publication, id: String, server: String) {
        self.request = request
        self.publication = publication
        self.id = id
        self.server = server
    }

    /// A sentence for each of them, with how to change it.
    package var sentences: [String] {
        var sentences: [String] = []
        if request.channel != publication.release.channel {
            let channel = request.channel.rawValue
            sentences.append("Not applied: channel \(channel). At the server: \(command("channel", channel))")
        }
        let rollout = request.rollout ?? 100
        if rollout != publication.rollout {
            sentences.append(
                "Not applied: \(rollout) % of its users. At the server: \(command("rollout", "\(rollout)"))")
        }
        if !request.notes.isEmpty, Self.lines(of: request.notes) != Self.lines(of: publication.release.notes) {
            sentences.append(
                "Not applied: these notes. An administrator changes them: PATCH \(server)/v1/admin/packages/\(id)/releases/"
                    + request.sha256)
        }
        return sentences
    }

    /// A command for the server's administrator. The first digits of the SHA-256 suffice to name this release.
    package func command(_ verb: String, _ value: String...) -> String {
        (["catalog-server package", verb, id, "\(request.sha256.prefix(12))"] + value).joined(separator: " ")
    }

    /// The lines of notes. A server ends lines with `\n`, whatever they ended with when they were sent.
    private static func lines(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }
}
