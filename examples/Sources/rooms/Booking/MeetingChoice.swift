extension [ServerMeeting] {
    /// The meeting of a booking, among those that have its id, and then its duplicates: others that a second request has made.
    ///
    /// The server keeps the id like any other property, so a copy of a meeting has it, too, and so have a series and each of its
    /// times. All these belong to the user. A duplicate is as rooms has made it: no part of a series, with the time, the rooms
    /// and the subject of the booking's meeting, and without people. The whole series comes into question only if none of its
    /// times is known.
    ///
    /// - Parameter booking: What is known about the booking; nil if another machine made it.
    func ofBooking(_ booking: Booking?, at now: Int64) -> [ServerMeeting] {
        let times = filter { !$0.isSeries }
        let byTime = (times.isEmpty ? self : times)
            .sorted { ($0.range.lowerBound, $0.item) < ($1.range.lowerBound, $1.item) }
        let chosen =
            byTime.first { $0.item == booking?.item } ?? byTime.first { $0.range.lowerBound == booking?.start.seconds }
            ?? byTime.first { $0.range.upperBound > now } ?? byTime.first
        guard let chosen else { return [] }
        return [chosen] + byTime.filter { $0.item != chosen.item && $0.isDuplicate(of: chosen) }
    }
}

extension ServerMeeting {
    fileprivate func isDuplicate(of other: ServerMeeting) -> Bool {
        isSingle && other.isSingle && range == other.range && subject == other.subject && !invitesPeople
            && !other.invitesPeople
            && answers.map { Set($0.keys) } == other.answers.map { Set($0.keys) }
    }
}
