/// The position of an archive's directory and the number of entries: from the end of central directory record (APPNOTE.TXT 6.3.10,
/// section 4.3.16), or from the zip64 records if there are any (4.3.14 and 4.3.15).
struct EndRecord {
    let entryCount: Int
    let directoryOffset: Int
    let directorySize: Int
    /// Where the archive ends. Only zeros follow, with which some programs fill the last block that they write to a pipe.
    let archiveEnd: Int

    /// Where the directory ends and the first of the records begins.
    var directoryEnd: Int { directoryOffset + directorySize }

    private static let signature: [UInt8] = [0x50, 0x4B, 5, 6]
    private static let length = 22
    private static let longestComment = 0xFFFF

    init(readingFrom file: ArchiveWindow) throws(PackageError) {
        let tailLength = min(file.size, Self.longestComment + Self.length + Zip64EndRecord.locatorLength)
        let tailStart = file.size - tailLength
        let tail = Array(try file.bytes(at: tailStart, count: tailLength))
        let marks = tail.indices.filter { tail[$0] == Self.signature[0] && tail[$0...].starts(with: Self.signature) }
        // Nothing but zeros follows the comment of a real record.
        let zeros = tail.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        func commentEnd(of mark: Int) -> Int {
            var comment = FieldReader(tail[min(mark + 20, tail.count)...])
            return mark + Self.length + comment.short()
        }
        let records = marks.filter { zeros...tail.count ~= commentEnd(of: $0) }
        guard let record = records.last else {
            throw try ForeignFile.refusal(of: file, hasEndRecord: !marks.isEmpty)
        }
        guard records.count == 1, marks.last == record else {
            throw ArchiveFault.archive("has two end records, so that programs disagree about what is in it")
        }

        var fields = FieldReader(tail[(record + 4)...])
        let stated = (
            disk: fields.short(), directoryDisk: fields.short(), countHere: fields.short(), count: fields.short(),
            size: fields.long(), offset: fields.long()
        )
        archiveEnd = tailStart + commentEnd(of: record)
        var end = tailStart + record
        if let zip64 = try Zip64EndRecord(before: end, in: file) {
            let pairs = [
                (stated.disk, 0, 0xFFFF), (stated.directoryDisk, 0, 0xFFFF),
                (stated.countHere, zip64.entryCount, 0xFFFF), (stated.count, zip64.entryCount, 0xFFFF),
                (stated.size, zip64.directorySize, 0xFFFF_FFFF), (stated.offset, zip64.directoryOffset, 0xFFFF_FFFF),
            ]
            guard pairs.allSatisfy({ small, large, saturated in small == large || small == saturated }) else {
                throw ArchiveFault.archive("contradicts itself in its two kinds of end record")
            }
            (entryCount, directorySize) = (zip64.entryCount, zip64.directorySize)
            directoryOffset = zip64.directoryOffset
            end = zip64.start
        } else {
            guard stated.disk == 0, stated.directoryDisk == 0, stated.countHere == stated.count else {
                throw ArchiveFault.archive("is one disk of several, which are not read")
            }
            (entryCount, directorySize, directoryOffset) = (stated.count, stated.size, stated.offset)
        }
        guard directoryOffset <= end, directorySize == end - directoryOffset else {
            throw ArchiveFault.archive(
                "has a directory that does not end where the end record begins: something was added, cut or moved")
        }
        guard !marks.contains(where: { directoryOffset...end ~= tailStart + $0 && $0 != record }) else {
            throw ArchiveFault.archive("hides an end record in its directory")
        }
    }
}

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

    /// `nil` if there is no locator right before the plain end record.
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
        // The size counts the bytes after it; the versions of its maker and its readers tell nothing more.
        guard record.starts(with: Self.signature), fields.huge() == Self.length - 12, fields.bytes(4).count == 4 else {
            throw ArchiveFault.archive("has a zip64 end record that is not of version 1")
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
