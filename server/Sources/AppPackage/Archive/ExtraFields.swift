/// The extra fields of a header (APPNOTE.TXT 6.3.10, section 4.5): checked whole, and the one of them that is used.
struct ExtraFields {
    /// The contents of the zip64 field (4.5.3).
    private(set) var zip64: ArraySlice<UInt8>?

    private static let zip64ID = 0x0001
    private static let unicodePathID = 0x7075
    /// Fields that make of an entry something else than its header says, with what they do.
    private static let refusedIDs: [Int: String] = [
        0x000D: "has an extra field of PKWARE's Unix, which can make a link or device of it",
        0x0017: "is encrypted", 0x9901: "is encrypted",
        0x756E: "has an extra field of ASi Unix, which can make a link or device of it",
    ]

    init(_ bytes: ArraySlice<UInt8>, of name: String) throws(PackageError) {
        guard !bytes.isEmpty else { return }
        var fields = FieldReader(bytes)
        var hasUnicodePath = false
        while !fields.rest.isEmpty {
            guard fields.rest.count >= 4 else { throw ArchiveFault.entry(name, "has damaged extra fields") }
            let (id, length) = (fields.short(), fields.short())
            guard length <= fields.rest.count else { throw ArchiveFault.entry(name, "has damaged extra fields") }
            let content = fields.bytes(length)
            if let problem = Self.refusedIDs[id] { throw ArchiveFault.entry(name, problem) }
            switch id {
            case Self.zip64ID:
                guard zip64 == nil else { throw ArchiveFault.entry(name, "has two zip64 fields") }
                zip64 = content
            case Self.unicodePathID:
                // A version and the plain name's checksum come first (4.6.9).
                guard !hasUnicodePath, content.dropFirst(5).elementsEqual(name.utf8) else {
                    throw ArchiveFault.entry(name, "has a second name that differs from the first")
                }
                hasUnicodePath = true
            default: break
            }
        }
    }
}
