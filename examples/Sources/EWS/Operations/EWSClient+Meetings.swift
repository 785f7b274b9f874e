extension EWSClient {
    /// Creates a meeting in the user's own calendar, and invites its rooms and attendees. Each room answers on its own, seconds later:
    /// ask ``item(_:)``.
    ///
    /// If the call fails with ``EWSError/isUncertain``, the meeting may exist: ask ``items(tagged:)`` before another attempt.
    public func create(_ draft: MeetingDraft) async throws(EWSError) -> ItemID {
        guard draft.start < draft.end else { throw EWSError(.invalid, "A meeting must end after it begins.") }
        let property = configuration.tagProperty
        let request = EWSRequest("CreateItemResponse", isRepeatable: false) {
            $0.element("m:CreateItem", [("SendMeetingInvitations", "SendToAllAndSaveCopy")]) {
                $0.element("m:SavedItemFolderId") { $0.element("t:DistinguishedFolderId", [("Id", "calendar")]) }
                $0.element("m:Items") { draft.write(to: &$0, tagProperty: property) }
            }
        }
        guard let id = ItemID(try await messages(request).first?.at("Items", "CalendarItem", "ItemId")) else {
            throw incomplete("the new meeting's identifier", isUncertain: true)
        }
        return id
    }

    /// A meeting, with its rooms and their answers.
    /// - Throws: ``EWSError`` with ``ResponseCode/itemNotFound`` if there is none.
    public func item(_ id: ItemID) async throws(EWSError) -> CalendarItem {
        let property = configuration.tagProperty
        let request = EWSRequest("GetItemResponse") {
            $0.element("m:GetItem") {
                $0.shape(tag: property, withRooms: true)
                $0.element("m:ItemIds") { $0.itemID(ItemID(id: id.id)) }
            }
        }
        let found = try await messages(request).first?["Items"]?.children.first
        guard let item = found.flatMap({ CalendarItem($0, tag: property, withRooms: true) }) else {
            throw incomplete("the meeting")
        }
        return item
    }

    /// The meetings in the user's own calendar that overlap a time, at most 1,000, in the order of their beginning. A meeting that
    /// repeats comes once for each time.
    public func calendar(from start: EWSTime, to end: EWSTime) async throws(EWSError) -> [CalendarItem] {
        guard start < end else { throw EWSError(.invalid, "The end must be after the beginning.") }
        return try await find { writer in
            writer.element(
                "m:CalendarView",
                [("MaxEntriesReturned", "1000"), ("StartDate", start.description), ("EndDate", end.description)])
        }
        .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    /// The meetings in the user's own calendar with this tag: normally none or one. A meeting that the user has copied has the tag
    /// of its original, and each time of a series has that of the series.
    public func items(tagged tag: String) async throws(EWSError) -> [CalendarItem] {
        let property = configuration.tagProperty
        return try await find { writer in
            writer.element("m:Restriction") {
                $0.element("t:IsEqualTo") {
                    $0.tagField(property)
                    $0.element("t:FieldURIOrConstant") { $0.element("t:Constant", [("Value", tag)]) }
                }
            }
        }
    }

    /// Looks for meetings. The restriction or view stands between the shape and the folder.
    private func find(_ write: @escaping @Sendable (inout SoapWriter) -> Void) async throws(EWSError) -> [CalendarItem]
    {
        let property = configuration.tagProperty
        let request = EWSRequest("FindItemResponse") {
            $0.element("m:FindItem", [("Traversal", "Shallow")]) {
                $0.shape(tag: property, withRooms: false)
                write(&$0)
                $0.element("m:ParentFolderIds") { $0.element("t:DistinguishedFolderId", [("Id", "calendar")]) }
            }
        }
        return try await messages(request).flatMap { message in
            (message.at("RootFolder", "Items")?.children ?? []).compactMap {
                CalendarItem($0, tag: property, withRooms: false)
            }
        }
    }

    /// Changes a meeting, and notifies its rooms and attendees.
    /// - Parameter id: With the newest change key.
    /// - Returns: The identifier with its new change key.
    public func update(_ id: ItemID, _ change: MeetingChange) async throws(EWSError) -> ItemID {
        guard !change.isEmpty else { throw EWSError(.invalid, "Nothing is to be changed.") }
        let attributes = [
            ("ConflictResolution", "AutoResolve"), ("SendMeetingInvitationsOrCancellations", "SendToAllAndSaveCopy"),
        ]
        let request = EWSRequest("UpdateItemResponse", isRepeatable: false) {
            $0.element("m:UpdateItem", attributes) {
                $0.element("m:ItemChanges") {
                    $0.element("t:ItemChange") {
                        $0.itemID(id)
                        $0.element("t:Updates") { change.write(to: &$0) }
                    }
                }
            }
        }
        guard let id = ItemID(try await messages(request).first?.at("Items", "CalendarItem", "ItemId")) else {
            throw incomplete("the meeting's new change key", isUncertain: true)
        }
        return id
    }

    /// Deletes a meeting, and notifies its rooms and attendees. It goes to the deleted items.
    /// - Throws: ``EWSError`` with ``ResponseCode/itemNotFound`` if there is none.
    public func delete(_ id: ItemID) async throws(EWSError) {
        let attributes = [("DeleteType", "MoveToDeletedItems"), ("SendMeetingCancellations", "SendToAllAndSaveCopy")]
        let request = EWSRequest("DeleteItemResponse", isRepeatable: false) {
            $0.element("m:DeleteItem", attributes) {
                $0.element("m:ItemIds") { $0.itemID(ItemID(id: id.id)) }
            }
        }
        _ = try await messages(request)
    }
}

extension MeetingDraft {
    /// Writes a calendar item in the order of the schema.
    fileprivate func write(to writer: inout SoapWriter, tagProperty: String) {
        writer.element("t:CalendarItem") {
            $0.element("t:Subject", subject)
            if let body { $0.element("t:Body", [("BodyType", "Text")], body) }
            $0.element("t:ReminderIsSet", "false")
            $0.element("t:ExtendedProperty") {
                $0.tagField(tagProperty)
                $0.element("t:Value", tag)
            }
            $0.element("t:Start", start.description)
            $0.element("t:End", end.description)
            $0.element("t:LegacyFreeBusyStatus", "Busy")
            if let location { $0.element("t:Location", location) }
            $0.attendees("t:RequiredAttendees", attendees)
            $0.attendees("t:Resources", rooms)
            $0.element("t:StartTimeZone", [("Id", zone ?? "UTC")])
            $0.element("t:EndTimeZone", [("Id", zone ?? "UTC")])
        }
    }
}

extension MeetingChange {
    /// Writes a field for each property that changes.
    fileprivate func write(to writer: inout SoapWriter) {
        let fields = [
            ("item:Subject", "t:Subject", subject), ("calendar:Start", "t:Start", start?.description),
            ("calendar:End", "t:End", end?.description), ("calendar:Location", "t:Location", location),
        ]
        for case (let field, let name, let value?) in fields {
            writer.element("t:SetItemField") {
                $0.element("t:FieldURI", [("FieldURI", field)])
                $0.element("t:CalendarItem") { $0.element(name, value) }
            }
        }
    }
}
