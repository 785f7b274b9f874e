import AppGroupPlatform

/// A note for the next writer, whichever process it is: the log holds something that was deliberately forgotten, and must be
/// emptied. A reader was in the way, or the process ended too early.
///
/// The note is a byte in the file of the lock, which every writer has open.
struct LogNote {
    /// The path of the lock.
    let lock: String

    /// Best effort: a note that cannot be left concerns only a log that cannot be emptied now.
    func leave() { try? resize(to: 1) }

    func remove() { try? resize(to: 0) }

    private func resize(to size: Int64) throws(SystemError) { try Descriptor.keeping(lock).truncate(to: size) }
}
