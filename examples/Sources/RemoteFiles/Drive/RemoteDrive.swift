/// A place for files that is reached by paths: a folder, a server or a cloud.
///
/// Each call waits until it is done, on the thread of its caller. Several threads may use a drive at the same time. Methods
/// throw ``RemoteError``, and what a receiver or a closure throws. None overwrites a file, unless it says otherwise.
public protocol RemoteDrive: Sendable {
    /// What is in a folder, in no particular order.
    func list(_ folder: RemotePath) throws -> [RemoteEntry]

    /// A file or a folder; nil if there is nothing at this path.
    func entry(at path: RemotePath) throws -> RemoteEntry?

    /// Reads a file, or a part of it.
    ///
    /// - Parameters:
    ///   - start: Where to begin, if the file still has the same version. Otherwise the file is read from its beginning.
    ///   - version: The version of the bytes before `start`; needed if `start` is not 0.
    ///   - limit: The most bytes to read; nil for all. Ending there is a success.
    ///   - receiver: Gets the bytes.
    /// - Throws: ``RemoteError`` with ``RemoteError/Code/changed`` if the file changed meanwhile and the drive notices.
    func read(
        _ path: RemotePath, from start: Int, ifStill version: String?, limit: Int?, to receiver: any RemoteReceiver)
        throws

    /// Copies a file of this machine to a path where nothing is yet. It appears there only when it is whole.
    ///
    /// - Parameter progress: Gets the number of bytes that have been copied. An error that it throws ends the copying, and
    ///   nothing is left of it.
    func put(_ file: String, at path: RemotePath, progress: @escaping @Sendable (Int) throws -> Void) throws

    /// Gives a file or a folder a path where nothing is yet.
    func move(_ path: RemotePath, to newPath: RemotePath) throws

    /// Deletes a file or a folder.
    ///
    /// - Parameter isRecursive: Whether a folder is deleted with everything in it, also with what ``list(_:)`` leaves out.
    /// - Throws: ``RemoteError`` with ``RemoteError/Code/notEmpty`` if it isn't, and anything is in the folder.
    func remove(_ path: RemotePath, isRecursive: Bool) throws

    /// Makes a folder where nothing is yet, in a folder that exists.
    func makeFolder(_ path: RemotePath) throws
}

/// Receives a file while it arrives.
public protocol RemoteReceiver: AnyObject {
    /// The bytes from a position on follow.
    func begin(_ part: RemotePart) throws

    /// The next bytes have arrived. They are valid only during the call.
    func receive(_ bytes: UnsafeRawBufferPointer) throws
}

/// How far a file has been fetched or sent.
public enum TransferState: Hashable, Sendable {
    /// It waits for its turn.
    case waiting
    /// This many bytes have arrived, of this many; nil if the drive doesn't know how many there are.
    case moving(Int, of: Int?)
    /// The drive broke off. It is asked for the rest.
    case resuming
    /// It is there, under this name.
    case done(name: String)
    /// It is not there.
    case failed
}

/// Keeps the beginning of a file in memory.
public final class BeginningReceiver: RemoteReceiver {
    /// The bytes that have arrived.
    public private(set) var bytes: [UInt8] = []
    /// What the drive said about the file; nil before it has answered.
    public private(set) var part: RemotePart?

    /// Nothing yet.
    public init() {}

    /// Begins with nothing.
    public func begin(_ part: RemotePart) {
        self.part = part
        bytes = []
    }

    /// Keeps the bytes.
    public func receive(_ bytes: UnsafeRawBufferPointer) { self.bytes += bytes }
}
