/// The items of a HEIC (ISO/IEC 23008-12): pictures, tiles of pictures, and metadata.
struct HEICFile {
    /// A picture, or something else.
    struct Item {
        /// Four characters: `hvc1` is a picture, `grid` is made of others, `Exif` is EXIF data. Empty if it isn't said.
        var type = ""
        /// The box `infe` that says the type.
        var entry: ISOBox?
        /// Where its data are: in the file, or in the box `idat`.
        var parts: [Range<Int>] = []
        /// Whether the data are in the box `idat`.
        var isInside = false
        /// Whether the data are where this library doesn't look for them: in another file, or in another item.
        var isElsewhere = false
    }

    /// That one item refers to others.
    struct Reference {
        /// Four characters: `dimg` says what a picture is made of, `cdsc` what metadata are about.
        var type: String
        var source: Int
        var targets: [Int]
    }

    /// The boxes of the file, up to the first one that is damaged.
    private(set) var boxes: [ISOBox] = []

    /// The box `meta` within the file.
    let meta: ISOBox

    /// The bytes of that box. The places of all boxes in it are places in this array.
    let bytes: [UInt8]

    /// The boxes in the box `meta`.
    let parts: [ISOBox]

    private(set) var items: [Int: Item] = [:]
    private(set) var references: [Reference] = []

    /// The item that is shown.
    let primary: Int

    private var properties: [ISOBox] = []
    private var associations: [Int: [Int]] = [:]

    /// A panorama of 1,000 tiles needs 40 KiB.
    private static let longestMeta = 2 << 20

    init(_ reader: inout PhotoReader) throws(PhotoError) {
        var place = 0
        // Honest files have fewer than ten.
        while place < reader.count, boxes.count < 100 {
            guard let head = try reader.bytes(at: place, length: min(16, reader.count - place)),
                let box = ISOBox(header: head, at: place, end: reader.count)
            else { break }
            boxes.append(box)
            place = box.whole.upperBound
        }
        guard let meta = boxes.first(where: { $0.type == "meta" }), meta.whole.count <= Self.longestMeta,
            let bytes = try reader.bytes(at: meta.whole.lowerBound, length: meta.whole.count),
            meta.content.count >= 4
        else { throw .damaged(.heic, "the list of its pictures is missing") }
        (self.meta, self.bytes) = (meta, bytes)
        let start = meta.content.lowerBound - meta.whole.lowerBound + 4
        let parts = ISOBox.boxes(in: start..<bytes.count, of: bytes)
        self.parts = parts
        func part(_ type: String) -> ISOFields? { parts.first { $0.type == type }.map { ISOFields($0, of: bytes) } }

        guard var fields = part("pitm"), let version = fields.version(),
            let primary = fields.number(version == 0 ? 2 : 4)
        else { throw .damaged(.heic, "it doesn't say which of its pictures is shown") }
        self.primary = primary
        if let fields = part("iinf") { readEntries(fields) }
        if let fields = part("iloc") { readPlaces(fields) }
        if let fields = part("iref") { readReferences(fields) }
        if let box = parts.first(where: { $0.type == "iprp" }) { readProperties(box) }
    }

    private mutating func readEntries(_ fields: ISOFields) {
        var fields = fields
        guard let version = fields.version(), fields.number(version == 0 ? 2 : 4) != nil else { return }
        for box in ISOBox.boxes(in: fields.rest, of: bytes) where box.type == "infe" {
            var entry = ISOFields(box, of: bytes)
            guard let version = entry.version(), version == 2 || version == 3,
                let item = entry.number(version == 2 ? 2 : 4), entry.number(2) != nil, let type = entry.text(4)
            else { continue }
            items[item, default: Item()].type = type
            items[item]?.entry = box
        }
    }

    private mutating func readPlaces(_ fields: ISOFields) {
        var fields = fields
        guard let version = fields.version(), version <= 2, let sizes = fields.number(2),
            let count = fields.number(version == 2 ? 4 : 2)
        else { return }
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version == 0 ? 0 : sizes & 15
        for _ in 0..<count {
            guard let id = fields.number(version == 2 ? 4 : 2), let method = version == 0 ? 0 : fields.number(2),
                let file = fields.number(2), let base = fields.number(baseSize), let parts = fields.number(2),
                parts <= 1 || offsetSize + lengthSize + indexSize > 0
            else { return }
            var item = items[id, default: Item()]
            item.parts = []
            (item.isInside, item.isElsewhere) = (method & 15 == 1, method & 15 > 1 || file != 0)
            for _ in 0..<parts {
                guard fields.number(indexSize) != nil, let offset = fields.number(offsetSize),
                    let length = fields.number(lengthSize)
                else { return }
                let (start, overflows) = base.addingReportingOverflow(offset)
                let (end, ends) = start.addingReportingOverflow(length)
                if overflows || ends { item.isElsewhere = true } else { item.parts.append(start..<end) }
            }
            items[id] = item
        }
    }

