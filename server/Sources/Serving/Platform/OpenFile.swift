package import AppGroupPlatform

/// An open file that threads share, and that closes itself. Children never inherit it.
package final class OpenFile: Sendable {
    package let path: String
    private let descriptor: Descriptor

    /// Opens a file for reading, without waiting for the other end of a pipe.
    ///
    /// - Parameter followsLink: Whether `path` may be a symbolic link, as a file that a person names may be.
    package init(reading path: String, followsLink: Bool = false) throws(SystemError) {
        self.path = path
        if followsLink {
            descriptor = try Descriptor.readingAtOnce(path)
        } else {
            descriptor = try Descriptor.readingOwn(path)
        }
    }

    /// Opens a file in an open folder for reading, without waiting for the other end of a pipe. A link fails with `ELOOP`.
    package init(reading name: String, in folder: OpenFolder) throws(SystemError) {
        path = name
        descriptor = try folder.file(name, for: .reading)
    }

    /// Makes a file that only this user may read and write, or opens the existing one.
    ///
    /// - Parameter mustBeNew: Whether an existing file is an error.
    package init(writing path: String, mustBeNew: Bool = false) throws(SystemError) {
        self.path = path
        descriptor = mustBeNew ? try Descriptor.makingFile(at: path) : try Descriptor.writing(path)
    }

    deinit {
        // A child that was just forked may hold the descriptor for a moment longer, and the lock with it.
        descriptor.unlock()
    }

    /// In bytes.
    package func size() throws(SystemError) -> UInt64 { UInt64(max(0, try descriptor.status().size)) }

    /// When it was last changed, in seconds since 1970.
    package func modified() throws(SystemError) -> Int64 { try descriptor.modificationTime() }

    /// Whether this is a regular file rather than a folder, a pipe or a device.
    package func isRegular() throws(SystemError) -> Bool { try descriptor.status().kind == .file }

    /// Whether this is a regular file that still has a name.
    package func isNamedFile() throws(SystemError) -> Bool {
        let status = try descriptor.status()
        return status.kind == .file && status.links > 0
    }

    /// Fills the buffer with the bytes from `offset` on.
    ///
    /// - Returns: How many bytes were read; fewer than the buffer holds only at the end of the file.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(SystemError) -> Int {
        try descriptor.fill(buffer, from: offset)
    }

    /// Writes all the bytes from `offset` on.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(SystemError) {
        try descriptor.write(bytes, at: offset)
    }

    /// Cuts the file to this many bytes.
    package func truncate(to size: UInt64) throws(SystemError) { try descriptor.truncate(to: Int64(size)) }

    /// Waits until its contents are on the disk.
    package func synchronize() throws(SystemError) { try descriptor.synchronize() }

    /// Takes the advisory lock on the file unless another process holds a conflicting one. The lock ends when the file is closed.
    package func tryLock(_ lock: Descriptor.Lock) throws(SystemError) -> Bool { try descriptor.tryLock(lock) }

    /// Drops the lock.
    package func unlock() { descriptor.unlock() }
}
