package import AppGroup

/// How large the tiles of a grid on a terminal are, in cells.
package struct TileSize: Hashable, Sendable {
    /// The columns of an icon. It looks square, because a cell is about twice as high as it is wide.
    package let iconColumns: Int
    /// The rows of an icon.
    package let iconRows: Int

    /// The size that a group's settings say.
    package init(_ size: GroupAppearance.Size) {
        (iconColumns, iconRows) =
            switch size {
            case .small: (4, 2)
            case .medium: (6, 3)
            case .large: (10, 5)
            }
    }

    /// The usual size.
    package static let medium = TileSize(.medium)

    /// The size of an icon.
    package var icon: (columns: Int, rows: Int) { (iconColumns, iconRows) }
    /// The width of a tile, including the space to its right: enough for the icon, a count of four characters, and a name.
    package var width: Int { max(15, iconColumns + 9) }
    /// The columns of a name.
    var nameColumns: Int { width - 2 }
    /// The lines of a tile, including the empty one below.
    package var height: Int { iconRows + 2 }
    /// The columns of a count that are over the icon.
    package var overlap: Int { min(2, iconColumns / 3) }
    /// The first column of the icon in a tile.
    package var iconColumn: Int { (width - 2 - iconColumns) / 2 }
}
