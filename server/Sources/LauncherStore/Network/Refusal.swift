import ErrorAnswers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Turns an answer of a server that refuses or fails into a sentence for the person.
enum Refusal {
    /// The most bytes of such an answer that are read; more would not be shown.
    static let limit = 64 << 10

    /// - Parameters:
    ///   - answer: What the server sent.
    ///   - tokenCommand: The command that printed the token, if one did.
    static func error(
        _ answer: ServerAnswer, from server: ServerAddress, tokenFrom tokenCommand: TokenCommand? = nil
    ) -> ClientError {
        let problem = (try? JSONDecoder().decode(ErrorAnswer.self, from: Data(answer.body)))?.error
        let words = problem.map { said($0.message) }
        let retryAfter = RetryAfter(answer.head)
        switch answer.status {
        case 401 where problem?.code == "wrongCredentials":
            return ClientError(.notPermitted, "\(server) does not know this user with this password; check both.")
        case 401:
            return tokenCommand?.refused(by: server)
                ?? ClientError(
                    .notPermitted,
                    "The login to \(server) has ended. Log in again: launcher login \(server)",
                    logInTo: "\(server)")
        case 403: return ClientError(.notPermitted, words ?? "\(server) does not permit that; ask its administrator.")
        case 404:
            return ClientError(
                .notFound, words ?? "\(server) does not have this for you. To list its apps: launcher catalog")
        case 408:
            return ClientError(.tryLater, words ?? "The request did not reach \(server) in time; try again.")
        case 429:
            return ClientError(
                .tryLater, "\(server) has had too many attempts; try again \(retryAfter?.phrase ?? "in a few minutes")."
            )
        case 400, 409, 413, 415, 422:
            return ClientError(
                .badData, words ?? "\(server) refused the request (\(answer.status)) without giving a reason.")
        case 507:
            return ClientError(
                .tryLater, "The disk of \(server) is full; tell its administrator, and try again when there is room.")
        case 500...599:
            if answer.status == 503, let words {
                let later = retryAfter.map { " Try again \($0.phrase)." } ?? ""
                return ClientError(.tryLater, "\(server) says: \(words)\(later)")
            }
            let later = retryAfter.map { "try again \($0.phrase)" } ?? "try again later, or tell its administrator"
            return ClientError(.tryLater, "\(server) has a problem (status \(answer.status)); \(later).")
        default:
            return ClientError(
                .brokenProtocol,
                "\(server) does not answer like a catalog server (status \(answer.status)); check the address."
            )
        }
    }

    /// A server's own words, as long as a sentence is.
    private static func said(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count > 500 ? "\(line.prefix(500))…" : line
    }
}
