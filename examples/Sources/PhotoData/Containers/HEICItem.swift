/// An item of a HEIC: a picture, a tile of a picture, or metadata (ISO/IEC 23008-12).
struct HEICItem {
    /// Four characters: `hvc1` is a picture, `grid` is made of others, `Exif` is EXIF data. Empty if the file doesn't say it.
    var type = ""

    /// The box `infe` that says the type.
    var entry: ISOBox?

    /// Where its data are.
    var location = Location.file

    /// The parts of its data, as places in the file or in the content of the box `idat`.
    var parts: [Range<Int>] = []

    enum Location {
        /// Elsewhere in the file, normally in a box `mdat`.
        case file
        /// In the box `idat`, which is a part of the box `meta`.
        case meta
        /// Where this library doesn't look: in another file, or in another item.
        case elsewhere
    }

    /// A reference from one item to others.
    struct Reference {
        /// Four characters: `dimg` leads to the parts of a picture, `cdsc` to the pictures that metadata are about.
        var type: String
        var source: Int
        var targets: [Int]
    }

    /// The items of a file, by their numbers.
    static func items(in meta: ISOMeta) -> [Int: HEICItem] {
        var items: [Int: HEICItem] = [:]
        if let box = meta.part("iinf") { readTypes(box, in: meta, into: &items) }
        if let box = meta.part("iloc") { readPlaces(meta.fields(of: box), into: &items) }
        return items
    }

    private static func readTypes(_ box: ISOBox, in meta: ISOMeta, into items: inout [Int: HEICItem]) {
        var fields = meta.fields(of: box)
        guard let version = fields.version(), fields.number(version == 0 ? 2 : 4) != nil else { return }
        for box in meta.boxes(in: fields.rest) where box.type == "infe" {
            var entry = meta.fields(of: box)
            guard let version = entry.version(), version == 2 || version == 3,
                let id = entry.number(version == 2 ? 2 : 4), entry.number(2) != nil, let type = entry.text(4)
            else { continue }
            items[id, default: HEICItem()].type = type
            items[id]?.entry = box
        }
    }

    /// Reads the box `iloc`, up to the first item that is damaged.
    private static func readPlaces(_ fields: ISOFields, into items: inout [Int: HEICItem]) {
        var fields = fields
        guard let version = fields.version(), version <= 2, let sizes = fields.number(2),
            let count = fields.number(version == 2 ? 4 : 2)
        else { return }
        let extent = ExtentSizes(
            index: version == 0 ? 0 : sizes & 15, offset: sizes >> 12, length: sizes >> 8 & 15)
        let baseSize = sizes >> 4 & 15
        for _ in 0..<count {
            guard let id = fields.number(version == 2 ? 4 : 2), let method = version == 0 ? 0 : fields.number(2),
                let file = fields.number(2), let base = fields.number(baseSize), let parts = fields.number(2),
                parts <= 1 || extent.sum > 0
            else { return }
            var item = items[id, default: HEICItem()]
            item.location = method & 15 > 1 || file != 0 ? .elsewhere : method & 15 == 1 ? .meta : .file
            item.parts = []
            for _ in 0..<parts {
                guard let part = extent.read(&fields) else { return }
                let (start, overflows) = base.addingReportingOverflow(part.offset)
                let (end, ends) = start.addingReportingOverflow(part.length)
                if overflows || ends { item.location = .elsewhere } else { item.parts.append(start..<end) }
            }
            items[id] = item
        }
    }

    /// The sizes of the fields that describe a part of an item, in bytes.
    private struct ExtentSizes {
        var index, offset, length: Int

        var sum: Int { index + offset + length }

        func read(_ fields: inout ISOFields) -> (offset: Int, length: Int)? {
            guard fields.number(index) != nil, let offset = fields.number(offset), let length = fields.number(length)
            else { return nil }
            return (offset, length)
        }
    }

    /// The references between the items of a file.
    static func references(in meta: ISOMeta) -> [Reference] {
        guard let box = meta.part("iref") else { return [] }
        var fields = meta.fields(of: box)
        guard let version = fields.version() else { return [] }
        let size = version == 0 ? 2 : 4
        return meta.boxes(in: fields.rest).compactMap { box in
            var reference = meta.fields(of: box)
            guard let source = reference.number(size), let count = reference.number(2) else { return nil }
            var targets: [Int] = []
            while targets.count < count, let target = reference.number(size) { targets.append(target) }
            return Reference(type: box.type, source: source, targets: targets)
        }
    }
}
