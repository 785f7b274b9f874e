import AppGroupPlatform

/// An entry in the archive's directory: a central directory file header (APPNOTE.TXT 6.3.10, section 4.3.12).
struct CentralHeader: Sendable {
    /// How the contents are stored (4.4.5).
    enum Method: Int, Sendable {
        case stored = 0
        case deflated = 8
    }

    /// The system whose attributes these are (4.4.2).
    let system: Int
    let flags: Int
    let method: Method
    /// Whether it is something that Finder left behind. It is not unpacked.
    let isIgnored: Bool
    let crc: UInt32
    let compressedSize: Int
    let size: Int
    /// The system's attributes of the file, with a Unix mode in the upper half.
    let attributes: Int
    /// Where the entry begins, with its local header.
    let offset: Int
    let name: String
    /// The bytes of the name if ``name`` is not the same, because they are not UTF-8 and do not matter.
    private let otherName: [UInt8]?

    /// What is stated about the contents.
    var contents: EntryContents {
        EntryContents(size: size, compressedSize: compressedSize, crc: crc, isDeflated: method == .deflated)
    }

    /// Whether the sizes and the checksum follow the contents (4.4.4, bit 3).
    var hasDescriptor: Bool { flags & 8 != 0 }

    static let length = 46
    static let signature: [UInt8] = [0x50, 0x4B, 1, 2]
    /// Compression levels, descriptor, UTF-8.
    private static let allowedFlags = 0b1000_0000_1110
    /// Bits for encryption, strong encryption, and masked headers.
    private static let encryptionFlags = 0b10_0000_0100_0001
    /// Version 4.5 of the format, the last one that is read: it adds zip64.
    private static let latestVersion = 45
    private static let saturated = 0xFFFF_FFFF

    /// The size of a header with all its fields, in bytes.
    static func fullLength(_ header: ArraySlice<UInt8>) -> Int {
        var lengths = FieldReader(header.dropFirst(28))
        return length + lengths.short() + lengths.short() + lengths.short()
    }

    /// Reads a complete header.
    init(_ bytes: ArraySlice<UInt8>, _ limits: ArchiveLimits) throws(PackageError) {
        var fields = FieldReader(bytes.dropFirst(4))
        let (madeBy, version, flags, method) = (fields.short(), fields.short(), fields.short(), fields.short())
        _ = fields.long()  // the time of the last change
        let (crc, compressedSize, size) = (fields.long(), fields.long(), fields.long())
        let (nameLength, extraLength, _, disk) = (fields.short(), fields.short(), fields.short(), fields.short())
        _ = fields.short()  // whether it is text
        let (attributes, offset) = (fields.long(), fields.long())

        let nameBytes = fields.bytes(nameLength)
        name = try EntryName.checked(nameBytes, limits)
        otherName = name.hasSameBytes(as: nameBytes) ? nil : Array(nameBytes)
        let extra = try ExtraFields(fields.bytes(extraLength), of: name)
        guard flags & Self.encryptionFlags == 0 else { throw ArchiveFault.entry(name, "is encrypted") }
        guard flags & ~Self.allowedFlags == 0 else {
            throw ArchiveFault.entry(name, "is stored in a way that no program reads safely (flags \(flags))")
        }
        guard let known = Method(rawValue: method) else {
            throw ArchiveFault.entry(name, "is compressed by method \(method); only deflate is read")
        }
        guard version & 0xFF <= Self.latestVersion else {
            throw ArchiveFault.entry(name, "needs version \(version & 0xFF) of the format; at most 45 is read")
        }

        var large = FieldReader(extra.zip64 ?? [])
        guard let whole = Self.value(size, &large), let compressed = Self.value(compressedSize, &large),
            let start = Self.value(offset, &large), large.rest.isEmpty, disk == 0
        else {
            throw ArchiveFault.entry(name, "has a zip64 field or a disk number that does not fit")
        }
        (self.size, self.compressedSize, self.offset) = (whole, compressed, start)
        (system, self.flags, self.method, self.attributes) = (madeBy >> 8, flags, known, attributes)
        self.crc = UInt32(truncatingIfNeeded: crc)
        isIgnored = Leftover.contains(name)
    }

    /// Whether the name is exactly these bytes.
    func isNamed(_ bytes: some Collection<UInt8>) -> Bool {
        otherName.map { $0.elementsEqual(bytes) } ?? name.hasSameBytes(as: bytes)
    }

    /// The length of the name in bytes.
    var nameLength: Int { otherName?.count ?? name.utf8.count }

    /// A size or offset, which is in the zip64 field if 32 bits do not suffice (4.5.3); `nil` if it is missing there.
    private static func value(_ stated: Int, _ zip64: inout FieldReader) -> Int? {
        guard stated == saturated else { return stated }
        return zip64.rest.count >= 8 ? zip64.huge() : nil
    }
}

/// The extra fields of a header (APPNOTE.TXT 6.3.10, section 4.5): all are checked, and one is used.
struct ExtraFields {
    /// The contents of the zip64 field (4.5.3).
    private(set) var zip64: ArraySlice<UInt8>?

    private static let zip64ID = 0x0001
    private static let unicodePathID = 0x7075
    /// Fields that contradict the header of an entry, and what they do.
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
                // It begins with a version and the plain name's checksum (4.6.9).
                guard !hasUnicodePath, content.dropFirst(5).elementsEqual(name.utf8) else {
                    throw ArchiveFault.entry(name, "has a second name that differs from the first")
                }
                hasUnicodePath = true
            default: break
            }
        }
    }
}
