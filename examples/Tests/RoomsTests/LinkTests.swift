import Testing
import ToolProgram

@testable import rooms

@Suite("Links of rooms")
struct LinkTests {
    @Test(
        "Links to bookings, free rooms and a new booking are understood",
        arguments: [
            ("rooms:", RoomsLink.bookings), ("ROOMS://", .bookings),
            ("rooms://free", .free(city: nil, at: nil, length: nil)),
            (
                "rooms://free?city=%D0%9A%D0%B8%D1%97%D0%B2&at=14:30&for=30",
                .free(city: "Київ", at: "14:30", length: "30")
            ),
            (
                "rooms://book?room=a%40example.com&at=2026-11-23T10:00+02:00",
                .book(room: "a@example.com", at: "2026-11-23T10:00+02:00", length: nil)
            ),
        ])
    func understands(text: String, link: RoomsLink) throws { #expect(try RoomsLink(parsing: text) == link) }

    @Test(
        "Unknown and repeated keys, control characters and long links are refused as unreadable",
        arguments: [
            "rooms://free?town=Kyiv", "rooms://free?city=a&city=b", "rooms://free?city=%1B%5B2J",
            "rooms://free?city=%FF",
            "rooms://book", "rooms://book?room=", "rooms://book?room=a&at=someday", "rooms://book?room=a&for=0",
            "rooms://cancel?id=1", "mailto:a@b", "", "rooms://free?city=" + String(repeating: "a", count: 2048),
        ])
    func refuses(text: String) {
        #expect { try RoomsLink(parsing: text) } throws: { ($0 as? ToolError)?.kind == .unreadable }
    }
}
