import AppGroupPlatform

/// A photo on disk. It is read where it is needed, never as a whole.
public final class PhotoFile: PhotoSource {
    private let file: Descriptor

    /// How many bytes the file had when it was opened.
    public let count: Int

    /// Opens a file.
    ///
    /// - Throws: ``PhotoError`` with ``PhotoError/Code/notFound`` if there is none, and ``PhotoError/Code/inputOutput``
    ///   if it isn't a regular file or the user may not read it.
    public init(path: String) throws(PhotoError) {
        do throws(SystemError) {
            let file = try Descriptor.readingFile(path)
            count = Int(try file.status().size)
            self.file = file
        } catch .invalid {
            throw PhotoError(.inputOutput, "\(path) can't be read: it is not a regular file.")
        } catch {
            throw PhotoError(
                [.notFound, .notFolder].contains(error) ? .notFound : .inputOutput, "\(path) can't be read: \(error).")
        }
    }

    /// Up to `length` bytes from `offset` on; fewer only at the end.
    public func bytes(at offset: Int, length: Int) throws(PhotoError) -> [UInt8] {
        guard offset >= 0, offset < count, length > 0 else { return [] }
        do throws(SystemError) { return try file.bytes(at: offset, count: min(length, count - offset)) } catch {
            throw PhotoError(.inputOutput, "The photo can't be read: \(error).")
        }
    }

    /// Writes a new file that only its user may read, and returns when its bytes are on the disk.
    ///
    /// - Throws: ``PhotoError/Code/inputOutput``, for example if there is a file of this name. Then nothing is left behind.
    static func write(_ source: some PhotoSource, to path: String) throws(PhotoError) {
        let file: Descriptor
        do throws(SystemError) { file = try Descriptor.makingFile(at: path) } catch { throw unwritable(path, error) }
        do throws(PhotoError) {
            var offset = 0
            while offset < source.count {
                let block = try source.bytes(at: offset, length: 256 << 10)
                guard !block.isEmpty else { throw PhotoError(.inputOutput, "The photo became shorter.") }
                do throws(SystemError) { try file.write(block[...]) } catch { throw unwritable(path, error) }
                offset += block.count
            }
            do throws(SystemError) { try file.synchronize() } catch { throw unwritable(path, error) }
        } catch {
            try? Files.remove(path)
            throw error
        }
    }

    private static func unwritable(_ path: String, _ error: SystemError) -> PhotoError {
        PhotoError(.inputOutput, "\(path) can't be written: \(error).")
    }
}
