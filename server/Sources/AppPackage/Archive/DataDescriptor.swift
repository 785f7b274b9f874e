/// What follows an entry's contents where they were written before their size was known (APPNOTE.TXT 6.3.10, section
/// 4.3.9).
enum DataDescriptor {
    private static let signature: [UInt8] = [0x50, 0x4B, 7, 8]

    /// Checksum and two sizes of 4 or 8 bytes, with or without a signature.
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
