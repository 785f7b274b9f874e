import AppGroup
import AppGroupPlatform

/// Checks that an archive's entries follow each other from its first byte to its directory, without gaps that could hide
/// something and without sharing bytes.
enum ArchiveLayout {
    static func check(
        _ headers: [CentralHeader], in file: ArchiveWindow, upTo directory: Int
    ) throws(PackageError) {
        let order = headers.indices.sorted { headers[$0].offset < headers[$1].offset }
        var position = 0
        for (place, index) in order.enumerated() {
            let header = headers[index]
            guard header.offset >= position else {
                throw ArchiveFault.entry(header.name, "overlaps the data before it, as bombs do")
            }
            guard header.offset == position else {
                throw ArchiveFault.archive(
                    "has \(header.offset - position) bytes before \(PlainText.quoted(path: header.name)) that belong to no entry"
                )
            }
            let end = place + 1 < order.count ? headers[order[place + 1]].offset : directory
            guard end <= directory else {
                throw ArchiveFault.entry(headers[order[place + 1]].name, "lies beyond the archive's entries")
            }
            let local = try LocalHeader(of: header, in: file, upTo: end)
            position = local.contentStart + header.compressedSize
            if header.hasDescriptor {
                let count = end - position
                guard DataDescriptor.lengths.contains(count),
                    DataDescriptor.isRight(try file.bytes(at: position, count: count), for: header)
                else {
                    throw ArchiveFault.entry(
                        header.name, "has no sound record of its size after its contents (data descriptor)")
                }
                position = end
            }
        }
        guard position == directory else {
            throw ArchiveFault.archive("has \(directory - position) bytes before its directory that belong to no entry")
        }
    }
}

/// The local file header before an entry's contents (APPNOTE.TXT 6.3.10, section 4.3.7). It must agree with the directory, since
/// programs differ in which of the two they trust.
struct LocalHeader {
    /// Where the contents begin.
    let contentStart: Int

    private static let signature: [UInt8] = [0x50, 0x4B, 3, 4]
    private static let length = 30
    /// The size in bytes of the extra fields that Info-ZIP writes: times, user and group.
    private static let usualExtraLength = 28
    private static let saturated = 0xFFFF_FFFF

    /// Reads the header of an entry that ends before `end`.
    init(of entry: CentralHeader, in file: ArchiveWindow, upTo end: Int) throws(PackageError) {
        let name = entry.name
        func differs(in what: String) -> PackageError {
            ArchiveFault.entry(name, "has a different \(what) in the directory than before its contents")
        }
        func overlap() -> PackageError { ArchiveFault.entry(name, "overlaps what follows it, as bombs do") }
        guard Self.length <= end - entry.offset else { throw overlap() }
        // The usual size of a header; if entries are small, this fetches the next ones, too.
        let ahead = entry.compressedSize < 4096 ? 4096 : Self.length + entry.nameLength + Self.usualExtraLength
        let start = try file.bytes(at: entry.offset, count: Self.length, ahead: ahead)
        guard start.starts(with: Self.signature) else {
            throw ArchiveFault.entry(name, "is not where the directory says")
        }
        var fields = FieldReader(start.dropFirst(6))
        guard fields.short() == entry.flags else { throw differs(in: "set of flags") }
        guard fields.short() == entry.method.rawValue else { throw differs(in: "method of compression") }
        _ = fields.long()  // the time of the last change
        let crc = fields.long()
        let sizes = (compressed: fields.long(), whole: fields.long())
        let (nameLength, extraLength) = (fields.short(), fields.short())
        guard Self.length + nameLength + extraLength <= end - entry.offset else { throw overlap() }

        var rest = FieldReader(
            try file.bytes(at: entry.offset + Self.length, count: nameLength + extraLength))
        guard entry.isNamed(rest.bytes(nameLength)) else { throw differs(in: "name") }
        let extra = try ExtraFields(rest.bytes(extraLength), of: name)
        func agrees(_ value: Int?, with stated: Int) -> Bool {
            value == stated || (entry.hasDescriptor && value == 0)
        }
        guard agrees(crc, with: Int(entry.crc)) else { throw differs(in: "checksum") }
        if let zip64 = extra.zip64 {
            guard zip64.count == 16 else { throw ArchiveFault.entry(name, "has a zip64 field that does not fit") }
            var large = FieldReader(zip64)
            guard agrees(large.huge(), with: entry.size), agrees(large.huge(), with: entry.compressedSize) else {
                throw differs(in: "size")
            }
        }
        // If there is a zip64 field, the plain ones are empty or equal.
        func agreesOrIsElsewhere(_ value: Int, with stated: Int) -> Bool {
            agrees(value, with: stated) || (extra.zip64 != nil && value == Self.saturated)
        }
        guard agreesOrIsElsewhere(sizes.compressed, with: entry.compressedSize),
            agreesOrIsElsewhere(sizes.whole, with: entry.size)
        else { throw differs(in: "size") }
        contentStart = entry.offset + Self.length + nameLength + extraLength
        guard entry.compressedSize <= end - contentStart else { throw overlap() }
    }
}

/// The data descriptor after an entry's contents that were written before their size was known (APPNOTE.TXT 6.3.10, section
/// 4.3.9).
enum DataDescriptor {
    private static let signature: [UInt8] = [0x50, 0x4B, 7, 8]

    /// The sizes in bytes of a checksum and two sizes of 4 or 8 bytes, with or without a signature.
    static let lengths = [12, 16, 20, 24]

    static func isRight(_ bytes: ArraySlice<UInt8>, for header: CentralHeader) -> Bool {
        let hasSignature = bytes.count % 8 == 0
        guard !hasSignature || bytes.starts(with: signature) else { return false }
        var fields = FieldReader(hasSignature ? bytes.dropFirst(4) : bytes)
        guard fields.long() == Int(header.crc) else { return false }
        return bytes.count < 20
            ? fields.long() == header.compressedSize && fields.long() == header.size
            : fields.huge() == header.compressedSize && fields.huge() == header.size
    }
}