    private mutating func readReferences(_ fields: ISOFields) {
        var fields = fields
        guard let version = fields.version() else { return }
        let size = version == 0 ? 2 : 4
        for box in ISOBox.boxes(in: fields.rest, of: bytes) {
            var reference = ISOFields(box, of: bytes)
            guard let source = reference.number(size), let count = reference.number(2) else { continue }
            var targets: [Int] = []
            while targets.count < count, let target = reference.number(size) { targets.append(target) }
            references.append(Reference(type: box.type, source: source, targets: targets))
        }
    }

    private mutating func readProperties(_ box: ISOBox) {
        let parts = ISOBox.boxes(in: box.content, of: bytes)
        if let container = parts.first(where: { $0.type == "ipco" }) {
            properties = ISOBox.boxes(in: container.content, of: bytes)
        }
        for box in parts where box.type == "ipma" {
            var fields = ISOFields(box, of: bytes)
            guard let versionAndFlags = fields.number(4), let count = fields.number(4) else { continue }
            let (isLargeID, isLargeIndex) = (versionAndFlags >> 24 > 0, versionAndFlags & 1 == 1)
            for _ in 0..<count {
                guard let item = fields.number(isLargeID ? 4 : 2), let number = fields.number(1) else { break }
                for _ in 0..<number {
                    guard let index = fields.number(isLargeIndex ? 2 : 1) else { break }
                    // Honest items have fewer than ten.
                    guard associations[item, default: []].count < 256 else { continue }
                    // The highest bit says whether a reader must know the property.
                    associations[item, default: []].append(index & (isLargeIndex ? 0x7FFF : 0x7F))
                }
            }
        }
    }

    /// The content of each property of an item, in order.
    private func properties(of item: Int) -> [(type: String, content: ISOFields)] {
        (associations[item] ?? []).compactMap { index in
            guard index >= 1, index <= properties.count else { return nil }
            return (properties[index - 1].type, ISOFields(properties[index - 1], of: bytes))
        }
    }

    /// The pixels of the picture that is shown, before it is turned.
    var size: PhotoSize? {
        guard var fields = properties(of: primary).first(where: { $0.type == "ispe" })?.content,
            fields.version() != nil, let width = fields.number(4), let height = fields.number(4)
        else { return nil }
        return PhotoSize(width: width, height: height)
    }

    /// How the picture is turned before it is shown (ISO/IEC 23008-12, sections 6.5.10 and 6.5.12); nil if it isn't.
    /// Programs that show it ignore the orientation in the EXIF data.
    var orientation: PhotoOrientation? {
        var result: PhotoOrientation?
        for property in properties(of: primary) {
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
        guard let item = candidates.compactMap({ items[$0] }).first(where: { $0.type == "Exif" }), !item.isElsewhere
        else { return nil }
        var data: [UInt8] = []
        for part in item.parts {
            let length = min(part.count, ExifData.limit - data.count)
            if item.isInside {
                guard let inside = parts.first(where: { $0.type == "idat" })?.content, part.upperBound <= inside.count
                else { return nil }
                data += bytes[(inside.lowerBound + part.lowerBound)...].prefix(length)
            } else {
                data += try reader.bytes(at: part.lowerBound, length: length) ?? []
            }
        }
        // Four bytes say where the TIFF structure begins.
        guard let offset = data.number(at: 0, bytes: 4), offset <= data.count - 4 else { return nil }
        return ExifData(Array(data[(4 + offset)...]))
    }
}

/// The fields of a box, one after the other.
struct ISOFields {
    private let bytes: [UInt8]

    /// What has not been read yet.
    private(set) var rest: Range<Int>

    init(_ box: ISOBox, of bytes: [UInt8]) { (self.bytes, rest) = (bytes, box.content) }

    /// The next number; 0 if it has no bytes. Nil if it isn't wholly inside.
    mutating func number(_ length: Int) -> Int? {
        guard length <= min(8, rest.count), let number = bytes.number(at: rest.lowerBound, bytes: length) else {
            return nil
        }
        rest = (rest.lowerBound + length)..<rest.upperBound
        return number
    }

    /// The next characters.
    mutating func text(_ length: Int) -> String? {
        guard length <= rest.count else { return nil }
        defer { rest = (rest.lowerBound + length)..<rest.upperBound }
        return String(decoding: bytes[rest.lowerBound..<(rest.lowerBound + length)], as: UTF8.self)
    }

    /// The version at the beginning of a box that has one, without its flags.
    mutating func version() -> Int? { number(4).map { $0 >> 24 } }
}
