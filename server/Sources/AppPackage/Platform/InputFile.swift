import SystemPackage

/// A file that is read, and closed when nobody needs it any more.
final class InputFile: Sendable {
    let descriptor: FileDescriptor

    /// Opens a file. Never waits for the other end of a pipe.
    init(_ path: String) throws(Errno) {
        do {
            descriptor = try FileDescriptor.open(
                FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
        } catch let error as Errno {
            throw error
        } catch {
            throw .ioError
        }
    }

    deinit { try? descriptor.close() }

    /// Fills `buffer` with what comes next, or with what there is until the end.
    ///
    /// - Returns: How many bytes; fewer than the buffer has only at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
        var count = 0
        while count < buffer.count {
            do {
                let more = try descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
                if more == 0 { break }
                count += more
            } catch let error as Errno {
                throw error
            } catch {
                throw .ioError
            }
        }
        return count
    }
}
