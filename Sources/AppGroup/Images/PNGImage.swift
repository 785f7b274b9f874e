/// What makes bytes a PNG image (W3C, Portable Network Graphics, third edition): the signature, then chunks, each with its
/// checksum, from a header with a size to an end and nothing after it. The pixels are not decoded.
package enum PNGImage {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The largest width and height of an icon, in pixels.
    static let maximumSide = 8192

    static func isLikely(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature) }

    /// Why the bytes are no PNG image; `nil` if they are one.
    package static func fault(in bytes: [UInt8]) -> String? {
        guard isLikely(bytes) else { return "it does not begin with PNG's signature" }
        var position = signature.count
        var hasPixels = false
        while bytes.count - position >= 12, let length = bytes.bigEndian(at: position).map(Int.init) {
            guard length <= bytes.count - position - 12 else { return "it ends in the middle of a chunk" }
            let kind = Array(bytes[position + 4..<position + 8])
            let end = position + 8 + length
            guard CRC32.checksum(bytes[position + 4..<end]) == bytes.bigEndian(at: end) else {
                return "a checksum is wrong at byte \(position)"
            }
            switch (kind, position == signature.count) {
            case (Array("IHDR".utf8), true):
                guard length == 13 else { return "its header has a wrong length" }
                let sides = 1...maximumSide
                guard let size = size(of: bytes), sides.contains(size.width), sides.contains(size.height) else {
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

    /// The width and height of an image in pixels, as its header says; `nil` if the bytes end before that.
    package static func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard let width = bytes.bigEndian(at: 16), let height = bytes.bigEndian(at: 20) else { return nil }
        return (Int(width), Int(height))
    }
}
