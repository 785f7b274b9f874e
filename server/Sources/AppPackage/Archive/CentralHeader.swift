/// What the archive's directory says of an entry: a central directory file header (APPNOTE.TXT 6.3.10, section 4.3.12).
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
    /// Whether this is what macOS adds for itself: resource forks and the Finder's notes. Nothing unpacks it.
    let isIgnored: Bool
    let crc: UInt32
    let compressedSize: Int
    let size: Int
    /// The system's attributes of the file; a Unix mode in the upper half.
    let attributes: Int
    /// Where the entry begins, with its local header.
    let offset: Int
    let name: String

    /// Whether the sizes and the checksum follow the contents (4.4.4, bit 3).
    var hasDescriptor: Bool { flags & 8 != 0 }

    static let length = 46
    static let signature: [UInt8] = [0x50, 0x4B, 1, 2]
    /// Compression levels, descriptor, UTF-8.
    private static let allowedFlags = 0b1000_0000_1110
    /// Bits for encryption, strong encryption, and masked headers.
    private static let encryptionFlags = 0b10_0000_0100_0001
    /// The last version of the format that adds nothing but zip64: 4.5.
    private static let latestVersion = 45
    private static let saturated = 0xFFFF_FFFF

    /// How many bytes a header has with all that follows it.
    static func fullLength(_ header: ArraySlice<UInt8>) -> Int {
        var lengths = FieldReader(header.dropFirst(28))
        return length + lengths.short() + lengths.short() + lengths.short()
    }

    /// Reads a header of which all the bytes are there.
    init(_ bytes: ArraySlice<UInt8>, _ limits: ArchiveLimits) throws(PackageError) {
        var fields = FieldReader(bytes.dropFirst(4))
        let (madeBy, version, flags, method) = (fields.short(), fields.short(), fields.short(), fields.short())
        _ = fields.long()  // the time of the last change
        let (crc, compressedSize, size) = (fields.long(), fields.long(), fields.long())
        let (nameLength, extraLength, _, disk) = (fields.short(), fields.short(), fields.short(), fields.short())
        _ = fields.short()  // whether it is text
        let (attributes, offset) = (fields.long(), fields.long())

        name = try EntryName.checked(fields.bytes(nameLength), limits)
        let extra = try ExtraFields(fields.bytes(extraLength), of: name)
        guard flags & Self.encryptionFlags == 0 else { throw ArchiveFault.entry(name, "is encrypted") }
        guard flags & ~Self.allowedFlags == 0 else {
            throw ArchiveFault.entry(name, "is stored in a way that nothing reads safely (flags \(flags))")
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
        isIgnored = Self.isIgnored(name)
    }

    private static func isIgnored(_ name: String) -> Bool {
        name.beginsWithBytes(of: "__MACOSX/".utf8)
            || (name.utf8.last == UInt8(ascii: "e") && name.split(separator: "/").last == ".DS_Store")
    }

    /// A size or offset, which is in the zip64 field where 32 bits don't hold it (4.5.3); `nil` where it is in neither.
    private static func value(_ stated: Int, _ zip64: inout FieldReader) -> Int? {
        guard stated == saturated else { return stated }
        return zip64.rest.count >= 8 ? zip64.huge() : nil
    }
}
