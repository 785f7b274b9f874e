/// What stands before an entry's contents: a local file header (APPNOTE.TXT 6.3.10, section 4.3.7). It must say what
/// the directory says, since programs differ in which of the two they believe.
struct LocalHeader {
    /// Where the contents begin.
    let contentStart: Int

    private static let signature: [UInt8] = [0x50, 0x4B, 3, 4]
    private static let length = 30
    /// Bytes of the extra fields that Info-ZIP writes: times, user and group.
    private static let usualExtraLength = 28
    private static let saturated = 0xFFFF_FFFF

    /// Reads the header of an entry, for which there is room up to `end`.
    init(of entry: CentralHeader, in file: ArchiveWindow, upTo end: Int) throws(PackageError) {
        let name = entry.name
        func differs(in what: String) -> PackageError {
            ArchiveFault.entry(name, "has another \(what) in the directory than before its contents")
        }
        func overlap() -> PackageError { ArchiveFault.entry(name, "overlaps what follows it, as bombs do") }
        guard Self.length <= end - entry.offset else { throw overlap() }
        // What usually stands there; where entries are small, the next ones with it.
        let ahead = entry.compressedSize < 4096 ? 4096 : Self.length + entry.name.utf8.count + Self.usualExtraLength
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
        guard name.hasSameBytes(as: rest.bytes(nameLength)) else { throw differs(in: "name") }
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
        // Beside a zip64 field the plain ones say nothing, or the same.
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
