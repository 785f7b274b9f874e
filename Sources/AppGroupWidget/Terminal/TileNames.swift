package import AppGroup
import AppGroupText

/// The names below the tiles of one drawing. A name that is too long loses its end, or its middle if it would otherwise
/// look like another one. If they end alike, too, they lose that end.
package struct TileNames {
    private let size: TileSize
    /// The beginnings to which names that differ would be shortened.
    private var shared: Set<SafeText> = []
    /// How many characters names have in common at their end, by how they all look without their middle.
    private var endings: [SafeText: Int] = [:]

    /// - Parameter apps: The apps of the drawing, even if it shows only some of them at a time.
    package init(_ apps: [AppEntry] = [], size: TileSize = .medium) {
        self.size = size
        let columns = size.nameColumns
        let long = Set(apps.lazy.map { SafeText("\($0.name)") }.filter { $0.width > columns })
        for (beginning, names) in Dictionary(grouping: long, by: { $0.truncated(to: columns) }) where names.count > 1 {
            shared.insert(beginning)
            for (shown, names) in Dictionary(grouping: names, by: { $0.truncatedInMiddle(to: columns) })
            where names.count > 1 {
                endings[shown] = names.dropFirst().map { Self.sharedEnding($0, names[0]) }.min()
            }
        }
    }

    /// A name, no wider than a tile has room for.
    func shortened(_ name: SafeText) -> SafeText {
        let beginning = name.truncated(to: size.nameColumns)
        guard shared.contains(beginning) else { return beginning }
        let shown = name.truncatedInMiddle(to: size.nameColumns)
        guard let ending = endings[shown] else { return shown }
        return SafeText(String(name.description.dropLast(ending))).truncatedInMiddle(to: size.nameColumns)
    }

    /// How many characters two names have in common at their end.
    private static func sharedEnding(_ first: SafeText, _ second: SafeText) -> Int {
        zip(first.description.reversed(), second.description.reversed()).prefix { $0 == $1 }.count
    }
}
