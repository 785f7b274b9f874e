import EWS
import TestSupport
import Testing

@testable import rooms

@Suite("Free and busy times")
struct AvailabilityTests {
    private let slot: Int64 = 1800
    private let nine: Int64 = 1_795_424_400

    private func availability(_ digits: String, more: [Availability.Span] = []) -> Availability {
        let levels = digits.utf8.map { BusyLevel(rawValue: $0 - 48) ?? .unknown }
        let window = nine..<(nine + Int64(levels.count) * slot)
        return Availability(
            window: window, Availability.spans(of: levels, from: nine, slot: slot, in: window) + more)
    }

    @Test(
        "A room is free until the first slot that is not",
        arguments: [
            ("0002", Availability.Answer.free(until: 5400)), ("2000", .busy(until: 1800, holder: nil)),
            ("1230", .busy(until: 5400, holder: nil)), ("4000", .unknown), ("0400", .free(until: 1800)),
            ("0000", .free(until: nil)), ("2222", .busy(until: nil, holder: nil)),
        ])
    func answers(digits: String, expected: Availability.Answer) {
        let shifted: Availability.Answer =
            switch expected {
            case .free(let end): .free(until: end.map { $0 + nine })
            case .busy(let end, let holder): .busy(until: end.map { $0 + nine }, holder: holder)
            case .unknown: .unknown
            }
        #expect(availability(digits).answer(for: nine..<(nine + slot)) == shifted)
    }

    @Test("A time without data is never free, and one that is taken for certain is busy")
    func doubts() {
        #expect(availability("04").answer(for: nine..<(nine + 2 * slot)) == .unknown)
        #expect(availability("42").answer(for: nine..<(nine + 2 * slot)) == .busy(until: nil, holder: nil))
        #expect(availability("0").answer(for: nine..<(nine + 2 * slot)) == .unknown)
    }

    @Test("Events say who holds a time, and events alone give the same table as slots")
    func listsHolders() {
        let event = Availability.Span(range: (nine + 3 * slot)..<(nine + 4 * slot), isUnknown: false, holder: "Anna")
        let range = (nine + 3 * slot)..<(nine + 4 * slot)
        #expect(availability("0002", more: [event]).answer(for: range) == .busy(until: nil, holder: "Anna"))
        let window = nine..<(nine + 4 * slot)
        let byEvent = Availability(window: window, [event])
        let first = nine..<(nine + slot)
        #expect(byEvent.answer(for: first) == availability("0002").answer(for: first))
        #expect(byEvent.spans.map(\.range) == availability("0002").spans.map(\.range))
    }

    @Test("Random spans that overlap give the same answers as a look at every slot")
    func agreesWithSlotsOfRandomSpans() {
        for seed in Fuzz.seeds(from: 5, atLeast: 300) {
            var random = RandomSource(seed: seed)
            let spans = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                let start = Int64.random(in: -3...20, using: &random)
                return Availability.Span(
                    range: start..<(start + Int64.random(in: 0...8, using: &random)),
                    isUnknown: Bool.random(using: &random), holder: nil)
            }
            let state = Availability(window: 0..<20, spans)
            for slot in Int64(0)..<20 {
                let inside = spans.filter { $0.range.contains(slot) }
                let answer = state.answer(for: slot..<(slot + 1))
                if inside.isEmpty {
                    let end = (slot..<20).first { slot in spans.contains { $0.range.contains(slot) } }
                    #expect(answer == .free(until: end))
                } else if inside.allSatisfy(\.isUnknown) {
                    #expect(answer == .unknown)
                } else {
                    guard case .busy = answer else {
                        Issue.record("A taken slot is not busy")
                        return
                    }
                }
            }
        }
    }

    private func room(_ name: String, city: String = "Kyiv") -> KnownRoom {
        KnownRoom(room: Room(address: "\(name)@example.com", name: name, list: city), place: nil)
    }

    @Test("Within a city, the room with the shortest sufficient time comes first, then busy and unknown ones")
    func ranks() {
        let table = RoomTable(
            [("long", "0000"), ("busy", "2000"), ("short", "0020"), ("unknown", "4444"), ("shorter", "0200")].map {
                (room: room($0.0), state: availability($0.1), reason: nil)
            }, for: nine..<(nine + slot))
        #expect(table.lines.map(\.room.name) == ["shorter", "short", "long", "busy", "unknown"])
        #expect(table.openings.isEmpty)
    }

    @Test("If nothing is free, the three next openings are found, the earliest first")
    func findsOpenings() {
        let table = RoomTable(
            [("a", "22200"), ("b", "20022"), ("c", "22002"), ("d", "22220"), ("e", "44444"), ("f", "20202")].map {
                (room: room($0.0), state: availability($0.1), reason: nil)
            }, for: nine..<(nine + 2 * slot))
        #expect(table.openings.map(\.room.name) == ["b", "c", "a"])
        #expect(table.openings.map(\.start) == [nine + slot, nine + 2 * slot, nine + 3 * slot])
    }
}
