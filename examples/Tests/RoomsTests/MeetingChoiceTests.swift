import Testing
import ToolProgram

@testable import rooms

@Suite("The meeting of a booking among those with its id")
struct MeetingChoiceTests {
    /// A meeting in hours from now.
    private func meeting(
        _ item: String, _ hours: Range<Int64>, isSingle: Bool = true, room: String = "a@example.com",
        subject: String = "Review", invitesPeople: Bool = false
    ) -> ServerMeeting {
        ServerMeeting(
            item: item, id: "tag", subject: subject, range: hours.lowerBound * 3600..<hours.upperBound * 3600,
            isSingle: isSingle, answers: [room: .accepted], invitesPeople: invitesPeople)
    }

    private func booking(_ item: String?, at hour: Int64) -> Booking {
        Booking(
            id: "tag", room: "a@example.com", roomName: "A", subject: "Review", start: Moment(seconds: hour * 3600),
            end: Moment(seconds: (hour + 1) * 3600), status: .pending, item: item, created: Moment(seconds: 0))
    }

    @Test("A booking is the meeting that it was, or else the one at its time, or else the first that is not over")
    func choosesMeeting() {
        let meetings = [meeting("late", 9..<10), meeting("over", -3 ..< -2), meeting("next", 2..<3)]
        #expect(meetings.ofBooking(booking("late", at: 2), at: 0).map(\.item) == ["late"])
        #expect(meetings.ofBooking(booking("gone", at: -3), at: 0).map(\.item) == ["over"])
        #expect(meetings.ofBooking(booking(nil, at: 5), at: 0).map(\.item) == ["next"])
        #expect(meetings.ofBooking(nil, at: 0).map(\.item) == ["next"])
        #expect([ServerMeeting]().ofBooking(nil, at: 0).isEmpty)
    }

    @Test("A booking is one time of the series that was made of it, although the series has its item")
    func prefersTime() {
        var series = meeting("booked", 1..<2, isSingle: false)
        series.isSeries = true
        let times = [meeting("later", 8..<9, isSingle: false), meeting("first", 1..<2, isSingle: false)]
        #expect(([series] + times).ofBooking(booking("booked", at: 1), at: 0).map(\.item) == ["first"])
        #expect([series].ofBooking(booking("booked", at: 1), at: 0).map(\.item) == ["booked"])
    }

    @Test("A booking follows its meeting into a known room; any other address is one of the room that was booked")
    func followsRoom() {
        let rooms = [KnownRoom(room: Room(address: "B@example.com", name: "B", list: nil), place: nil)]
        for (address, name) in [("b@example.com", "B"), ("primary@example.com", "A")] {
            var booking = booking("one", at: 1)
            booking.follow(meeting("one", 1..<2, room: address), among: rooms)
            #expect(booking.roomName == name)
        }
    }

    @Test("Only a single meeting of the same subject at the same time in the same room, without people, is a duplicate")
    func findsDuplicates() {
        let one = meeting("one", 1..<2)
        for other in [
            meeting("two", 1..<2, isSingle: false), meeting("two", 1..<3), meeting("two", 1..<2, room: "b@example.com"),
            meeting("two", 1..<2, subject: "Copy: Review"), meeting("two", 1..<2, invitesPeople: true),
        ] {
            #expect([one, other].ofBooking(booking("one", at: 1), at: 0).map(\.item) == ["one"])
            #expect([one, other].ofBooking(booking("two", at: 1), at: 0).map(\.item) == ["two"])
        }
        let twins = [one, meeting("two", 1..<2)].ofBooking(booking("two", at: 1), at: 0)
        #expect(twins.map(\.item) == ["two", "one"])
    }
}
