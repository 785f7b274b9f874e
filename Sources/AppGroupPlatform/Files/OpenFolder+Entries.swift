#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Making, reading, renaming and removing single entries of an open folder.
extension OpenFolder {
    /// How a file is opened.
    package enum Use {
        case reading
        /// For reading and writing; the file is made if there is none.
        case keeping
        /// A new file, for writing. An entry of that name fails with `EEXIST`.
        case making
    }

    /// Opens a file without waiting for the other end of a pipe. A link fails with `ELOOP`. Only the user may read and write
    /// a new file.
    package func file(_ name: String, for use: Use) throws(SystemError) -> Descriptor {
        let flags =
            switch use {
            case .reading: O_RDONLY
            case .keeping: O_RDWR | O_CREAT
            case .making: O_WRONLY | O_CREAT | O_EXCL
            }
        return try Descriptor(opening: Self.checked(name), in: descriptor, flags | O_NOFOLLOW | O_NONBLOCK)
    }

    /// The bytes of a file. One larger than `limit` is refused with `EFBIG`, a folder with `EISDIR`.
    package func contents(of name: String, limit: Int) throws(SystemError) -> [UInt8] {
        try file(name, for: .reading).contents(limit: limit)
    }

    /// Makes a folder that only the user may look into.
    package func makeFolder(_ name: String) throws(SystemError) {
        let name = try Self.checked(name)
        try SystemError.retrying { mkdirat(descriptor.number, name, 0o700) }
    }

    /// Removes a file or a link.
    package func remove(_ name: String) throws(SystemError) {
        let name = try Self.checked(name)
        try SystemError.retrying { unlinkat(descriptor.number, name, 0) }
    }

    /// Removes a folder if nothing is in it.
    package func removeEmptyFolder(_ name: String) throws(SystemError) {
        let name = try Self.checked(name)
        try SystemError.retrying { unlinkat(descriptor.number, name, AT_REMOVEDIR) }
    }

    /// Writes a file completely or not at all: under a new name, to the disk, then renamed.
    package func replace(_ name: String, with bytes: [UInt8]) throws(SystemError) {
        let draft = RandomName.draft(of: name)
        do throws(SystemError) {
            try file(draft, for: .making).writeAll(bytes)
            try rename(draft, to: name)
        } catch {
            try? remove(draft)
            throw error
        }
    }

    /// Renames an entry, in place of a file that has the new name.
    ///
    /// - Parameter other: The folder that it gets into; `nil` for this one.
    package func rename(_ name: String, to newName: String, in other: OpenFolder? = nil) throws(SystemError) {
        let (name, newName, target) = (try Self.checked(name), try Self.checked(newName), other ?? self)
        try SystemError.retrying { renameat(descriptor.number, name, target.descriptor.number, newName) }
    }

    /// Renames an entry into another folder, and fails with `EEXIST` if something has the new name already.
    package func renameWithoutReplacing(
        _ name: String, to newName: String, in other: OpenFolder
    ) throws(SystemError) {
        do throws(SystemError) {
            try inOneStep(.withoutReplacing, name, newName, in: other)
        } catch {
            // A file system, such as NFS, that cannot do both in one step.
            guard error.isMissingFeature else { throw error }
            if (try? other.status(of: newName)) != nil { throw .exists }
            try rename(name, to: newName, in: other)
        }
    }

    /// Gives an entry and one of another folder each other's name, in one step if the file system can do that.
    package func exchange(_ name: String, with otherName: String, in other: OpenFolder) throws(SystemError) {
        do throws(SystemError) {
            try inOneStep(.exchanging, name, otherName, in: other)
        } catch {
            guard error.isMissingFeature else { throw error }
            let between = "\(name).\(RandomName.make())"
            try other.rename(otherName, to: between, in: self)
            try rename(name, to: otherName, in: other)
            try rename(between, to: name)
        }
    }

    private func inOneStep(
        _ rename: OneStepRename, _ name: String, _ newName: String, in other: OpenFolder
    ) throws(SystemError) {
        _ = (try Self.checked(name), try Self.checked(newName))
        try rename.run(descriptor.number, name, other.descriptor.number, newName)
    }
}
