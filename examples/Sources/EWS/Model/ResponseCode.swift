/// A code by which an Exchange server names a failure, such as `ErrorItemNotFound`. There are several hundred of them.
public struct ResponseCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code as the server wrote it.
    public let rawValue: String

    /// Any code, as a server wrote it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code as the server wrote it.
    public var description: String { rawValue }

    /// The server has too much to do, or this user asks too often.
    public static let serverBusy = ResponseCode(rawValue: "ErrorServerBusy")
    /// The user has too many connections at once.
    public static let exceededConnectionCount = ResponseCode(rawValue: "ErrorExceededConnectionCount")
    /// Something failed inside the server.
    public static let internalServerError = ResponseCode(rawValue: "ErrorInternalServerError")
    /// Something that passes failed inside the server.
    public static let internalServerTransientError = ResponseCode(rawValue: "ErrorInternalServerTransientError")
    /// The user's mailbox cannot be opened at the moment.
    public static let mailboxStoreUnavailable = ResponseCode(rawValue: "ErrorMailboxStoreUnavailable")
    /// There is no such item, or no longer.
    public static let itemNotFound = ResponseCode(rawValue: "ErrorItemNotFound")
    /// Another program has changed the item since its change key was read.
    public static let irresolvableConflict = ResponseCode(rawValue: "ErrorIrresolvableConflict")
    /// There is no such mailbox.
    public static let mailRecipientNotFound = ResponseCode(rawValue: "ErrorMailRecipientNotFound")
    /// This user may not see when the mailbox is free.
    public static let noFreeBusyAccess = ResponseCode(rawValue: "ErrorNoFreeBusyAccess")
    /// A name fits nothing.
    public static let nameResolutionNoResults = ResponseCode(rawValue: "ErrorNameResolutionNoResults")
    /// A name fits several mailboxes.
    public static let nameResolutionMultipleResults = ResponseCode(rawValue: "ErrorNameResolutionMultipleResults")

    /// Whether the same request may succeed later.
    public var isTransient: Bool {
        [
            .serverBusy, .exceededConnectionCount, .internalServerTransientError, .mailboxStoreUnavailable,
        ].contains(self)
    }

    /// Whether the server failed inside: it may have done a part of what it was asked, such as saving a meeting without sending it.
    var isInternal: Bool {
        [.internalServerError, .internalServerTransientError, .mailboxStoreUnavailable].contains(self)
    }
}

/// A failure that an Exchange server reports.
public struct ResponseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The server's code.
    public let code: ResponseCode

    /// The server's sentence; empty if there is none. It may contain any character: make it harmless before it reaches a terminal.
    public let message: String

    /// How long the server asked clients to wait, in milliseconds; nil if it did not.
    public let backOffMilliseconds: Int?

    /// A failure with a code and a message.
    public init(code: ResponseCode, message: String = "", backOffMilliseconds: Int? = nil) {
        (self.code, self.message, self.backOffMilliseconds) = (code, message, backOffMilliseconds)
    }

    /// The sentence and the code.
    public var description: String { message.isEmpty ? code.rawValue : "\(message) (\(code))" }
}
