/// A macOS icon file (.icns): `icns`, its length, then members of a kind, a length, and an image.
///
/// Members `ic07` to `ic14` hold a PNG image, or one in JPEG 2000, which is passed over with all older kinds.
enum IconFamily {
    private static let magic = Array("icns".utf8)
    /// Several times what any tool writes.
    static let maximumMembers = 64
    private static let imageKinds: Set = ["ic07", "ic08", "ic09", "ic10", "ic11", "ic12", "ic13", "ic14"]

    static func isLikely(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: magic) }

    /// Where in the file the PNG images are.
    static func images(in bytes: [UInt8], named name: String) throws(PackageError) -> [Range<Int>] {
        let view = BinaryView(bytes[...])
        guard isLikely(bytes), view.number(UInt32.self, at: 4).map(Int.init) == bytes.count else {
            throw .icon(name, "it is no icon file, or has another length than it says")
        }
        var images: [Range<Int>] = []
        var members = 0
        var position = 8
        while position < bytes.count {
            members += 1
            guard members <= maximumMembers else { throw .icon(name, "it has more than \(maximumMembers) members") }
            guard let kind = view.part(at: position, count: 4),
                let length = view.number(UInt32.self, at: position + 4).map(Int.init),
                let image = view.part(at: position + 8, count: length - 8)
            else { throw .icon(name, "it ends in the middle of a member") }
            if imageKinds.contains(String(decoding: kind, as: UTF8.self)), PNGFile.isLikely(image) {
                images.append(image.startIndex..<image.endIndex)
            }
            position += length
        }
        return images
    }
}
