/// A room that can be booked: a mailbox of the server.
struct Room: Codable, Hashable {
    /// The room's mail address.
    var address: String
    var name: String
    /// The name of the server's list that contains it, which serves as its city if nothing else says one.
    var list: String?
}

/// Facts about a room that its server doesn't know.
struct Place: Codable, Hashable {
    var name: String?
    var country: String?
    var city: String?
    var floor: String?
    var capacity: Int?
    var equipment: [String] = []
    /// The time zone, such as `Europe/Kyiv`.
    var zone: String?
    var latitude: Double?
    var longitude: Double?
}

/// A room with everything that is known about it.
struct KnownRoom: Hashable {
    let room: Room
    let place: Place?

    var address: String { room.address }
    var name: String { room.name }
    var city: String { place?.city ?? room.list ?? "" }
    var country: String { place?.country ?? "" }
    var capacity: Int? { place?.capacity }
    var equipment: [String] { place?.equipment ?? [] }

    /// Whether it is in a city of this name.
    func isIn(_ city: String) -> Bool { self.city.lowercased() == city.lowercased() }

    /// Its zone, if that is known.
    var zone: Zone? { place?.zone.flatMap { ZoneFile.zone(named: $0) } }
}
