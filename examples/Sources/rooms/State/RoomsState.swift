import AppGroup
import ToolProgram

/// Everything that rooms knows, as the state file holds it. It contains no password.
struct RoomsState: StoredState {
    /// The version of the file's format.
    var version = Self.currentVersion
    var account: Account?
    /// The rooms that the server's lists name.
    var listed: [Room] = []
    /// What `places import` has said about rooms, by address in lower case.
    var places: [String: Place] = [:]
    /// The cities that are asked; all if there are none.
    var favorites: [String] = []
    /// The length booked last, in minutes.
    var length = Length.usual.minutes
    var bookings: [Booking] = []
    /// How many times the bookings were compared with the server's.
    var syncs = 0

    static let currentVersion = 1

    /// The rooms of the server's lists, and those that only `places import` knows, by city and name.
    var rooms: [KnownRoom] {
        let known = Set(listed.map { $0.address.lowercased() })
        let imported = places.filter { !known.contains($0.key) }
            .map { KnownRoom(room: Room(address: $0.key, name: $0.value.name ?? $0.key, list: nil), place: $0.value) }
        let all = listed.map { KnownRoom(room: $0, place: places[$0.address.lowercased()]) } + imported
        return all.sorted { ($0.city.lowercased(), $0.name, $0.address) < ($1.city.lowercased(), $1.name, $1.address) }
    }

    /// The bookings that need the user: declined, without an answer, or not sent yet; not those that are over.
    func attention(at now: Int64) -> Int { bookings.count { $0.end.seconds > now && $0.status.needsAttention } }

    /// The next meeting that has a room or may get one.
    func next(at now: Int64) -> Booking? {
        bookings.filter { $0.end.seconds > now && $0.status.holdsRoom }.min { $0.start.seconds < $1.start.seconds }
    }
}

/// How to reach the server, and as whom.
struct Account: Codable, Hashable {
    /// How the user proves who they are.
    enum Authentication: String, Codable, CaseIterable {
        case ntlm, basic
    }

    var email: String
    /// The address of the server's EWS.
    var server: String
    /// The name to log in with, if it is not the address: `DOMAIN\name`.
    var user: String?
    var authentication: Authentication
    /// A command that prints the password.
    var passwordCommand: String?
    /// Whether the desktop's keyring has the password.
    var isRemembered = false
    /// The path of certificates that are trusted in addition to the system's.
    var authorities: String?
    /// Whom to ask if the login fails.
    var administrator: String?
}

extension Moment {
    init(seconds: Int64) { self.init(Timestamp(seconds: seconds)) }

    var seconds: Int64 { timestamp.seconds }
}
