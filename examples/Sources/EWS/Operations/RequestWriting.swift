extension SoapWriter {
    /// The properties of meetings to ask for, in addition to their identifiers.
    mutating func shape(tag: String, withRooms: Bool) {
        element("m:ItemShape") {
            $0.element("t:BaseShape", "IdOnly")
            $0.element("t:AdditionalProperties") {
                var fields = [
                    "item:Subject", "calendar:Start", "calendar:End", "calendar:CalendarItemType", "calendar:Organizer",
                ]
                if withRooms {
                    fields += ["calendar:RequiredAttendees", "calendar:OptionalAttendees", "calendar:Resources"]
                }
                for field in fields { $0.element("t:FieldURI", [("FieldURI", field)]) }
                $0.tagField(tag)
            }
        }
    }

    /// The property in which tags are stored.
    mutating func tagField(_ name: String) {
        element(
            "t:ExtendedFieldURI",
            [("DistinguishedPropertySetId", "PublicStrings"), ("PropertyName", name), ("PropertyType", "String")])
    }

    mutating func itemID(_ id: ItemID) {
        element("t:ItemId", [("Id", id.id)] + (id.changeKey.map { [("ChangeKey", $0)] } ?? []))
    }

    mutating func attendees(_ name: String, _ addresses: [EmailAddress]) {
        guard !addresses.isEmpty else { return }
        element(name) {
            for address in addresses {
                $0.element("t:Attendee") {
                    $0.element("t:Mailbox") { $0.element("t:EmailAddress", address.description) }
                }
            }
        }
    }
}
