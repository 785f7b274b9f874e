public import AppGroupPlatform
import CToolSupport
import Synchronization

/// A file that is written for the first time, in pieces. Only its user can read it.
public final class NewFile {
    private let file: Descriptor
    private var buffer: [UInt8] = []

    /// How many bytes were appended.
    public private(set) var count = 0

    private static let blockSize = 256 << 10

    /// Makes an empty file. It replaces one with this name.
    public init(_ path: String) throws(SystemError) {
        file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
    }

    /// Adds bytes at the end.
    public func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        buffer += bytes
        count += bytes.count
        if buffer.count >= Self.blockSize { try finish() }
    }

    /// Adds bytes at the end.
    public func append(_ bytes: [UInt8]) throws(SystemError) {
        buffer += bytes
        count += bytes.count
        if buffer.count >= Self.blockSize { try finish() }
    }

    /// Writes what is still in memory.
    public func finish() throws(SystemError) {
        try file.write(buffer[...])
        buffer.removeAll(keepingCapacity: true)
    }
}

extension Files {
    /// Makes sure that files, and their names in a folder, survive a power failure. Several at a time, since the system then writes
    /// them together.
    ///
    /// - Parameter areNeeded: Whether a file that is missing is an error.
    public static func synchronize(
        _ paths: [String], in folder: String, areNeeded: Bool = true
    ) throws(SystemError) {
        let failure = FirstFailure()
        Threads.run(paths.count, atMost: 8) { place in
            do throws(SystemError) {
                try synchronize(paths[place])
            } catch {
                if areNeeded || error != .notFound { failure.note(error) }
            }
        }
        if let error = failure.error { throw error }
        try synchronize(folder)
    }
}

/// The first failure of several threads.
private final class FirstFailure: Sendable {
    private let failure = Mutex<SystemError?>(nil)

    var error: SystemError? { failure.withLock { $0 } }

    func note(_ error: SystemError) { failure.withLock { $0 = $0 ?? error } }
}
