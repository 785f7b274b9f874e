/// Which rooms can be had for some time, and which can't.
struct RoomTable {
    /// A room, and what is known about its time.
    struct Line {
        let room: KnownRoom
        let answer: Availability.Answer
        /// Why nothing is known, in the server's words.
        var reason: String?
    }

    /// What a person asked for.
    let range: Range<Int64>
    /// The free ones first: the shortest sufficient gap first, so that long ones stay for long meetings; by city.
    let lines: [Line]
    /// When and where there is a gap next: at most three, the earliest first.
    let openings: [(room: KnownRoom, start: Int64)]

    private static let openingLimit = 3

    /// - Parameter rooms: The rooms in the order of their cities and names, and what the server says about them.
    init(_ rooms: [(room: KnownRoom, state: Availability, reason: String?)], for range: Range<Int64>) {
        self.range = range
        let lines = rooms.map { Line(room: $0.room, answer: $0.state.answer(for: range), reason: $0.reason) }
        let cities = Dictionary(grouping: lines.indices) { lines[$0].room.city.lowercased() }
        self.lines = cities.keys.sorted().flatMap { city in
            (cities[city] ?? []).sorted { Self.rank(lines[$0], $0) < Self.rank(lines[$1], $1) }.map { lines[$0] }
        }
        let length = range.upperBound - range.lowerBound
        var found: [(room: KnownRoom, start: Int64)] = []
        if !lines.contains(where: \.isFree) {
            for (room, state, _) in rooms {
                let start = state.gaps(ofAtLeast: length).first { $0.upperBound - length > range.lowerBound }
                if let start { found.append((room, max(start.lowerBound, range.lowerBound))) }
            }
            found.sort { $0.start < $1.start }
        }
        openings = Array(found.prefix(Self.openingLimit))
    }

    var hasFree: Bool { lines.contains(where: \.isFree) }

    /// Free rooms by the end of their freedom, then busy ones by the end of that, then the unknown.
    private static func rank(_ line: Line, _ index: Int) -> (Int, Int64, Int) {
        switch line.answer {
        case .free(let end): (0, end ?? .max, index)
        case .busy(let end, _): (1, end ?? .max, index)
        case .unknown: (2, 0, index)
        }
    }
}

extension RoomTable.Line {
    var isFree: Bool {
        if case .free = answer { true } else { false }
    }
}
