import AppGroup
import AppGroupPlatform

/// The file `icon-theme.cache` of a theme's folder, which GTK's `gtk-update-icon-cache` writes: the icons of all its
/// folders, found by name without reading them.
struct IconThemeCache {
    private let bytes: [UInt8]
    /// The folders of the theme, by the numbers that the icons use.
    private let directories: [String]
    private let buckets: (offset: Int, count: Int)

    /// The files of an icon in a folder.
    struct Formats: OptionSet {
        let rawValue: UInt16
        static let svg = Formats(rawValue: 2)
        static let png = Formats(rawValue: 4)
    }

    /// The largest cache that is read; that of a theme with 100,000 icons has 10 MiB.
    private static let maximumSize = 32 << 20

    /// Reads the cache of a theme's folder; `nil` if there is none, if it is damaged, or if the folder is newer.
    init?(ofTheme folder: String) {
        let path = "\(folder)/icon-theme.cache"
        guard let cache = try? Files.status(path), let theme = try? Files.status(folder),
            cache.modification >= theme.modification,
            let bytes = try? Files.contents(of: path, limit: Self.maximumSize)
        else { return nil }
        self.init(bytes)
    }

    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard Self.number(bytes, 0, size: 2) == 1, let hash = Self.number(bytes, 4), let list = Self.number(bytes, 8),
            let bucketCount = Self.number(bytes, hash), bucketCount > 0, bucketCount <= bytes.count / 4,
            let count = Self.number(bytes, list), count <= bytes.count / 4
        else { return nil }
        buckets = (hash + 4, bucketCount)
        var directories: [String] = []
        for index in 0..<count {
            guard let place = Self.number(bytes, list + 4 + 4 * index), let name = Self.text(bytes, place) else {
                return nil
            }
            directories.append(name)
        }
        self.directories = directories
    }

    /// The folders that have an icon, with its files.
    func folders(of name: String) -> [String: Formats] {
        let wanted = Array(name.utf8)
        guard let place = place(of: wanted), let list = number(place + 8), let count = number(list),
            count <= directories.count
        else { return [:] }
        var found: [String: Formats] = [:]
        for index in 0..<count {
            let image = list + 4 + 8 * index
            guard let directory = number(image, size: 2), let flags = number(image + 2, size: 2),
                directories.indices.contains(directory)
            else { return found }
            found[directories[directory]] = Formats(rawValue: UInt16(flags))
        }
        return found
    }

    /// The place of an icon in the file, through the chain of icons with an equal hash.
    private func place(of name: [UInt8]) -> Int? {
        // A damaged chain may be a circle: no icon has more than a few before it.
        var next = number(buckets.offset + 4 * Int(Self.hash(name) % UInt32(buckets.count)))
        for _ in 0..<1000 {
            guard let place = next, place != 0xFFFF_FFFF, let start = number(place + 4) else { return nil }
            let end = start + name.count
            if end < bytes.count, bytes[end] == 0, bytes[start..<end].elementsEqual(name) { return place }
            next = number(place)
        }
        return nil
    }

    /// The hash of a name: 31 times the hash so far, and a byte with its sign.
    private static func hash(_ name: [UInt8]) -> UInt32 {
        name.reduce(0) { $0 &* 31 &+ UInt32(bitPattern: Int32(Int8(bitPattern: $1))) }
    }

    private func number(_ place: Int, size: Int = 4) -> Int? { Self.number(bytes, place, size: size) }

    private static func number(_ bytes: [UInt8], _ place: Int, size: Int = 4) -> Int? {
        bytes.bigEndian(at: place, size: size).map(Int.init)
    }

    private static func text(_ bytes: [UInt8], _ place: Int) -> String? {
        guard place >= 0, place < bytes.count, let end = bytes[place...].prefix(4096).firstIndex(of: 0) else {
            return nil
        }
        return String(validating: bytes[place..<end], as: UTF8.self)
    }
}
