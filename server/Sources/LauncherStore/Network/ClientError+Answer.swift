extension ClientError {
    /// What an answer of a server that refuses or fails means for the person.
    ///
    /// - Parameters:
    ///   - answer: What the server sent.
    ///   - tokenCommand: The command that printed the token, if one did.
    init(_ answer: ServerAnswer, from server: ServerAddress, tokenFrom tokenCommand: TokenCommand? = nil) {
        let problem = answer.problem
        let words = problem.map { Self.said($0.message) }
        let retryAfter = RetryAfter(answer.head)
        switch answer.status {
        case 401 where problem?.code == "wrongCredentials":
            self.init(.notPermitted, "\(server) does not know this user with this password; check both.")
        case 401:
            self =
                tokenCommand?.refused(by: server)
                ?? ClientError(
                    .notPermitted,
                    "The login to \(server) has ended. Log in again: launcher login \(server)",
                    logInTo: "\(server)")
        case 403: self.init(.notPermitted, words ?? "\(server) does not permit that; ask its administrator.")
        case 404:
            // A catalog server always gives its reason.
            self = words.map { ClientError(.notFound, $0) } ?? Self.strange(answer, from: server)
        case 408:
            self.init(.tryLater, words ?? "The request did not reach \(server) in time; try again.")
        case 429:
            self.init(
                .tryLater, "\(server) has had too many attempts; try again \(retryAfter?.phrase ?? "in a few minutes")."
            )
        case 400, 409, 413, 415, 422:
            self.init(
                .badData, words ?? "\(server) refused the request (\(answer.status)) without giving a reason.")
        case 507:
            self.init(
                .tryLater, "The disk of \(server) is full; tell its administrator, and try again when there is room.")
        case 500...599:
            if answer.status == 503, let words {
                let later = retryAfter.map { " Try again \($0.phrase)." } ?? ""
                self.init(.tryLater, "\(server) says: \(words)\(later)")
            } else {
                let later = retryAfter.map { "try again \($0.phrase)" } ?? "try again later, or tell its administrator"
                self.init(.tryLater, "\(server) has a problem (status \(answer.status)); \(later).")
            }
        default:
            self = Self.strange(answer, from: server)
        }
    }

    private static func strange(_ answer: ServerAnswer, from server: ServerAddress) -> ClientError {
        ClientError(
            .brokenProtocol,
            "\(server) does not answer like a catalog server (status \(answer.status)); check the address.")
    }

    /// A server's own words, as long as a sentence is.
    private static func said(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count > 500 ? "\(line.prefix(500))…" : line
    }
}
