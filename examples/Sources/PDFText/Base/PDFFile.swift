import AppGroupPlatform

/// A file on disk. Another process may still be writing to it.
public final class PDFFile: PDFSource {
    private let file: Descriptor

    /// The size of the file when it was last checked.
    private var known = 0

    /// Opens a file.
    ///
    /// - Throws: ``PDFError`` with ``PDFError/Code/notFound`` if there is none, and ``PDFError/Code/inputOutput`` if it isn't
    ///   a regular file or the user may not read it.
    public init(path: String) throws {
        do throws(SystemError) { file = try Descriptor.readingFile(path) } catch .invalid {
            throw PDFError(.inputOutput, "\(path) can't be read: it is not a regular file.")
        } catch {
            throw PDFError(
                [.notFound, .notFolder].contains(error) ? .notFound : .inputOutput, "\(path) can't be read: \(error).")
        }
    }

    /// How many bytes the file has now.
    public var count: Int {
        known = (try? file.status()).map { Int($0.size) } ?? 0
        return known
    }

    /// Up to `length` bytes from `offset` on; fewer only at the end.
    public func bytes(at offset: Int, length: Int) throws -> [UInt8] {
        guard offset >= 0, length > 0 else { return [] }
        // Don't ask for the size again if the file is known to hold these bytes.
        let length = length <= known - offset ? length : min(length, max(0, count - offset))
        do throws(SystemError) { return try file.bytes(at: offset, count: length) } catch {
            throw PDFError(.inputOutput, "The file can't be read: \(error).")
        }
    }
}
