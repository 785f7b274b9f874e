import Accounts
import AppGroup
import Serving

/// The data that servers on several machines can share only through their database.
protocol SharedLedger: UploadLedger, AttemptLedger {
    /// The time by the clock of the database, which all servers share.
    func moment() async throws -> Timestamp
}

/// The complete files that users have sent to any of the servers and not published yet. Each is a blob, so that every server can
/// publish it.
protocol UploadLedger: Sendable {
    /// Notes a complete file, whose blob the holder needs so far. Throws ``LostHold`` if the holder no longer does.
    func addUpload(_ file: StoredBlob, from user: User.ID, holding holder: BlobHolder) async throws
    /// The complete files of a user.
    func uploads(of user: User.ID) async throws -> [StoredBlob]
    /// Removes a file from the list.
    func removeUpload(_ hash: BlobDigest, from user: User.ID) async throws
    /// Removes files from the list that were not published for this long.
    func forgetUploads(after age: Duration) async throws
}

/// How often passwords were tried, at all servers together.
protocol AttemptLedger: Sendable {
    /// Takes an attempt.
    ///
    /// - Returns: `nil`, or the seconds until the next one is allowed if none is now.
    func takeAttempt(_ key: String, at rate: AttemptRate) async throws -> Int?
    /// Returns an attempt that turned out not to count.
    func giveBackAttempt(_ key: String, at rate: AttemptRate) async throws
    /// Removes everything that no longer limits attempts, even if the clock was ahead when it was counted.
    ///
    /// - Parameter rates: All at which attempts are taken.
    func forgetAttempts(at rates: [AttemptRate]) async throws
}
