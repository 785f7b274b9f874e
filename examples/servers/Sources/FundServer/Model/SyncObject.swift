import Foundation

/// An object as it is stored.
struct SyncObject: Hashable, Sendable {
    let kind: ObjectKind
    let id: ObjectID
    /// The number of its last change, counted for each account.
    let version: Int64
    /// Its content in JSON, with the members in alphabetical order; `nil` if it was deleted.
    let content: Data?
}

/// What a device wants to be true of an object.
struct SyncChange: Sendable {
    let kind: ObjectKind
    let id: ObjectID
    /// The version that the device has changed; 0 for a new object.
    let base: Int64
    /// `nil` deletes the object.
    let content: ObjectContent?

    /// The most changes in a request.
    static let mostOfRequest = 1000
}

/// What came of a change.
enum SyncOutcome: Hashable, Sendable {
    /// The object is what the change wants, in this version; 0 if it never was there.
    case stored(version: Int64)
    /// Another device was faster. Nothing changed.
    case conflict(with: SyncObject)
    /// The change breaks a rule or a limit. Nothing changed.
    case refused(code: String, message: String)
}
