import ToolSupport

/// A city with rooms.
struct City: Hashable {
    let name: String
    let country: String
    let rooms: Int
    let isFavorite: Bool
    /// In kilometers; nil if the way there is unknown, or if nobody asked.
    let distance: Double?

    /// The cities by country and name, or the nearest first.
    static func all(in state: RoomsState, near spot: Spot?) -> [City] {
        let zones = spot == nil ? [:] : Spot.zones()
        let groups = Dictionary(grouping: state.rooms) { $0.city.lowercased() }
        let cities = groups.values.map { rooms in
            let distances = rooms.lazy.compactMap(\.place).compactMap { place -> Double? in
                let known = place.latitude.flatMap { latitude in
                    place.longitude.flatMap { Spot(latitude: latitude, longitude: $0) }
                }
                return (known ?? place.zone.flatMap { zones[$0] }).flatMap { spot?.meters(to: $0) }.map { $0 / 1000 }
            }
            return City(
                name: rooms[0].city, country: rooms.lazy.map(\.country).first { !$0.isEmpty } ?? "", rooms: rooms.count,
                isFavorite: state.favorites.contains { rooms[0].isIn($0) }, distance: distances.min())
        }
        return cities.sorted { left, right in
            let keys = [left, right].map { ($0.distance ?? .infinity, $0.country.lowercased(), $0.name.lowercased()) }
            return keys[0] < keys[1]
        }
    }

    /// The favorite cities in the order in which they were added, even those that have no rooms now.
    static func favorites(in state: RoomsState) -> [City] {
        let cities = all(in: state, near: nil)
        return state.favorites.map { name in
            cities.first { $0.name.lowercased() == name.lowercased() }
                ?? City(name: name, country: "", rooms: 0, isFavorite: true, distance: nil)
        }
    }
}
