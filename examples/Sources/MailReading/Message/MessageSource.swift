import AppGroupPlatform
import CToolSupport
import ToolSupport

/// The bytes of a message, read as they are needed.
public protocol MessageSource: Sendable {
    /// Why bytes can't be read.
    associatedtype Failure: Error

    /// How many bytes there are.
    var count: Int { get }

    /// The bytes in a range; fewer if there are fewer.
    func bytes(_ range: Range<Int>) throws(Failure) -> [UInt8]
}

/// A message in memory.
public struct MessageBytes: MessageSource {
    private let bytes: ArraySlice<UInt8>

    /// These bytes.
    public init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// How many there are.
    public var count: Int { bytes.count }

    /// The bytes in a range.
    public func bytes(_ range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        return Array(bytes[(bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)])
    }
}

/// A message in a regular file, which may be larger than memory. Its size is that at the beginning.
public final class MessageFileBytes: MessageSource {
    /// The size of the file.
    public let count: Int
    private let descriptor: CInt
    private let path: String

    /// Opens a file.
    /// - Throws: ``MailError`` if it isn't there or can't be read.
    public init(_ path: String) throws(MailError) {
        var status = stat()
        let number = toolsupport_open_regular(path, &status)
        guard number >= 0 else { throw MailError(SystemError.last, at: path, to: "read") }
        (descriptor, self.path, count) = (number, path, Int(status.st_size))
    }

    deinit { close(descriptor) }

    /// The bytes in a range.
    public func bytes(_ range: Range<Int>) throws(MailError) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        do throws(SystemError) {
            return try Files.part(of: descriptor, at: range.lowerBound, count: range.count)
        } catch {
            throw MailError(error, at: path, to: "read")
        }
    }
}
