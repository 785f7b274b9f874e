import Downloading
import ErrorAnswers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An answer of a server.
struct ServerAnswer: Sendable {
    /// The most bytes that are read of an answer that refuses or fails. One with more, such as a page of a proxy, has no words for a
    /// person, so only its head counts.
    static let refusalLimit = 64 << 10

    let head: ResponseHead
    let body: [UInt8]
    /// Whether the body came, too; `false` if the connection ended, or the server fell silent, after the head of a refusal.
    var isWhole = true

    var status: Int { head.status }

    /// Whether the server did what it was asked to.
    var isSuccess: Bool { head.status / 100 == 2 }

    /// What a refusal says went wrong; `nil` if it does not.
    var problem: ErrorAnswer.Problem? { (try? JSONDecoder().decode(ErrorAnswer.self, from: Data(body)))?.error }
}
