/// Makes sure that an archive's entries lie one after the other from its first byte to its directory: no gap in which
/// something could hide, and no two that share bytes.
enum ArchiveLayout {
    static func check(
        _ headers: [CentralHeader], in file: ArchiveWindow, upTo directory: Int
    ) throws(PackageError) {
        let order = headers.indices.sorted { headers[$0].offset < headers[$1].offset }
        var position = 0
        for (place, index) in order.enumerated() {
            let header = headers[index]
            guard header.offset >= position else {
                throw ArchiveFault.entry(header.name, "overlaps what stands before it, as bombs do")
            }
            guard header.offset == position else {
                throw ArchiveFault.archive(
                    "has \(header.offset - position) bytes before \(Quoted.text(header.name)) that belong to no entry")
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
