/// Limits on files that are not needed yet.
public struct UploadLimits: Sendable {
    /// Of one file, in bytes.
    public var size: UInt64
    /// Files of one user, complete or not.
    public var files: Int
    /// How long a file stays without being continued or used.
    public var age: Duration
    /// Bytes of the disk to leave free for everything else.
    public var reserve: UInt64

    /// The limits for the files of one user.
    public init(
        size: UInt64 = 4 << 30, files: Int = 16, age: Duration = .seconds(7 * 24 * 3600), reserve: UInt64 = 64 << 20
    ) {
        self.size = size
        self.files = files
        self.age = age
        self.reserve = reserve
    }

    /// 16 files of 4 GiB, for a week.
    public static let standard = UploadLimits()
}
