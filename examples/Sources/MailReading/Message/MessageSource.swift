import AppGroupPlatform

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
    private let file: Descriptor
    private let path: String

    /// Opens a file.
    /// - Throws: ``MailError`` if it isn't there or can't be read.
    public init(_ path: String) throws(MailError) {
        do throws(SystemError) {
            let file = try Descriptor.readingFile(path)
            count = Int(try file.status().size)
            self.file = file
        } catch {
            throw MailError(error, at: path, to: "read")
        }
        self.path = path
    }

    /// The bytes in a range.
    public func bytes(_ range: Range<Int>) throws(MailError) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        do throws(SystemError) {
            return try file.bytes(at: range.lowerBound, count: range.count)
        } catch {
            throw MailError(error, at: path, to: "read")
        }
    }
}
