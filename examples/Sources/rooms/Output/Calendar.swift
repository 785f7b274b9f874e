import CivilDates

/// Bookings as a calendar that other programs read (RFC 5545). All times are UTC.
enum Calendar {
    /// The calendar. The same bookings give the same text.
    static func text(of bookings: [Booking]) -> String {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.com//rooms//EN"]
        for booking in bookings {
            // Without a method, it says when the event was last revised (3.8.7.2).
            let revised = booking.changed ?? booking.created
            lines += [
                "BEGIN:VEVENT", "UID:\(booking.id)@rooms.example.com", "DTSTAMP:\(stamp(revised.seconds))",
                "DTSTART:\(stamp(booking.start.seconds))", "DTEND:\(stamp(booking.end.seconds))",
                "SUMMARY:\(escaped(booking.subject))", "LOCATION:\(escaped(booking.roomName))",
                "STATUS:\(booking.status == .accepted ? "CONFIRMED" : "TENTATIVE")", "END:VEVENT",
            ]
        }
        lines.append("END:VCALENDAR")
        return lines.map { folded($0) + "\r\n" }.joined()
    }

    /// Such as `20261123T143000Z`.
    private static func stamp(_ seconds: Int64) -> String {
        "\(CivilDateTime(secondsSinceEpoch: seconds))Z".filter { $0 != "-" && $0 != ":" }
    }

    /// TEXT (3.3.11). Control characters are not allowed in it, and those that turn the direction of writing would turn the
    /// calendar's own words, too.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": break
            case _ where scalar.properties.generalCategory == .control: break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A line in pieces of at most 75 octets, which never cut a character (3.1).
    private static func folded(_ line: String) -> String {
        var result = ""
        var room = 75
        for character in line.unicodeScalars {
            let size = UTF8.width(character)
            if size > room {
                result += "\r\n "
                room = 74
            }
            result.unicodeScalars.append(character)
            room -= size
        }
        return result
    }
}
