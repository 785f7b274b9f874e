/// Reads an archive's file through a window on it, so that what stands close together is fetched at once.
final class ArchiveWindow {
    let file: ArchiveFile

    private var window: [UInt8] = []
    private var windowStart = 0

    init(on file: ArchiveFile) { self.file = file }

    /// Bytes of the file.
    var size: Int { file.size }

    /// So many bytes, all of them or an error. `ahead` is how many to fetch at once where they aren't there from the
    /// last time.
    func bytes(at position: Int, count: Int, ahead: Int = 512) throws(PackageError) -> ArraySlice<UInt8> {
        guard position >= 0, count >= 0, position <= file.size, count <= file.size - position else {
            throw ArchiveFault.file("ends in the middle of the archive")
        }
        let offset = position - windowStart
        if offset >= 0, offset <= window.count, count <= window.count - offset {
            return window[offset..<offset + count]
        }
        // The same memory as before, unless somebody still holds what was handed out.
        let length = min(max(count, ahead), file.size - position)
        var fresh: [UInt8] = []
        swap(&fresh, &window)
        if fresh.count > length { fresh.removeLast(fresh.count - length) }
        if fresh.count < length { fresh.append(contentsOf: repeatElement(0, count: length - fresh.count)) }
        // Out of the closure by hand, since it would lose the error's type.
        let failure = fresh.withUnsafeMutableBytes { buffer -> PackageError? in
            do throws(PackageError) {
                try file.read(into: buffer, at: position)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
        window = fresh
        windowStart = position
        return window[..<count]
    }
}
