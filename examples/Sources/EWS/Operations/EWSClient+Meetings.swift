extension EWSClient {
    /// Makes a meeting in one's own calendar, and invites its rooms and attendees. Each room answers on its own, seconds later:
    /// ask ``item(_:)``.
    ///
    /// If the call fails with ``EWSError/isUncertain``, the meeting may exist: ask ``items(tagged:)`` before another attempt.
    public func create(_ draft: MeetingDraft) async throws(EWSError) -> ItemID { throw EWSError(.invalid, "") }

    /// A meeting, with its rooms and their answers.
    /// - Throws: ``EWSError`` with ``ResponseCode/itemNotFound`` if there is none.
    public func item(_ id: ItemID) async throws(EWSError) -> CalendarItem { throw EWSError(.invalid, "") }

    /// The meetings in one's own calendar that overlap a time, at most 1,000, in the order of their beginning. A meeting that
    /// repeats comes once for each time.
    public func calendar(from start: EWSTime, to end: EWSTime) async throws(EWSError) -> [CalendarItem] { [] }

    /// The meetings in one's own calendar with this tag: normally none or one.
    public func items(tagged tag: String) async throws(EWSError) -> [CalendarItem] { [] }

    /// Changes a meeting, and tells its rooms and attendees.
    /// - Parameter id: With the newest change key.
    /// - Returns: The identifier with its new change key.
    public func update(_ id: ItemID, _ change: MeetingChange) async throws(EWSError) -> ItemID { id }

    /// Deletes a meeting, and tells its rooms and attendees. It goes to the deleted items.
    public func delete(_ id: ItemID) async throws(EWSError) {}

    /// The answers to invitations that came by mail since a moment, the newest first, at most 100. A room says here why it
    /// declined.
    public func replies(since start: EWSTime) async throws(EWSError) -> [MeetingReply] { [] }
}
