import Accounts
import Serving
import Synchronization

/// The room for files that are arriving just now. Without it, simultaneous uploads would each see the same room.
///
/// ``FundStore`` reads and changes it within transactions, so the room that an account takes and its reserved room fit each other.
final class UploadReservations: Sendable {
    private struct Entry {
        /// In bytes; 0 once the file counts as stored.
        var size: Int64
        /// How many requests send the file.
        var holders: Int
    }

    private let entries = Mutex<[AccountID: [BlobDigest: Entry]]>([:])

    /// How much is reserved for an account, in bytes.
    ///
    /// - Parameter file: A file that doesn't count.
    func bytes(of user: AccountID, besides file: BlobDigest? = nil) -> Int64 {
        entries.withLock { entries in
            (entries[user] ?? [:]).reduce(0) { $1.key == file ? $0 : $0 + $1.value.size }
        }
    }

    /// Whether a file is arriving.
    func contains(_ file: BlobDigest, of user: AccountID) -> Bool {
        entries.withLock { $0[user]?[file] != nil }
    }

    /// Reserves room until ``release(_:of:)``.
    func add(_ size: Int64, for file: BlobDigest, of user: AccountID) {
        entries.withLock { entries in
            var entry = entries[user]?[file] ?? Entry(size: 0, holders: 0)
            entry.size = max(entry.size, size)
            entry.holders += 1
            entries[user, default: [:]][file] = entry
        }
    }

    /// The file counts as stored from now on.
    func settle(_ file: BlobDigest, of user: AccountID) {
        entries.withLock { $0[user]?[file]?.size = 0 }
    }

    /// Gives room back.
    func release(_ file: BlobDigest, of user: AccountID) {
        entries.withLock { entries in
            entries[user]?[file]?.holders -= 1
            if entries[user]?[file]?.holders == 0 { entries[user]?[file] = nil }
            if entries[user]?.isEmpty == true { entries[user] = nil }
        }
    }
}
