import AppGroupPlatform

/// Writes an answer to a file: after the bytes that are there, or from the beginning if the server sends the entire file.
final class FileSink: Receiver {
    private let address: WebAddress
    private let file: CachedFile
    private let start: Int
    private let limit: Int
    private let began: (Int) throws -> Void
    private let grew: (Int, Int?) throws -> Void
    private var output: GrowingFile?
    private var whole: Int?
    private var part: ContentRange?
    private var isDelimited = false

    /// How many bytes of the answer have arrived.
    private(set) var received = 0

    /// Whether the answer is what was asked for.
    var isAccepted: Bool { output != nil }

    /// How much of the file there is after an accepted answer.
    enum Extent {
        case all
        /// The server has more of it.
        case part
        /// Unknown until the file itself is examined.
        case unknown
    }

    var extent: Extent {
        guard part != nil else { return isDelimited ? .all : .unknown }
        guard let whole, let output else { return .unknown }
        return output.count < whole ? .part : .all
    }

    /// - Parameters:
    ///   - start: How many bytes of the file are there already.
    ///   - began: Called with the number of them that are kept.
    ///   - grew: Called with the number of bytes that are there, and with the expected number, if it is known.
    init(
        _ address: WebAddress, _ file: CachedFile, resumingAt start: Int, limit: Int,
        began: @escaping (Int) throws -> Void, grew: @escaping (Int, Int?) throws -> Void
    ) {
        (self.address, self.file, self.start, self.limit) = (address, file, start, limit)
        (self.began, self.grew) = (began, grew)
    }

    func begin(_ head: ResponseHead) throws -> Bool {
        var count = 0
        switch head.status {
        case 200:
            (whole, isDelimited) = (head.length, head.isDelimited)
        case 206:
            guard start > 0, let range = head.contentRange, range.bytes.lowerBound == start,
                head.length == nil || head.length == range.bytes.count
            else { return false }
            (count, whole, part) = (start, range.whole, range)
        default:
            return false
        }
        if let whole, whole > limit { throw tooLarge }
        do throws(SystemError) {
            // A later run does not continue a file without a note.
            if count == 0 { file.remove() }
            output = try GrowingFile(file.path, keeping: count)
            if count == 0 { try file.note(Validators(head), from: address) }
        } catch {
            throw DownloadError(error, writing: file.path)
        }
        try began(count)
        return true
    }

    func receive(_ bytes: [UInt8]) throws {
        guard let output else { return }
        if let part, output.count + bytes.count > part.bytes.upperBound {
            file.remove()
            throw DownloadError(.refused, "\(address.host) sends more than the part of the file that it announces.")
        }
        guard output.count + bytes.count <= limit else { throw tooLarge }
        do throws(SystemError) { try output.append(bytes) } catch { throw DownloadError(error, writing: file.path) }
        received += bytes.count
        try grew(output.count, whole)
    }

    func finish() throws(DownloadError) {
        do throws(SystemError) { try output?.synchronize() } catch { throw DownloadError(error, writing: file.path) }
    }

    private var tooLarge: DownloadError {
        DownloadError(.tooLarge, "It has more than \(limit >> 20) MiB.")
    }
}

/// A file that grows at its end.
private final class GrowingFile {
    private let file: Descriptor

    /// How many bytes it has.
    private(set) var count: Int

    /// Opens a file of at least `count` bytes, or makes an empty one. Bytes after them are dropped.
    init(_ path: String, keeping count: Int) throws(SystemError) {
        file = try Descriptor.keeping(path)
        self.count = count
        try file.truncate(to: Int64(count))
    }

    func append(_ bytes: [UInt8]) throws(SystemError) {
        try file.write(bytes[...])
        count += bytes.count
    }

    func synchronize() throws(SystemError) { try file.synchronize() }
}
