/// The orders that wait for their download, and those that are under way.
///
/// Each server has a line of its own, so that a slow one does not hold up the others. A download begins only if everything fits on
/// the disk that it and those under way may still take: otherwise, they would fill the disk together, and all of them would fail.
/// If none is under way, the next one begins in any case, and fails by itself if there is no room.
struct OrderQueue {
    /// How many downloads from one server run at the same time. More would only share the same connection.
    private static let atOnce = 3

    private var waiting: [ServerAddress: ArraySlice<CatalogInstaller.Order>]
    private var underWay: [(order: CatalogInstaller.Order, room: ReleaseRoom?)] = []
    private let room: (CatalogInstaller.Order) -> ReleaseRoom?

    /// - Parameters:
    ///   - orders: At most one for each app.
    ///   - room: Measures the room for an order; `nil` if that is not possible.
    init(_ orders: [CatalogInstaller.Order], room: @escaping (CatalogInstaller.Order) -> ReleaseRoom?) {
        waiting = Dictionary(grouping: orders, by: \.client.server).mapValues { $0[...] }
        self.room = room
    }

    /// Takes an order that may begin now; `nil` if there is none.
    mutating func next() -> CatalogInstaller.Order? {
        for (server, orders) in waiting {
            guard let order = orders.first, underWay.count(where: { $0.order.client.server == server }) < Self.atOnce
            else { continue }
            let room = room(order)
            guard underWay.isEmpty || room?.lack(beside: underWay.compactMap(\.room)) == nil else { continue }
            waiting[server] = orders.dropFirst()
            underWay.append((order, room))
            return order
        }
        return nil
    }

    /// Notes that an order was carried out, or has failed.
    mutating func end(_ order: CatalogInstaller.Order) {
        underWay.removeAll { $0.order.entry.package.id == order.entry.package.id }
    }
}
