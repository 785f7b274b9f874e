/// The properties of the items of a HEIC (ISO/IEC 23008-12, section 6.5).
struct HEICProperties {
    private let meta: ISOMeta

    /// All properties. Items name them by their positions, from 1.
    private let properties: [ISOBox]

    private let associations: [Int: [Int]]

    init(of meta: ISOMeta) {
        let parts = meta.part("iprp").map { meta.boxes(in: $0.content) } ?? []
        self.meta = meta
        properties = parts.first { $0.type == "ipco" }.map { meta.boxes(in: $0.content) } ?? []
        var associations: [Int: [Int]] = [:]
        for box in parts where box.type == "ipma" { Self.readAssociations(meta.fields(of: box), into: &associations) }
        self.associations = associations
    }

    private static func readAssociations(_ fields: ISOFields, into associations: inout [Int: [Int]]) {
        var fields = fields
        guard let versionAndFlags = fields.number(4), let count = fields.number(4) else { return }
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

    /// The content of each property of an item, in order.
    func of(_ item: Int) -> [(type: String, content: ISOFields)] {
        (associations[item] ?? []).compactMap { index in
            guard index >= 1, index <= properties.count else { return nil }
            return (properties[index - 1].type, meta.fields(of: properties[index - 1]))
        }
    }
}
