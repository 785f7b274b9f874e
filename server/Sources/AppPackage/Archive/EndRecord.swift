/// Where an archive's directory is and how many entries it has: the end of central directory record (APPNOTE.TXT
/// 6.3.10, section 4.3.16) or, where there are zip64 records, those (4.3.14 and 4.3.15).
struct EndRecord {
    let entryCount: Int
    let directoryOffset: Int
    let directorySize: Int

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
        // A record is one whose comment reaches to the very end of the file.
        let records = marks.filter { mark in
            guard mark + Self.length <= tail.count else { return false }
            var comment = FieldReader(tail[(mark + 20)...])
            return comment.short() == tail.count - mark - Self.length
        }
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
