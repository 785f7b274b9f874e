/// How points are joined. The defaults are those of supercluster, with which other maps can be compared.
public struct ClusterOptions: Hashable, Sendable {
    /// The lowest zoom, which joins the most: 0 shows the world as one tile.
    public var minZoom = 0

    /// The highest zoom at which points are joined, at most 24. One zoom further, each point stands alone.
    public var maxZoom = 16

    /// The fewest points of a cluster.
    public var minPoints = 2

    /// The distance within which points are joined, in the unit of ``extent``.
    public var radius = 40.0

    /// The size of a tile.
    public var extent = 512.0

    /// The defaults.
    public init() {}

    /// The distance within which points are joined at a zoom, on the map from 0 to 1.
    func radius(at zoom: Int) -> Double {
        zoom >= 0 ? radius / (extent * Double(1 << zoom)) : radius * Double(1 << -zoom) / extent
    }
}
