/// Why an upload is not taken, or not any further.
enum UploadError: Error, Hashable, Sendable {
    /// It goes on at this offset, and at no other.
    case wrongOffset(UInt64)
    /// Another request of the same user is sending the same file; so much of it is there.
    case busy(UInt64)
    /// Its bytes have another hash.
    case hashMismatch
    /// There are more bytes than were announced.
    case tooLong
    /// Packages may have so many bytes.
    case tooLarge(limit: UInt64)
    /// A user may have so many files that are not published yet.
    case tooMany(limit: Int)
}
