import AppGroupWidget

/// Where things stand on the home screen, for a terminal of some size.
struct HomeLayout: Hashable {
    /// The size of the terminal.
    let columns: Int
    let rows: Int
    /// Whether icons stand in a grid; else each app has a line.
    let isGrid: Bool
    /// Apps beside one another.
    let perLine: Int
    /// How many lines of apps are seen at once.
    let visibleLines: Int

    /// The lines above the apps: what this is, what is looked for, and an empty one.
    static let head = 3
    /// The lines below them: what a key does, or what went wrong.
    static let foot = 1

    init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        let room = max(1, rows - Self.head - Self.foot)
        isGrid = columns >= 2 * Tile.width && room >= Tile.height
        perLine = isGrid ? columns / Tile.width : 1
        visibleLines = isGrid ? room / Tile.height : room
    }

    /// How many apps are seen at once.
    var visibleApps: Int { perLine * visibleLines }
}
