import ToolProgram

/// The request in a `rooms:` URL. No link books anything without a question.
enum RoomsLink: Equatable {
    /// `rooms://`: the bookings.
    case bookings
    /// `rooms://free?city=…&at=…&for=30`
    case free(city: String?, at: String?, length: String?)
    /// `rooms://book?room=…&at=…&for=30`
    case book(room: String, at: String?, length: String?)

    init(parsing text: String) throws(ToolError) {
        let link = try ToolLink(
            parsing: text, scheme: "rooms",
            forms: ["": [], "mine": [], "free": ["city", "at", "for"], "book": ["room", "at", "for"]])
        // Mistakes are found before a window asks anything.
        if let at = link["at"] { _ = try TimePhrase(parsing: at) }
        if let length = link["for"] { _ = try Length(parsing: length) }
        switch link.place {
        case "free":
            self = .free(city: link["city"], at: link["at"], length: link["for"])
        case "book":
            guard let room = link["room"], !room.isEmpty else {
                throw .unreadable("The link names no room. The form is rooms://book?room=ROOM&at=TIME&for=MINUTES")
            }
            self = .book(room: room, at: link["at"], length: link["for"])
        default:
            self = .bookings
        }
    }
}
