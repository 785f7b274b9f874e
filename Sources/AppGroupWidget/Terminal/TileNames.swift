package import AppGroup
import AppGroupText

/// The names below the tiles of one drawing. A name that is too long loses its end, or its middle if it would otherwise
/// look like another one.
package struct TileNames {
    private let size: TileSize
    /// The beginnings to which names that differ would be shortened.
    private var shared: Set<SafeText> = []

    /// - Parameter apps: The apps of the drawing, even if it shows only some of them at a time.
    package init(_ apps: [AppEntry] = [], size: TileSize = .medium) {
        self.size = size
        var names: [SafeText: SafeText] = [:]
        for app in apps {
            let name = SafeText("\(app.name)")
            guard name.width > size.nameColumns else { continue }
            let beginning = name.truncated(to: size.nameColumns)
            if let other = names.updateValue(name, forKey: beginning), other != name { shared.insert(beginning) }
        }
    }

    /// A name, no wider than a tile has room for.
    func shortened(_ name: SafeText) -> SafeText {
        let beginning = name.truncated(to: size.nameColumns)
        return shared.contains(beginning) ? name.truncatedInMiddle(to: size.nameColumns) : beginning
    }
}
