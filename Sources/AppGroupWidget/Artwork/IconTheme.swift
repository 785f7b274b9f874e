package import AppGroup
import AppGroupPlatform
import Synchronization

/// The icon theme of the user, in which the names of icons are found (freedesktop Icon Theme Specification).
///
/// Looking up many icons reads few files: the index and cache of each theme once, and without a cache the names of the
/// theme's folders that exist.
public final class IconTheme: Sendable {
    /// The folders that contain themes, and icons without a theme, the most important first.
    private let bases: [String]
    /// The names of the themes to search, the most important first, each before its parents.
    private let names: [String]
    private let themes = Mutex<[String: Theme]>([:])
    /// The variants for light and dark backgrounds, once they were asked for.
    private let variants = Mutex<[Bool: IconTheme]>([:])

    /// Searches a theme, then its parents, then `hicolor`, then icons without a theme.
    package init(named names: [String], bases: [String], pixmaps: [String]) {
        self.names = names.filter(Self.isName)
        self.bases = bases + pixmaps
    }

    /// The theme for the backgrounds that a group's look asks for; the desktop's own if it leaves that open.
    package func fitting(_ look: GroupAppearance.Theme) -> IconTheme {
        look == .auto ? self : variant(isDark: look == .dark)
    }

    /// The theme for light or dark backgrounds, whatever the desktop prefers. A theme for dark backgrounds has the name of
    /// the other and the ending `-dark` or `-Dark`.
    func variant(isDark: Bool) -> IconTheme {
        variants.withLock { variants in
            if let known = variants[isDark] { return known }
            let endings = ["-dark", "-Dark"]
            let wanted = names.flatMap { name -> [String] in
                let plain = endings.first(where: name.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
                return (isDark ? endings.map { plain + $0 } : [plain]) + [name]
            }
            let variant = IconTheme(named: wanted, bases: bases, pixmaps: [])
            variants[isDark] = variant
            return variant
        }
    }

    /// The theme that the user chose, in the folders that the environment names.
    package convenience init(_ environment: ProcessEnvironment) {
        let bases =
            (environment.home.map { ["\($0)/.icons"] } ?? []) + environment.dataFolders.map { "\($0)/icons" }
        let choice = IconThemeChoice(environment)
        self.init(named: choice.names, bases: bases, pixmaps: environment.dataFolders.map { "\($0)/pixmaps" })
    }

    /// The theme of the user who runs this process.
    public static var current: IconTheme { IconTheme(.current) }

    /// The file of an icon: PNG or SVG, of the nearest size that the first theme with such an icon has.
    ///
    /// - Parameters:
    ///   - name: The name of an icon, such as `mail-unread`.
    ///   - size: The wanted width and height, before they are multiplied by the scale.
    ///   - scale: The pixels of the screen for each pixel of the size.
    package func file(of name: String, size: Int, scale: Int = 1) -> String? {
        guard Self.isName(name) else { return nil }
        return themes.withLock { themes in
            var search = IconSearch(icon: name, size: size, scale: scale, bases: bases)
            for theme in names + ["hicolor"] {
                if let found = search.file(in: theme, &themes) { return found }
            }
            return withoutTheme(name)
        }
    }

    private func withoutTheme(_ icon: String) -> String? {
        for base in bases {
            for format in ["png", "svg"] where Files.exists("\(base)/\(icon).\(format)") {
                return "\(base)/\(icon).\(format)"
            }
        }
        return nil
    }

    /// Whether a text names a theme or an icon, and leads to no other folder.
    fileprivate static func isName(_ text: String) -> Bool {
        !text.isEmpty && !text.hasPrefix(".") && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}

/// The search for one icon.
private struct IconSearch {
    let icon: String
    let size: Int
    let scale: Int
    /// The folders that contain themes, the most important first.
    let bases: [String]
    /// The themes without the icon.
    var searched: Set<String> = []

    /// The file of the icon in a theme, or in one that it inherits from.
    ///
    /// - Parameter themes: The themes that are known already, by name; gets those that are read now.
    mutating func file(in name: String, _ themes: inout [String: Theme]) -> String? {
        guard searched.insert(name).inserted else { return nil }
        let theme = themes[name] ?? Theme(name, in: bases)
        themes[name] = theme
        if let found = theme.file(of: icon, size: size, scale: scale) { return found }
        for parent in theme.index.parents where parent != "hicolor" && IconTheme.isName(parent) {
            if let found = file(in: parent, &themes) { return found }
        }
        return nil
    }
}

/// One theme, whose folders may be below several bases.
private struct Theme {
    let index: IconThemeIndex
    private let places: [Place]

    /// The folder of the theme below one base.
    private struct Place {
        let folder: String
        let cache: IconThemeCache?
        /// Without a cache: the folders of the index that exist here.
        let existing: Set<String>
    }

    private static let maximumIndex = 1 << 20

    init(_ name: String, in bases: [String]) {
        let folders = bases.map { "\($0)/\(name)" }.filter { (try? Files.status($0).kind) == .folder }
        let text = folders.lazy.compactMap { try? Files.contents(of: "\($0)/index.theme", limit: Self.maximumIndex) }
        let index = IconThemeIndex(text.first ?? [])
        self.index = index
        places = folders.map { folder in
            let cache = IconThemeCache(ofTheme: folder)
            let existing = cache == nil ? index.directories.map(\.path).filter { Files.exists("\(folder)/\($0)") } : []
            return Place(folder: folder, cache: cache, existing: Set(existing))
        }
    }

    func file(of icon: String, size: Int, scale: Int) -> String? {
        let found = places.map { $0.cache?.folders(of: icon) }
        // Whether any folder can have it is known before the folders are sorted.
        guard zip(places, found).contains(where: { $1.map { !$0.isEmpty } ?? !$0.existing.isEmpty }) else { return nil }
        let exact = index.directories.filter { $0.matches(size: size, scale: scale) }
        if let file = file(of: icon, in: exact, cached: found) { return file }
        // Of two at the same distance, the first in the index is taken.
        let others = index.directories.enumerated().map { offset, directory in
            (distance: directory.distance(size: size, scale: scale), offset: offset, directory: directory)
        }.sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }
        return file(of: icon, in: others.map(\.directory), cached: found)
    }

    /// The file of an icon in the first folder that has one.
    ///
    /// - Parameter cached: What the cache of each place says of the icon; `nil` for a place without a cache.
    private func file(
        of icon: String, in directories: [IconThemeIndex.Directory], cached: [[String: IconThemeCache.Formats]?]
    ) -> String? {
        for directory in directories {
            for (place, cached) in zip(places, cached) {
                let path = "\(place.folder)/\(directory.path)/\(icon)"
                if let cached {
                    guard let formats = cached[directory.path] else { continue }
                    if formats.contains(.png) { return "\(path).png" }
                    if formats.contains(.svg) { return "\(path).svg" }
                } else if place.existing.contains(directory.path) {
                    for format in ["png", "svg"] where Files.exists("\(path).\(format)") { return "\(path).\(format)" }
                }
            }
        }
        return nil
    }
}
