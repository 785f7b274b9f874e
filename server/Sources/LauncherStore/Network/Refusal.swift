import AppCatalog
import NIOHTTP1

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An answer by which a server refuses or fails, as a sentence for the person.
enum Refusal {
    /// Bytes of such an answer that are read; the rest would not be shown.
    static let limit = 64 << 10

    /// - Parameters:
    ///   - answer: What the server sent.
    ///   - tokenCommand: The command that printed the token which was sent; `nil` where none did.
    static func error(
        _ answer: StoreAnswer, from server: ServerAddress, tokenFrom tokenCommand: TokenCommand? = nil
    ) -> StoreError {
        let problem = (try? JSONDecoder().decode(ErrorAnswer.self, from: Data(answer.body)))?.error
        let words = problem.map { said($0.message) }
        let retryAfter = RetryAfter(answer.headers.first(name: "Retry-After"))
        switch answer.status.code {
        case 401 where problem?.code == "wrongCredentials":
            return StoreError(.notPermitted, "\(server) does not know this user with this password; look at both.")
        case 401:
            return tokenCommand?.refused(by: server)
                ?? StoreError(
                    .notPermitted,
                    "The login at \(server) has ended or was ended. Log in again: launcher login \(server)")
        case 403: return StoreError(.notPermitted, words ?? "\(server) does not permit that; ask its administrator.")
        case 404:
            return StoreError(
                .notFound, words ?? "\(server) has no such thing for you; look at: launcher catalog")
        case 408:
            return StoreError(.tryLater, words ?? "What was sent to \(server) did not arrive in time; try again.")
        case 429:
            return StoreError(
                .tryLater, "\(server) has had too many attempts; try again \(retryAfter?.phrase ?? "in a few minutes")."
            )
        case 400, 409, 413, 415, 422:
            return StoreError(.badData, words ?? "\(server) refuses it (\(answer.status.code)), and does not say why.")
        case 507:
            return StoreError(
                .tryLater, "The disk of \(server) is full; tell whoever runs it, and try again when there is room.")
        case 500...599:
            let later = retryAfter.map { "try again \($0.phrase)" } ?? "try again later, or tell whoever runs it"
            return StoreError(.tryLater, "\(server) is in trouble (status \(answer.status.code)); \(later).")
        default:
            return StoreError(
                .brokenProtocol,
                "\(server) does not answer like a catalogue server (status \(answer.status.code)); look at the address."
            )
        }
    }

    /// A server's own words, as long as a sentence is.
    private static func said(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count > 500 ? "\(line.prefix(500))…" : line
    }
}
