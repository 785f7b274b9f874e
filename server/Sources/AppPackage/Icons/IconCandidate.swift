import AppGroup

/// An image that may become a package's icon. Only its size is known so far.
struct IconCandidate {
    private enum Content {
        case png
        /// An image in a macOS icon file.
        case member(Range<Int>)
        case svg
    }

    /// The largest file: 4 MiB.
    static let maximumSize = 4 << 20

    let file: String
    /// Width times height; an SVG image counts as the largest.
    let pixels: Int
    private let content: Content

    /// The images in a file: one, or all those of a macOS icon file. Only the beginning of a PNG image is read.
    static func all(in file: String, read: PackageIcon.Read) throws(PackageError) -> [IconCandidate] {
        let head = try read(file, 64)
        if PNGFile.isLikely(head) {
            return [IconCandidate(file: file, pixels: try pixels(of: head[...], in: file), content: .png)]
        }
        if IconFamily.isLikely(head) {
            let family = try whole(file, read)
            var candidates: [IconCandidate] = []
            for range in try IconFamily.images(in: family, named: file) {
                let pixels = try pixels(of: family[range], in: file)
                candidates.append(IconCandidate(file: file, pixels: pixels, content: .member(range)))
            }
            return candidates
        }
        guard file.hasSuffix(".svg") else { throw .icon(file, "it is not a PNG image") }
        return [IconCandidate(file: file, pixels: .max, content: .svg)]
    }

    /// Reads only the header: the first chunk, or the second of a crushed image.
    private static func pixels(of head: ArraySlice<UInt8>, in file: String) throws(PackageError) -> Int {
        var rest = head.dropFirst(PNGFile.signature.count)
        var chunk = try PNGChunk(readingFrom: &rest, of: file)
        if chunk.kind == "CgBI" { chunk = try PNGChunk(readingFrom: &rest, of: file) }
        let header = try PNGHeader(chunk, of: file)
        return header.width * header.height
    }

    private static func whole(_ file: String, _ read: PackageIcon.Read) throws(PackageError) -> [UInt8] {
        let bytes = try read(file, maximumSize + 1)
        guard bytes.count <= maximumSize else { throw .icon(file, "it is larger than 4 MiB") }
        return bytes
    }

    /// Reads the whole image and checks it.
    func image(read: PackageIcon.Read) throws(PackageError) -> IconSource {
        let bytes = try Self.whole(file, read)
        switch content {
        case .png:
            return .png(try PNGFile(bytes[...], named: file).standard(limit: AppIcon.maximumSize))
        case .member(let range):
            let image = bytes[range.clamped(to: bytes.indices)]
            return .png(try PNGFile(image, named: file).standard(limit: AppIcon.maximumSize))
        case .svg:
            guard bytes.count <= AppIcon.maximumSize else { throw .icon(file, "it is larger than 1 MiB") }
            try VectorIcon.check(bytes, named: file)
            return .svg(bytes)
        }
    }
}

extension PackageError {
    /// The reason why an icon's file is not used.
    static func icon(_ name: String, _ reason: String) -> PackageError {
        PackageError(
            .refused,
            "The icon \(PlainText.quoted(name)) is not used: \(reason). Give a PNG image of 1 to 2048 pixels a side.")
    }
}

/// A macOS icon file (.icns): `icns`, its length, and then members that consist of a type, a length and an image.
///
/// Members `ic07` to `ic14` are PNG images, or JPEG 2000 images, which are skipped like all older types.
enum IconFamily {
    private static let magic = Array("icns".utf8)
    /// Several times as many as any tool writes.
    static let maximumMembers = 64
    private static let imageKinds: Set = ["ic07", "ic08", "ic09", "ic10", "ic11", "ic12", "ic13", "ic14"]

    static func isLikely(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: magic) }

    /// The ranges of the file that are PNG images.
    static func images(in bytes: [UInt8], named name: String) throws(PackageError) -> [Range<Int>] {
        let view = BinaryView(bytes[...])
        guard isLikely(bytes), view.number(UInt32.self, at: 4).map(Int.init) == bytes.count else {
            throw .icon(name, "it is not an icon file, or its length is not the one that it states")
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

/// Recognizes SVG images that a package may contain: UTF-8, no document type, and `svg` as the root element.
///
/// Without a document type there are no entities, which could expand to a text of any length. Scripts are not looked for: an
/// image element does not run them, and a server that offers such a file on its own must forbid them.
enum VectorIcon {
    static func check(_ bytes: [UInt8], named name: String) throws(PackageError) {
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw .icon(name, "it is not text in UTF-8")
        }
        var rest = text.utf8[...]
        if rest.starts(with: "\u{FEFF}".utf8) { rest = rest.dropFirst(3) }
        while true {
            rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
            if rest.starts(with: "<?".utf8) {
                rest = try Self.rest(of: rest.dropFirst(2), after: "?>", named: name)
            } else if rest.starts(with: "<!--".utf8) {
                rest = try Self.rest(of: rest.dropFirst(4), after: "-->", named: name)
            } else {
                break
            }
        }
        guard !rest.starts(with: "<!".utf8) else { throw .icon(name, "it has a document type; leave that out") }
        guard rest.starts(with: "<svg".utf8), let next = rest.dropFirst(4).first,
            [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ">"), UInt8(ascii: "/")].contains(next)
        else { throw .icon(name, "its root element is not svg") }
    }

    private static func rest(
        of text: Substring.UTF8View, after mark: String, named name: String
    ) throws(PackageError) -> Substring.UTF8View {
        var rest = text
        while !rest.starts(with: mark.utf8) {
            guard rest.popFirst() != nil else { throw .icon(name, "a comment or instruction in it does not end") }
        }
        return rest.dropFirst(mark.utf8.count)
    }
}
