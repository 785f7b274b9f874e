import ToolProgram

extension RoomsState {
    /// The room that a person means: by its address, its name, or a part of its name that no other room has.
    func room(meaning words: String) throws(ToolError) -> KnownRoom {
        guard !rooms.isEmpty else { throw .noRooms }
        let wanted = words.lowercased()
        let steps: [(KnownRoom) -> Bool] = [
            { $0.address.lowercased() == wanted }, { $0.name.lowercased() == wanted },
            { $0.name.lowercased().hasPrefix(wanted) }, { $0.name.lowercased().contains(wanted) },
        ]
        for matches in steps where !wanted.isEmpty {
            let found = rooms.filter(matches)
            if let room = found.first, found.count == 1 { return room }
            if found.count > 1 {
                let names = found.prefix(5).map { "\($0.name) (\($0.address))" }.joined(separator: ", ")
                let more = found.count > 5 ? ", …" : ""
                throw .notFound("“\(words)” may be one of \(found.count) rooms: \(names)\(more)")
            }
        }
        throw .notFound("There is no room “\(words)”. To list the rooms: rooms free --all")
    }

    /// The rooms in a city or, without one, in the favorite cities.
    func rooms(in city: String?) throws(ToolError) -> [KnownRoom] {
        guard !rooms.isEmpty else { throw .noRooms }
        if let city {
            let found = rooms.filter { $0.isIn(city) }
            guard !found.isEmpty else {
                throw .notFound("There is no city “\(city)”. To list the cities: rooms cities")
            }
            return found
        }
        guard !favorites.isEmpty else { return rooms }
        return rooms.filter { room in favorites.contains { room.isIn($0) } }
    }
}

extension ToolError {
    static var noRooms: ToolError {
        .notFound(
            "No rooms are known: the server has no list of rooms, or none was read yet. "
                + "Log in with rooms login, or name the rooms with: rooms places import FILE.csv")
    }

    static var notLoggedIn: ToolError {
        .configuration("You are not logged in. To log in: rooms login --mail you@example.com")
    }
}
