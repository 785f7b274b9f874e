import Foundation

/// What happens to a change, whatever the order in which devices send theirs. `docs/fund-server.md` has the same as a table.
///
/// A deletion never wins over an edit that the device had not seen; an edit wins over a deletion. Two edits are a conflict, unless
/// they are equal. So a change can be sent again at any time: if it was made already, nothing happens.
enum ChangeRule: Hashable, Sendable {
    /// There is nothing to delete, and nothing is remembered.
    case nothing
    /// The object is like that already.
    case same
    /// The object takes the new content, or is deleted.
    case store
    /// The device has to decide first.
    case conflict

    /// - Parameters:
    ///   - current: The object that the server has; `nil` if there is none.
    ///   - content: What the change wants, encoded as stored objects are; `nil` deletes.
    ///   - base: The version that the device has changed.
    init(current: SyncObject?, content: Data?, base: Int64) {
        guard let current else {
            self = content == nil ? .nothing : .store
            return
        }
        if current.content == content {
            self = .same
        } else if current.version == base || current.content == nil {
            self = .store
        } else {
            self = .conflict
        }
    }
}
