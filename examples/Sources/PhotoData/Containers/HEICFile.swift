/// The parts of a HEIC (ISO/IEC 23008-12): its boxes, and its items with the one that is shown.
struct HEICFile {
    /// The boxes of the file, up to the first one that is damaged.
    let boxes: [ISOBox]

    let meta: ISOMeta

    /// The items, by their numbers.
    let items: [Int: HEICItem]

    let references: [HEICItem.Reference]

    private let properties: HEICProperties

    /// The number of the item that is shown.
    let primary: Int

    /// A panorama of 1,000 tiles needs 40 KiB.
    private static let longestMeta = 2 << 20

    init(_ reader: inout PhotoReader) throws(PhotoError) {
        boxes = try Self.boxes(&reader)
        guard let box = boxes.first(where: { $0.type == "meta" }), box.whole.count <= Self.longestMeta,
            let bytes = try reader.bytes(at: box.whole.lowerBound, length: box.whole.count),
            let meta = ISOMeta(box, bytes)
        else { throw .damaged(.heic, "the list of its pictures is missing") }
        guard var fields = meta.part("pitm").map(meta.fields(of:)), let version = fields.version(),
            let primary = fields.number(version == 0 ? 2 : 4)
        else { throw .damaged(.heic, "it doesn't say which of its pictures is shown") }
        (self.meta, self.primary) = (meta, primary)
        items = HEICItem.items(in: meta)
        references = HEICItem.references(in: meta)
        properties = HEICProperties(of: meta)
    }

    private static func boxes(_ reader: inout PhotoReader) throws(PhotoError) -> [ISOBox] {
        var boxes: [ISOBox] = []
        var place = 0
        // Honest files have fewer than ten.
        while place < reader.count, boxes.count < 100 {
            guard let head = try reader.bytes(at: place, length: min(16, reader.count - place)),
                let box = ISOBox(header: head, at: place, end: reader.count)
            else { break }
            boxes.append(box)
            place = box.whole.upperBound
        }
        return boxes
    }

    /// The pixels of the picture that is shown, before it is turned.
    var size: PhotoSize? {
        guard var fields = properties.of(primary).first(where: { $0.type == "ispe" })?.content,
            fields.version() != nil, let width = fields.number(4), let height = fields.number(4)
        else { return nil }
        return PhotoSize(width: width, height: height)
    }

    /// How the picture is turned before it is shown (ISO/IEC 23008-12, sections 6.5.10 and 6.5.12); nil if it isn't.
    /// Programs that show it ignore the orientation in the EXIF data.
    var orientation: PhotoOrientation? {
        var result: PhotoOrientation?
        for property in properties.of(primary) {
            var content = property.content
            guard let value = content.number(1) else { continue }
            let next: PhotoOrientation
            switch property.type {
            case "irot": next = [.up, .left, .down, .right][value & 3]
            case "imir": next = value & 1 == 0 ? .flipped : .mirrored
            default: continue
            }
            result = (result ?? .up).followed(by: next)
        }
        return result
    }

    /// The EXIF data of the picture that is shown; nil if there are none.
    func exif(_ reader: inout PhotoReader) throws(PhotoError) -> ExifData? {
        let described = references.filter { $0.type == "cdsc" && $0.targets.contains(primary) }.map(\.source)
        let candidates = described + items.keys.sorted()
        guard let item = candidates.compactMap({ items[$0] }).first(where: { $0.type == "Exif" }),
            let data = try data(of: item, limit: ExifData.limit, &reader)
        else { return nil }
        // Four bytes say where the TIFF structure begins.
        guard let offset = data.number(at: 0, bytes: 4), offset <= data.count - 4 else { return nil }
        return ExifData(Array(data[(4 + offset)...]))
    }

    /// The first bytes of an item; nil if they are not where the item says.
    private func data(of item: HEICItem, limit: Int, _ reader: inout PhotoReader) throws(PhotoError) -> [UInt8]? {
        var data: [UInt8] = []
        for part in item.parts {
            let length = min(part.count, limit - data.count)
            switch item.location {
            case .elsewhere: return nil
            case .file: data += try reader.bytes(at: part.lowerBound, length: length) ?? []
            case .meta:
                guard let content = meta.part("idat")?.content, part.upperBound <= content.count else { return nil }
                data += meta.bytes[(content.lowerBound + part.lowerBound)...].prefix(length)
            }
        }
        return data
    }
}
