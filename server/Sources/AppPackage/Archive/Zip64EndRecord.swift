/// The end of the directory of a large archive: zip64 end of central directory record and locator (APPNOTE.TXT 6.3.10,
/// sections 4.3.14 and 4.3.15).
struct Zip64EndRecord {
    let entryCount: Int
    let directoryOffset: Int
    let directorySize: Int
    /// Where the record begins.
    let start: Int

    static let locatorLength = 20
    private static let locatorSignature: [UInt8] = [0x50, 0x4B, 6, 7]
    private static let signature: [UInt8] = [0x50, 0x4B, 6, 6]
    private static let length = 56

    /// `nil` where no locator stands right before the plain end record.
    init?(before end: Int, in file: ArchiveWindow) throws(PackageError) {
        guard end >= Self.locatorLength else { return nil }
        let locator = try file.bytes(at: end - Self.locatorLength, count: Self.locatorLength)
        guard locator.starts(with: Self.locatorSignature) else { return nil }
        start = end - Self.locatorLength - Self.length
        var location = FieldReader(locator.dropFirst(4))
        guard location.long() == 0, location.huge() == start, location.long() == 1, start >= 0 else {
            throw ArchiveFault.archive("has a zip64 locator that does not lead to the record before it")
        }

        let record = try file.bytes(at: start, count: Self.length)
        var fields = FieldReader(record.dropFirst(4))
        // The size counts what follows it; the versions of who made it and who can read it say nothing further.
        guard record.starts(with: Self.signature), fields.huge() == Self.length - 12, fields.bytes(4).count == 4 else {
            throw ArchiveFault.archive("has a zip64 end record of another form than version 1")
        }
        guard fields.long() == 0, fields.long() == 0 else {
            throw ArchiveFault.archive("is one disk of several, which are not read")
        }
        guard let countHere = fields.huge(), let count = fields.huge(), countHere == count,
            let size = fields.huge(), let offset = fields.huge()
        else {
            throw ArchiveFault.archive("has a zip64 end record with impossible numbers")
        }
        (entryCount, directorySize, directoryOffset) = (count, size, offset)
    }
}
