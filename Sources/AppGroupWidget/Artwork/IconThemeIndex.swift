import AppGroupPlatform

/// The description of an icon theme in its file `index.theme` (freedesktop Icon Theme Specification).
struct IconThemeIndex: Hashable {
    /// The folders with icons, each below the theme's folder, in the order of the file.
    let directories: [Directory]
    /// The themes to search if this one has no icon, in order.
    let parents: [String]

    /// A folder with icons of one size, or of a range of sizes.
    struct Directory: Hashable {
        let path: String
        let kind: Kind
        /// In pixels, before they are multiplied by the scale; like all sizes here.
        let size: Int
        let scale: Int
        let minimum: Int
        let maximum: Int
        let threshold: Int

        /// The relation of the icons' sizes to the folder's size.
        enum Kind: String { case fixed = "Fixed", scalable = "Scalable", threshold = "Threshold" }
    }

    /// The most folders of a theme that are searched; the largest themes of today have about 300.
    private static let maximumDirectories = 2000

    init(_ text: [UInt8]) {
        let groups = LenientKeyFile(text)
        func list(_ key: String) -> [String] {
            groups["Icon Theme", key]?.split { $0 == "," || $0 == " " }.map(String.init) ?? []
        }
        parents = list("Inherits")
        directories = (list("Directories") + list("ScaledDirectories")).prefix(Self.maximumDirectories).compactMap {
            Directory($0, groups)
        }
    }
}

extension IconThemeIndex.Directory {
    /// `nil` if the folder has no size, or is not below the theme's folder.
    fileprivate init?(_ path: String, _ groups: LenientKeyFile) {
        func number(_ key: String) -> Int? {
            groups[path, key].flatMap { Int($0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
        }
        guard let size = number("Size"), !Paths.isAbsolute(path), !Paths.components(of: path).contains("..") else {
            return nil
        }
        self.path = path
        self.size = size
        kind = groups[path, "Type"].flatMap(Kind.init) ?? .threshold
        scale = number("Scale") ?? 1
        minimum = number("MinSize") ?? size
        maximum = number("MaxSize") ?? size
        threshold = number("Threshold") ?? 2
    }

    /// Whether the folder has icons of exactly this size.
    func matches(size wanted: Int, scale wantedScale: Int) -> Bool {
        guard scale == wantedScale else { return false }
        return switch kind {
        case .fixed: size == wanted
        case .scalable: (minimum...max(minimum, maximum)).contains(wanted)
        case .threshold: (size - threshold...size + threshold).contains(wanted)
        }
    }

    /// The distance of the folder's icons from this size, in pixels of the screen.
    func distance(size wanted: Int, scale wantedScale: Int) -> Int {
        let pixels = wanted * wantedScale
        let (smallest, largest): (Int, Int) =
            switch kind {
            case .fixed: (size, size)
            case .scalable: (minimum, maximum)
            case .threshold: (size - threshold, size + threshold)
            }
        if kind == .fixed { return abs(size * scale - pixels) }
        if pixels < smallest * scale { return minimum * scale - pixels }
        return pixels > largest * scale ? pixels - maximum * scale : 0
    }
}
