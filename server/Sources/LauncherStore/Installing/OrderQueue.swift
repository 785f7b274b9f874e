/// The orders that wait for their download, and those that are under way.
///
/// Each server has a line of its own, so that a slow one does not hold up the others. A download begins only if everything fits on
/// the disk that it and those under way may still take: otherwise, they would fill the disk together, and all of them would fail.
/// Until then, those behind it that fit go first. If none is under way, one begins in any case, and fails by itself if there is no
/// room.
struct OrderQueue {
    /// How many downloads from one server run at the same time. More would only share the same connection.
    private static let atOnce = 3

    private var waiting: [ServerAddress: [CatalogInstaller.Order]]
    private var underWay: [CatalogInstaller.Order] = []
    private let room: (CatalogInstaller.Order) -> ReleaseRoom?

    /// - Parameters:
    ///   - orders: At most one for each app.
    ///   - room: Measures the room that an order may still take; `nil` if that is not possible.
    init(_ orders: [CatalogInstaller.Order], room: @escaping (CatalogInstaller.Order) -> ReleaseRoom?) {
        waiting = Dictionary(grouping: orders, by: \.client.server)
        self.room = room
    }

    /// Takes an order that may begin now; `nil` if there is none.
    mutating func next() -> CatalogInstaller.Order? {
        let others = underWay.compactMap(room)
        for (server, orders) in waiting where underWay.count(where: { $0.client.server == server }) < Self.atOnce {
            let place = orders.firstIndex { underWay.isEmpty || room($0)?.lack(beside: others) == nil }
            guard let place else { continue }
            waiting[server]?.remove(at: place)
            underWay.append(orders[place])
            return orders[place]
        }
        return nil
    }

    /// Notes that an order was carried out, or has failed.
    mutating func end(_ order: CatalogInstaller.Order) {
        underWay.removeAll { $0.entry.package.id == order.entry.package.id }
    }
}
