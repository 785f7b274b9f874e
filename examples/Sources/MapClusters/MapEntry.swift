/// The identity of a cluster in one ``ClusterIndex``.
public struct ClusterID: RawRepresentable, Hashable, Sendable {
    /// A number that means something to its index only.
    public let rawValue: Int

    /// An identity that an index gave.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The cluster that an item founded: where the item is in the tree of its zoom, and that zoom.
    init(position: Int, zoom: Int) { rawValue = position << 5 | zoom }

    var position: Int { rawValue >> 5 }

    var zoom: Int { rawValue & 31 }
}

/// A point or a cluster on the map.
public struct MapEntry: Hashable, Sendable {
    /// The point or the cluster of an entry.
    public enum Content: Hashable, Sendable {
        /// A point: its position among those from which the index was made.
        case point(Int)
        /// Several points.
        case cluster(ClusterID)
    }

    /// The point or the cluster.
    public let content: Content

    /// How many points it stands for.
    public let count: Int

    /// The place of the point, or the mean of the places in the cluster.
    public let place: MapPlace
}
