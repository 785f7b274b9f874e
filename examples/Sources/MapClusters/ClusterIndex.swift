/// Points on a map, joined to clusters at each zoom. It never changes, and any number of threads may ask it at once.
public struct ClusterIndex: Sendable {
    /// How the points were joined.
    public let options: ClusterOptions

    /// The places of the points.
    public let places: [MapPlace]

    /// The zooms from the lowest to one beyond the highest.
    private let trees: [PointTree]

    /// Joins points. 100,000 of them take a fraction of a second and at most 60 MB.
    /// - Parameter places: At most 67,108,863.
    public init(_ places: [MapPlace], options: ClusterOptions = ClusterOptions()) {
        precondition(places.count < 1 << 26, "An index holds at most 67,108,863 points.")
        precondition(0...options.maxZoom ~= options.minZoom && options.maxZoom <= 24, "The zooms are out of range.")
        self.options = options
        self.places = places
        trees = ClusterBuilder(places, options).trees
    }

    /// The entries of a map of a part of the earth.
    /// - Parameter zoom: Beyond the zooms of the index, its lowest or highest one counts.
    public func entries(in box: MapBox, zoom: Int) -> [MapEntry] {
        let tree = tree(at: zoom)
        var entries: [MapEntry] = []
        let (top, bottom) = (MapPoint.y(box.north), MapPoint.y(box.south))
        for part in box.parts {
            let area = PointTree.Box(
                minX: MapPoint.x(part.west), minY: top, maxX: MapPoint.x(part.east), maxY: bottom)
            tree.forEach(in: area) { entries.append(entry(tree.items[$0])) }
        }
        return entries
    }

    /// The entries that a cluster consists of at its ``expansionZoom(of:)``; nil if there is no such cluster.
    public func children(of cluster: ClusterID) -> [MapEntry]? {
        items(of: cluster)?.map(entry)
    }

    /// The positions of some of the points in a cluster; nil if there is no such cluster.
    /// - Parameters:
    ///   - limit: The most positions to return.
    ///   - offset: How many to skip.
    public func leaves(of cluster: ClusterID, limit: Int, offset: Int = 0) -> [Int]? {
        guard let children = items(of: cluster) else { return nil }
        var (leaves, skipped): ([Int], Int) = ([], 0)
        // The first one to be visited is the last one.
        var waiting = Array(children.reversed())
        while leaves.count < limit, let item = waiting.popLast() {
            if item.isCluster, skipped + Int(item.count) > offset {
                waiting += (items(of: ClusterID(rawValue: Int(item.id))) ?? []).reversed()
            } else if skipped < offset {
                skipped += Int(item.count)
            } else {
                leaves.append(Int(item.id))
            }
        }
        return leaves
    }

    /// The zoom at which a cluster falls apart; nil if there is no such cluster.
    public func expansionZoom(of cluster: ClusterID) -> Int? { items(of: cluster) == nil ? nil : cluster.zoom }

    /// Where a point is in the tree of each zoom, from the lowest one.
    func trail(of point: Int) -> [Int] {
        var position = trees[trees.count - 1].items.firstIndex { $0.id == Int32(point) } ?? 0
        var trail = [position]
        for tree in trees.dropFirst().reversed() {
            position = Int(tree.items[position].next)
            trail.append(position)
        }
        return trail.reversed()
    }

    /// The content of the entry that the item on a trail has at a zoom.
    func content(on trail: [Int], zoom: Int) -> MapEntry.Content {
        entry(tree(at: zoom).items[trail[level(of: zoom)]]).content
    }

    // MARK: - Zooms and items

    private func level(of zoom: Int) -> Int { min(max(zoom, options.minZoom), options.maxZoom + 1) - options.minZoom }

    private func tree(at zoom: Int) -> PointTree { trees[level(of: zoom)] }

    private func entry(_ item: Item) -> MapEntry {
        item.isCluster
            ? MapEntry(
                content: .cluster(ClusterID(rawValue: Int(item.id))), count: Int(item.count),
                place: MapPlace(MapPoint(x: item.x, y: item.y)))
            : MapEntry(content: .point(Int(item.id)), count: 1, place: places[Int(item.id)])
    }

    /// The items that were joined to a cluster; nil if there is no such cluster.
    private func items(of cluster: ClusterID) -> [Item]? {
        let zooms = options.minZoom + 1...options.maxZoom + 1
        guard cluster.rawValue >= 0, zooms ~= cluster.zoom else { return nil }
        let tree = trees[cluster.zoom - options.minZoom]
        guard cluster.position < tree.items.count else { return nil }
        let founder = tree.items[cluster.position]
        guard trees[cluster.zoom - options.minZoom - 1].items[Int(founder.next)].id == Int32(cluster.rawValue) else {
            return nil
        }
        var items: [Item] = []
        tree.forEach(within: options.radius(at: cluster.zoom - 1), of: founder.x, founder.y) { index in
            if tree.items[index].next == founder.next { items.append(tree.items[index]) }
        }
        return items
    }
}
