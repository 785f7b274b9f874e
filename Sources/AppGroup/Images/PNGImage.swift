/// What makes bytes a PNG image (W3C, Portable Network Graphics, third edition): the signature, then chunks, each with its
/// checksum, from a header with a size to an end and nothing after it. The pixels are not decoded.
package enum PNGImage {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The largest width and height of an icon, in pixels.
    static let maximumSide: UInt32 = 8192

    static func isLikely(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature) }

    /// Why the bytes are no PNG image; `nil` if they are one.
    package static func fault(in bytes: [UInt8]) -> String? {
        guard isLikely(bytes) else { return "it does not begin with PNG's signature" }
        var position = signature.count
        var hasPixels = false
        while bytes.count - position >= 12 {
            let length = Int(number(bytes, position))
            guard length <= bytes.count - position - 12 else { return "it ends in the middle of a chunk" }
            let kind = Array(bytes[position + 4..<position + 8])
            let end = position + 8 + length
            guard CRC32.checksum(bytes[position + 4..<end]) == number(bytes, end) else {
                return "a checksum is wrong at byte \(position)"
            }
            switch (kind, position == signature.count) {
            case (Array("IHDR".utf8), true):
                guard length == 13 else { return "its header has a wrong length" }
                let sides = 1...maximumSide
                guard sides.contains(number(bytes, position + 8)), sides.contains(number(bytes, position + 12)) else {
                    return "its width and height must be 1 to \(maximumSide) pixels"
                }
            case (_, true): return "it does not begin with a header"
            case (Array("IDAT".utf8), _): hasPixels = true
            case (Array("IEND".utf8), _):
                guard hasPixels else { return "it has no pixels" }
                return end + 4 == bytes.count ? nil : "something follows its end"
            default: break
            }
            position = end + 4
        }
        return "it ends before its end chunk"
    }

    private static func number(_ bytes: [UInt8], _ position: Int) -> UInt32 {
        bytes[position..<position + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
