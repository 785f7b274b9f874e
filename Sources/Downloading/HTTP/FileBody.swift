import AppGroupPlatform

/// A part of a file as the body of a request. Each piece is read when it is sent, so the file may be larger than memory.
public final class FileBody: RequestBody {
    /// Why the rest of a file cannot be sent.
    public enum Failure: Error, Sendable, Hashable {
        /// The file cannot be read, for a reason of the operating system.
        case unreadable(reason: String)
        /// The file has become shorter than it was.
        case shortened
    }

    /// How many bytes there are.
    public let count: Int

    private let start: Int
    private let file: Descriptor
    private let progress: @Sendable (Int) -> Void

    /// Opens a file.
    /// - Parameters:
    ///   - range: The positions of the bytes to send. Bytes that the file gains later are not sent.
    ///   - progress: Called, on the thread of the transfer, with the position after the last byte that was read.
    public init(
        _ path: String, _ range: Range<Int>, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(Failure) {
        (start, count, self.progress) = (range.lowerBound, range.count, progress)
        do throws(SystemError) { file = try Descriptor.reading(path) } catch {
            throw .unreadable(reason: error.message)
        }
    }

    /// Copies bytes into the beginning of a buffer.
    public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        let count: Int
        do throws(SystemError) {
            count = try file.read(into: buffer, at: Int64(start + offset))
        } catch {
            throw .unreadable(reason: error.message)
        }
        guard count > 0 else { throw .shortened }
        progress(start + offset + count)
        return count
    }
}
