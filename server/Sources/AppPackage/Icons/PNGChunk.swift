import CAppGroupZlib

/// A chunk of a PNG image (W3C, Portable Network Graphics, third edition, section 5).
struct PNGChunk {
    /// Four ASCII letters.
    let kind: String
    let data: ArraySlice<UInt8>

    /// Whether the image must not be shown without understanding this chunk, which begins with a capital letter.
    var isCritical: Bool { kind.utf8.first.map { $0 & 0x20 == 0 } == true }

    /// Length, kind, data and checksum, as in a file.
    var bytes: [UInt8] {
        let body = Array(kind.utf8) + data
        return Self.bigEndian(UInt32(clamping: data.count)) + body + Self.bigEndian(Self.checksum(body[...]))
    }

    static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// Takes the first chunk off some bytes.
    init(readingFrom rest: inout ArraySlice<UInt8>, of name: String) throws(PackageError) {
        let view = BinaryView(rest)
        guard let length = view.number(UInt32.self, at: 0) else {
            throw .icon(name, rest.isEmpty ? "it ends before its end chunk" : "it ends in the middle of a chunk")
        }
        guard let body = view.part(at: 4, count: 4 + Int(length)),
            let checksum = view.number(UInt32.self, at: 8 + Int(length))
        else { throw .icon(name, "it ends in the middle of a chunk") }
        let kind = body.prefix(4)
        guard kind.allSatisfy({ 0x61...0x7A ~= $0 | 0x20 }) else {
            throw .icon(name, "the kind of a chunk in it is not four letters")
        }
        guard Self.checksum(body) == checksum else { throw .icon(name, "the checksum of a chunk in it is wrong") }
        self.init(kind: String(decoding: kind, as: UTF8.self), data: body.dropFirst(4))
        rest = rest.dropFirst(12 + Int(length))
    }

    init(kind: String, data: ArraySlice<UInt8>) {
        self.kind = kind
        self.data = data
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
    }
}
