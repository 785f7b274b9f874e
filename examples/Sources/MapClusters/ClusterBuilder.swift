/// Joins points zoom by zoom, from the closest look outwards, as supercluster does (Agafonkin: Clustering millions of points on
/// a map with Supercluster, 2016; <https://github.com/mapbox/supercluster>).
///
/// At each zoom, the items take turns. An item that has not been joined yet takes in all others within the radius that have not
/// been joined either, and the cluster is at their weighted mean.
struct ClusterBuilder {
    private let options: ClusterOptions
    /// The zooms from the lowest to one beyond the highest.
    private(set) var trees: [PointTree] = []

    init(_ places: [MapPlace], _ options: ClusterOptions) {
        self.options = options
        let points = places.indices.map { index in
            let point = MapPoint(places[index])
            return Item(x: point.x, y: point.y, id: Int32(index), count: 1, turn: Int32(index))
        }
        var tree = PointTree(points)
        for zoom in stride(from: options.maxZoom, through: options.minZoom, by: -1) {
            let outer = joined(&tree, at: zoom)
            trees.append(tree)
            tree = outer
        }
        trees.append(tree)
        trees.reverse()
    }

    /// The items one zoom further out. Each of the inner items learns where it is there.
    private func joined(_ inner: inout PointTree, at zoom: Int) -> PointTree {
        let outer = outerItems(&inner, at: zoom)
        // The order of the inner tree is almost that of the outer one, or exactly if nothing was joined.
        var isPlaced = [Bool](repeating: false, count: outer.count)
        var ordered: [Item] = []
        ordered.reserveCapacity(outer.count)
        for item in inner.items where !isPlaced[Int(item.next)] {
            isPlaced[Int(item.next)] = true
            ordered.append(outer[Int(item.next)])
        }
        let tree = PointTree(ordered, isOrdered: ordered.count == inner.items.count)
        let places = Self.turns(tree.items)
        inner.items.withUnsafeMutableBufferPointer { items in
            for index in items.indices { items[index].next = places[Int(items[index].next)] }
        }
        return tree
    }

    /// The items one zoom further out, by their turns. Each of the inner items learns the turn of the one that it belongs to.
    private func outerItems(_ inner: inout PointTree, at zoom: Int) -> [Item] {
        let radius = options.radius(at: zoom)
        var outer: [Item] = []
        outer.reserveCapacity(inner.items.count)
        let turns = Self.turns(inner.items)
        var near: [Int] = []
        inner.items.withUnsafeMutableBufferPointer { items in
            // Items that are close to each other in memory are asked about one after the other. Most have nothing near.
            let isAlone = items.indices.map { !PointTree.hasNeighbor(of: $0, within: radius, of: items) }
            for position in turns {
                let position = Int(position)
                guard items[position].next < 0 else { continue }
                let item = items[position]
                items[position].next = Int32(outer.count)
                if isAlone[position] {
                    outer.append(item.outside(turn: outer.count))
                    continue
                }
                near.removeAll(keepingCapacity: true)
                var count = item.count
                PointTree.forEach(within: radius, of: item.x, item.y, of: items) { index in
                    guard items[index].next < 0 else { return }
                    near.append(index)
                    count += items[index].count
                }
                if !near.isEmpty, count >= options.minPoints {
                    var (x, y) = (item.x * Double(item.count), item.y * Double(item.count))
                    for index in near {
                        x += items[index].x * Double(items[index].count)
                        y += items[index].y * Double(items[index].count)
                        items[index].next = Int32(outer.count)
                    }
                    let id = ClusterID(position: position, zoom: zoom + 1)
                    outer.append(
                        Item(
                            x: x / Double(count), y: y / Double(count), id: Int32(id.rawValue), count: count,
                            turn: Int32(outer.count)))
                } else {
                    outer.append(item.outside(turn: outer.count))
                    for index in near {
                        items[index].next = Int32(outer.count)
                        outer.append(items[index].outside(turn: outer.count))
                    }
                }
            }
        }
        return outer
    }

    /// The position of each item, by turn.
    private static func turns(_ items: [Item]) -> [Int32] {
        var positions = [Int32](repeating: 0, count: items.count)
        for index in items.indices { positions[Int(items[index].turn)] = Int32(index) }
        return positions
    }
}

extension Item {
    /// The item one zoom further out, where nothing has joined it yet.
    fileprivate func outside(turn: Int) -> Item { Item(x: x, y: y, id: id, count: count, turn: Int32(turn)) }
}
