/// The character maps of Chinese, Japanese and Korean fonts that a PDF names without containing them (ISO 32000-1, 9.7.5.2).
/// They are read from poppler's data, if it is installed.
final class PredefinedMaps {
    /// A character collection: glyphs with numbers that mean the same in every font.
    enum Collection: String, CaseIterable {
        case simplifiedChinese = "Adobe-GB1"
        case traditionalChinese = "Adobe-CNS1"
        case japanese = "Adobe-Japan1"
        case korean = "Adobe-Korea1"
        case newKorean = "Adobe-KR"
    }

    /// A map, and the collection whose glyphs it selects.
    struct Found {
        let map: CMap
        let collection: Collection
    }

    /// Where packages for Debian, for the Mac and built by hand put the data.
    static let folders = ["/usr/share/poppler", "/opt/homebrew/share/poppler", "/usr/local/share/poppler"]

    /// Most documents need two. Each takes about a megabyte.
    private static let capacity = 6
    /// The largest has half a megabyte.
    private static let sizeLimit = 2 << 20
    /// A map may extend another one, and that a third.
    private static let depthLimit = 4

    private let folders: [String]
    private var known: [String: Found?] = [:]
    private var depth = 0
    /// How many bytes were read.
    private(set) var work = 0

    init(folders: [String] = PredefinedMaps.folders) { self.folders = folders }

    /// The map with a name such as `90ms-RKSJ-H`; nil if there is none.
    func map(_ name: String) -> Found? {
        if let found = known[name] { return found }
        guard depth < Self.depthLimit else { return nil }
        depth += 1
        defer { depth -= 1 }
        let found = read(name)
        if known.count >= Self.capacity { known = [:] }
        known[name] = .some(found)
        return found
    }

    /// The text of the glyphs of a collection.
    func texts(of collection: Collection) -> CMap? { map("\(collection.rawValue)-UCS2")?.map }

    private func read(_ name: String) -> Found? {
        guard (1...40).contains(name.utf8.count),
            name.utf8.allSatisfy({ $0.isASCIIDigit || $0 == 0x2D || (0x41...0x5A).contains($0 & 0xDF) })
        else { return nil }
        for folder in folders {
            for collection in Collection.allCases {
                guard let file = try? PDFFile(path: "\(folder)/cMap/\(collection.rawValue)/\(name)"),
                    file.count <= Self.sizeLimit, let bytes = try? file.bytes(at: 0, length: Self.sizeLimit)
                else { continue }
                work += bytes.count
                return Found(map: CMap(parsing: bytes) { self.map($0)?.map }, collection: collection)
            }
        }
        return nil
    }
}
