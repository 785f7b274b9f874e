import XMLReading

extension Mailbox {
    /// Reads `Mailbox`, `Address` or `Id`; nil if it has no address that can be used, as some of Exchange's own have.
    init?(_ node: XMLTree) {
        guard let address = (node["EmailAddress"]?.value).flatMap(EmailAddress.init) else { return nil }
        self.init(name: node["Name"]?.value ?? address.description, address: address)
    }
}

extension ItemID {
    init?(_ node: XMLTree?) {
        guard let id = node?.attributes["Id"], !id.isEmpty else { return nil }
        self.init(id: id, changeKey: node?.attributes["ChangeKey"])
    }
}

extension Attendee {
    init?(_ node: XMLTree) {
        guard let mailbox = node["Mailbox"].flatMap(Mailbox.init) else { return nil }
        self.init(
            mailbox: mailbox,
            response: (node["ResponseType"]?.value).flatMap(AttendeeResponse.init) ?? .unknown)
    }
}

extension CalendarItem {
    /// Reads a `CalendarItem`; nil if it has no identifier or no time.
    /// - Parameter tag: The property in which tags are stored.
    init?(_ node: XMLTree, tag: String, withRooms: Bool) {
        guard let id = ItemID(node["ItemId"]), let start = (node["Start"]?.value).flatMap({ EWSTime($0) }),
            let end = (node["End"]?.value).flatMap({ EWSTime($0) })
        else { return nil }
        let property = node.children.first {
            $0.name == "ExtendedProperty" && $0["ExtendedFieldURI"]?.attributes["PropertyName"] == tag
        }
        let attendees = node["Resources"]?.children ?? []
        let rooms = attendees.compactMap(Attendee.init)
        let addresses = rooms.map(\.mailbox.address)
        let people = ["RequiredAttendees", "OptionalAttendees"].flatMap { node[$0]?.children ?? [] }
        self.init(
            id: id, subject: node["Subject"]?.value ?? "", start: start, end: end,
            organizer: node.at("Organizer", "Mailbox").flatMap(Mailbox.init), tag: property?["Value"]?.value,
            isSingle: node["CalendarItemType"]?.value == "Single",
            isSeries: node["CalendarItemType"]?.value == "RecurringMaster",
            // Rooms that can't be read are not the same as none.
            rooms: withRooms && (attendees.isEmpty || !rooms.isEmpty) ? rooms : nil,
            // Some servers name the organizer and the rooms among them.
            invitesPeople: people.contains { person in
                guard let attendee = Attendee(person) else { return true }
                return attendee.response != .organizer && !addresses.contains(attendee.mailbox.address)
            })
    }
}

extension MeetingReply {
    init(_ node: XMLTree) {
        let response: AttendeeResponse
        switch node["ItemClass"]?.value.split(separator: ".").last {
        case "Neg": response = .declined
        case "Pos": response = .accepted
        case "Tent": response = .tentative
        default: response = (node["ResponseType"]?.value).flatMap(AttendeeResponse.init) ?? .unknown
        }
        self.init(
            from: node.at("From", "Mailbox").flatMap(Mailbox.init), response: response,
            meeting: ItemID(node["AssociatedCalendarItemId"]).map { ItemID(id: $0.id) }, text: node["Body"]?.value ?? ""
        )
    }
}
