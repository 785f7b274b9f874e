/// Writes an answer to a file, behind what is there of it or from its beginning, as the server says.
final class FileSink: Receiver {
    private let address: WebAddress
    private let file: CachedFile
    private let start: Int
    private let limit: Int
    private let began: () throws -> Void
    private let grew: (Int, Int?) throws -> Void
    private var output: GrowingFile?
    private var whole: Int?

    /// How many bytes of the answer have come.
    private(set) var received = 0

    /// Whether the answer is what was asked for.
    var isAccepted: Bool { output != nil }

    init(
        _ address: WebAddress, _ file: CachedFile, resumingAt start: Int, limit: Int,
        began: @escaping () throws -> Void, grew: @escaping (Int, Int?) throws -> Void
    ) {
        (self.address, self.file, self.start, self.limit) = (address, file, start, limit)
        (self.began, self.grew) = (began, grew)
    }

    func begin(_ head: ResponseHead) throws -> Bool {
        var count = 0
        switch head.status {
        case 200:
            whole = head.length
        case 206:
            guard start > 0, let range = head.contentRange, range.start == start else { return false }
            (count, whole) = (start, range.whole)
        default:
            return false
        }
        if let whole, whole > limit { throw tooLarge }
        do throws(Errno) {
            // Without a note, what is written until the next one is nobody's.
            if count == 0 { file.remove() }
            output = try GrowingFile(file.path, keeping: count)
            if count == 0 { try file.note(Validators(head), from: address) }
        } catch {
            throw DownloadError(error, writing: file.path)
        }
        try began()
        return true
    }

    func receive(_ bytes: [UInt8]) throws {
        guard let output else { return }
        guard output.count + bytes.count <= limit else { throw tooLarge }
        do throws(Errno) { try output.append(bytes) } catch { throw DownloadError(error, writing: file.path) }
        received += bytes.count
        try grew(output.count, whole)
    }

    func finish() throws(DownloadError) {
        do throws(Errno) { try output?.synchronize() } catch { throw DownloadError(error, writing: file.path) }
    }

    private var tooLarge: DownloadError {
        DownloadError(.tooLarge, "\(address) has more than \(limit >> 20) MB, which no such table should have.")
    }
}
