/// A code by which an Exchange server names what went wrong, such as `ErrorItemNotFound`. There are several hundred of them.
public struct ResponseCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code as the server wrote it.
    public let rawValue: String

    /// Wraps what a server wrote.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code as the server wrote it.
    public var description: String { rawValue }

    /// Nothing went wrong.
    public static let noError = ResponseCode(rawValue: "NoError")
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
    /// Somebody has changed the item since its change key was read.
    public static let irresolvableConflict = ResponseCode(rawValue: "ErrorIrresolvableConflict")
    /// The change key is out of date.
    public static let staleObject = ResponseCode(rawValue: "ErrorStaleObject")
    /// There is no such mailbox.
    public static let mailRecipientNotFound = ResponseCode(rawValue: "ErrorMailRecipientNotFound")
    /// This user may not see when the mailbox is free.
    public static let noFreeBusyAccess = ResponseCode(rawValue: "ErrorNoFreeBusyAccess")
    /// A name fits nothing.
    public static let nameResolutionNoResults = ResponseCode(rawValue: "ErrorNameResolutionNoResults")
    /// A name fits several mailboxes.
    public static let nameResolutionMultipleResults = ResponseCode(rawValue: "ErrorNameResolutionMultipleResults")
    /// The request does not follow the schema of the server's version.
    public static let schemaValidation = ResponseCode(rawValue: "ErrorSchemaValidation")
    /// The server does not know the operation.
    public static let invalidRequest = ResponseCode(rawValue: "ErrorInvalidRequest")

    /// Whether the same request may succeed later.
    public var isTransient: Bool {
        [
            .serverBusy, .exceededConnectionCount, .internalServerTransientError, .mailboxStoreUnavailable,
        ].contains(self)
    }
}

/// What an Exchange server says went wrong.
public struct ResponseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The server's code.
    public let code: ResponseCode

    /// The server's sentence; empty if there is none. It may contain any character: make it harmless before it reaches a terminal.
    public let message: String

    /// How long the server wants to be left alone, in milliseconds; nil if it does not say.
    public let backOffMilliseconds: Int?

    /// What a server said.
    public init(code: ResponseCode, message: String = "", backOffMilliseconds: Int? = nil) {
        (self.code, self.message, self.backOffMilliseconds) = (code, message, backOffMilliseconds)
    }

    /// The sentence and the code.
    public var description: String { message.isEmpty ? code.rawValue : "\(message) (\(code))" }
}
