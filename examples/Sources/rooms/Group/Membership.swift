import AppGroup
import ToolSupport

/// rooms' place in its group: what it tells the other apps, and how they open it.
enum Membership {
    static let rooms = Registry(group: "com.example.tools").join(
        AppDescription(
            id: "com.example.rooms", name: "Rooms", icon: .svg(Array(icon.utf8)), schemes: ["rooms"],
            launch: .thisProgram("open-url", "%u")),
        onFailure: { console.say($0) })

    /// Tells the group in one write how many bookings need the user, when the next meeting is, and in which room.
    static func announce(_ state: RoomsState, at now: Int64) {
        let next = state.next(at: now)
        rooms.change {
            $0.setBadge(state.attention(at: now))
            $0.setField("next-booking", to: next.map { .date($0.start.timestamp) })
            $0.setField("next-room", to: next.map { FieldValue(fitting: $0.roomName) })
        }
    }

    /// A door that stands open, with a clock.
    private static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
        <defs><linearGradient id="wall" x2="0" y2="1"><stop stop-color="#2fb3a3"/><stop offset="1" stop-color="#12776d"/>
        </linearGradient></defs>
        <rect x="4" y="4" width="56" height="56" rx="13" fill="url(#wall)"/>
        <rect x="14" y="13" width="28" height="42" rx="2" fill="#0b4a44"/>
        <path d="M14 15l19 5v38l-19-4z" fill="#f4e3c1"/>
        <path d="M14 15l19 5v38l-19-4z" fill="none" stroke="#d9b778" stroke-width="1.5" stroke-linejoin="round"/>
        <circle cx="28.5" cy="39" r="2" fill="#a9792b"/>
        <circle cx="46" cy="24" r="11" fill="#ffffff" stroke="#0b4a44" stroke-width="2.5"/>
        <path d="M46 17v7l5 3" fill="none" stroke="#e4572e" stroke-width="3" stroke-linecap="round" \
        stroke-linejoin="round"/>
        </svg>

        """
}
