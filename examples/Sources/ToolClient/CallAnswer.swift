public import Downloading
public import ErrorAnswers
import FoundationEssentials

/// The answer to a ``ServerCall``.
public struct CallAnswer {
    /// Its status and its fields.
    public let head: ResponseHead
    /// Its bytes.
    public let body: [UInt8]
    /// Whether it answers a second attempt, because the first one failed, which may have arrived all the same.
    public internal(set) var isSecond = false

    /// Its status (RFC 9110, 15).
    public var status: Int { head.status }
    /// Whether the server did what it was asked for.
    public var isSuccess: Bool { (200...299).contains(status) }

    /// Why the server refuses, in its own words. nil if it says nothing.
    public var problem: ErrorAnswer.Problem? {
        (try? JSONDecoder().decode(ErrorAnswer.self, from: Data(body)))?.error
    }

    /// Whether the server works, but the account has too little room for what was sent. With the same status, a server says that its
    /// own disk is full.
    var isOverQuota: Bool { status == 507 && problem?.code == "quotaExceeded" }
}
