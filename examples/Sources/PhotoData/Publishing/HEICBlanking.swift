/// The box `meta` of a HEIC, with zeros in place of everything that doesn't say how its picture looks.
struct HEICBlanking {
    /// As many bytes as before.
    private(set) var bytes: [UInt8]

    private let file: HEICFile

    /// The properties that decide how a picture is decoded and shown (ISO/IEC 23008-12, section 6.5, and the
    /// configurations of decoders).
    private static let visibleProperties: Set<String> = [
        "hvcC", "lhvC", "avcC", "ispe", "pixi", "colr", "pasp", "clap", "irot", "imir", "rloc", "lsel", "clli", "mdcv",
        "cclv", "amve",
    ]

    /// - Parameter pictures: The items that stay.
    init(of file: HEICFile, except pictures: Set<Int>) {
        (bytes, self.file) = (file.meta.bytes, file)
        for box in file.meta.parts {
            switch box.type {
            case "pitm", "iloc", "iref", "dinf": break
            // Its name follows the type of the handler.
            case "hdlr": blank(min(box.content.lowerBound + 24, box.content.upperBound)..<box.content.upperBound)
            case "iinf": blankEntries(in: box, except: pictures)
            case "idat": blankData(in: box, except: pictures)
            case "iprp": blankProperties(in: box)
            default: free(box)
            }
        }
        blank((file.meta.parts.last?.whole.upperBound ?? bytes.count)..<bytes.count)
    }

    /// An item that goes gets a type that no program knows. An item that stays loses its name.
    private mutating func blankEntries(in box: ISOBox, except pictures: Set<Int>) {
        var fields = ISOFields(box, of: bytes)
        guard let version = fields.version(), fields.number(version == 0 ? 2 : 4) != nil else { return free(box) }
        let entries = ISOBox.boxes(in: fields.rest, of: bytes)
        let known = file.items.compactMap { item in item.value.entry.map { ($0.whole.lowerBound, item.key) } }
        let items = Dictionary(uniqueKeysWithValues: known)
        for entry in entries {
            guard let item = items[entry.whole.lowerBound] else {
                free(entry)
                continue
            }
            // Version, number of the item, number of its protection; then the type.
            let version = bytes[entry.content.lowerBound]
            let type = entry.content.lowerBound + (version == 2 ? 8 : 10)
            if !pictures.contains(item) { replace(Array("free".utf8), at: type) }
            blank((type + 4)..<entry.content.upperBound)
        }
        blank((entries.last?.whole.upperBound ?? fields.rest.lowerBound)..<box.content.upperBound)
    }

    /// There may be hundreds of thousands of parts, and they may overlap: in order, each byte is visited once.
    private mutating func blankData(in box: ISOBox, except pictures: Set<Int>) {
        let kept = pictures.compactMap { file.items[$0] }.filter { $0.location == .meta }.flatMap(\.parts)
            .filter { $0.upperBound <= box.content.count }.sorted { $0.lowerBound < $1.lowerBound }
        var place = box.content.lowerBound
        for part in kept where box.content.lowerBound + part.upperBound > place {
            blank(place..<max(place, box.content.lowerBound + part.lowerBound))
            place = box.content.lowerBound + part.upperBound
        }
        blank(place..<box.content.upperBound)
    }

    /// Unknown properties stay in their places, because items name properties by their positions.
    private mutating func blankProperties(in box: ISOBox) {
        let parts = ISOBox.boxes(in: box.content, of: bytes)
        for part in parts where part.type != "ipma" {
            guard part.type == "ipco" else {
                free(part)
                continue
            }
            let properties = ISOBox.boxes(in: part.content, of: bytes)
            for property in properties where !Self.visibleProperties.contains(property.type) { free(property) }
            blank((properties.last?.whole.upperBound ?? part.content.lowerBound)..<part.content.upperBound)
        }
        blank((parts.last?.whole.upperBound ?? box.content.lowerBound)..<box.content.upperBound)
    }

    /// Makes a box one that has no meaning.
    private mutating func free(_ box: ISOBox) {
        replace(Array("free".utf8), at: box.whole.lowerBound + 4)
        blank(box.content)
    }

    private mutating func blank(_ range: Range<Int>) {
        replace([UInt8](repeating: 0, count: range.count), at: range.lowerBound)
    }

    private mutating func replace(_ new: [UInt8], at place: Int) {
        bytes.replaceSubrange(place..<(place + new.count), with: new)
    }
}
