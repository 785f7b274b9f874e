public import Downloading
import FoundationEssentials

/// The answer of a ``JSONServer``.
public struct ServerAnswer {
    /// Its status and its fields.
    public let head: ResponseHead
    /// Its bytes.
    public let body: [UInt8]

    /// Its status (RFC 9110, 15).
    public var status: Int { head.status }
    /// Whether the server did what it was asked for.
    public var isSuccess: Bool { (200...299).contains(status) }

    /// Why a server refuses.
    public struct Problem: Decodable, Sendable {
        /// A word for programs; nil if the server has none.
        public let code: String?
        /// A sentence for people.
        public let message: String
    }

    /// Why the server refuses, in its own words: `{"error": {"code": …, "message": …}}`. nil if it says nothing.
    public var problem: Problem? {
        struct Document: Decodable { let error: Problem }
        return (try? JSONDecoder().decode(Document.self, from: Data(body)))?.error
    }

    /// Whether the server works, but the account has too little room for what was sent. With the same status, a server says that its
    /// own disk is full.
    var isOverQuota: Bool { status == 507 && problem?.code == "quotaExceeded" }
}
