/// What users may leave with the server before they publish it.
struct UploadLimits: Sendable {
    /// Bytes of a file.
    var size: UInt64 = 4 << 30
    /// Files of one user, whole or not.
    var files = 16
    /// How long a file stays that nobody goes on with or publishes.
    var age = Duration.seconds(7 * 24 * 3600)
    /// Bytes of the disk that stay free for everything else.
    var reserve: UInt64 = 64 << 20

    static let standard = UploadLimits()
}
