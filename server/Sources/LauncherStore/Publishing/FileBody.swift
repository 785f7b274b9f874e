import AppGroupPlatform
import Downloading

/// The rest of a file, as the body of an upload. Each piece is read when it is sent.
final class FileBody: RequestBody {
    let count: Int
    private let path: String
    private let start: UInt64
    private let file: Descriptor
    private let line: ProgressLine

    /// - Parameters:
    ///   - start: The place of the first byte to send.
    ///   - end: The place after the last one. Bytes that the file gains later are not sent.
    ///   - line: Shows the progress.
    init(_ path: String, from start: UInt64, to end: UInt64, line: ProgressLine) throws(ClientError) {
        (self.path, self.start, self.line) = (path, start, line)
        count = Int(end - start)
        do throws(SystemError) { file = try Descriptor.reading(path) } catch { throw Self.unreadable(path, error) }
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ClientError) -> Int {
        let position = start + UInt64(offset)
        let count: Int
        do throws(SystemError) {
            count = try file.read(into: buffer, at: Int64(position))
        } catch {
            throw Self.unreadable(path, error)
        }
        guard count > 0 else {
            throw ClientError(.badData, "\(path) was cut while it was sent; publish it again.")
        }
        line.advance(to: position + UInt64(count))
        return count
    }

    private static func unreadable(_ path: String, _ error: SystemError) -> ClientError {
        ClientError(.inputOutput, "\(path) can no longer be read (\(error.message)); publish it again.")
    }
}
