package import AppGroup
import AppGroupText

/// The names below the tiles of one drawing. A name that is too long loses its end, or its middle if it would otherwise
/// look like another one. If they end alike, too, more of their end is shown, or they lose what is alike. An ellipsis
/// stands for whatever is lost.
package struct TileNames {
    private let columns: Int
    /// The names that would look alike without their end, as they are shown.
    private var shown: [SafeText: SafeText] = [:]

    /// - Parameter apps: The apps of the drawing, even if it shows only some of them at a time.
    package init(_ apps: [AppEntry] = [], size: TileSize = .medium) {
        let columns = size.nameColumns
        self.columns = columns
        let long = Set(apps.lazy.map { SafeText("\($0.name)") }.filter { $0.width > columns })
        let beginnings = Dictionary(grouping: long) { $0.truncated(to: columns) }
        tellApart(beginnings.values.filter { $0.count > 1 }.flatMap(\.self))
    }

    /// A name, no wider than a tile has room for.
    func shortened(_ name: SafeText) -> SafeText { shown[name] ?? name.truncated(to: columns) }

    /// Shortens names that would look alike without their end.
    ///
    /// - Parameter ending: How many characters they are known to have in common at their end.
    private mutating func tellApart(_ names: [SafeText], ending: Int = 0) {
        // If a name is the end of another, it keeps what would be seen of its beginning.
        let spare = names.map { $0.description.count - $0.truncated(to: columns).description.count + 1 }.min() ?? 0
        for (form, alike) in Dictionary(grouping: names, by: { withoutMiddle($0, ending, lost: min(ending, spare)) }) {
            let common = Self.commonEnding(alike)
            if alike.count > 1, common > ending {
                tellApart(alike, ending: common)
            } else {
                for name in alike { shown[name] = form }
            }
        }
    }

    /// The beginning and the end of a name, with the character before the ending that it shares.
    ///
    /// - Parameter lost: How many characters of the ending are left out if there is no room for it.
    private func withoutMiddle(_ name: SafeText, _ ending: Int, lost: Int) -> SafeText {
        let end = DisplayWidth.of(String(name.description.suffix(ending + 1))) + 1
        if end < columns { return name.truncatedInMiddle(to: columns, end: max(end, (columns + 1) / 2)) }
        return SafeText(name.description.dropLast(lost) + "…").truncatedInMiddle(to: columns)
    }

    /// How many characters all of these names have in common at their end.
    private static func commonEnding(_ names: [SafeText]) -> Int {
        names.dropFirst().map { name in
            zip(name.description.reversed(), names[0].description.reversed()).prefix { $0 == $1 }.count
        }.min() ?? 0
    }
}
