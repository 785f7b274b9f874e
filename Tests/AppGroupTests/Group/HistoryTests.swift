import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("The history of openings", .ownGroup)
struct HistoryTests {
    let group = TestGroup.current
    let clock = TestClock()
    let inbox: AppID = "org.example.inbox"
    let rooms: AppID = "org.example.rooms"

    init() throws {
        for name in ["inbox", "rooms", "visa"] { try group.registry.register(try group.app(name)) }
    }

    func open(_ id: AppID, isClaimed: Bool = true) throws -> Registry.RecordedOpening? {
        clock.advance(milliseconds: 1000)
        return try group.registry(clock: clock).recordOpening(of: id, isClaimed: isClaimed, patience: .zero)
    }

    /// The counter as its definition says: each opening of the app counts half for each half-life of openings since.
    func counter(_ numbers: [AppOpening.Number], halfLife: Double) -> Double {
        numbers.reduce(0) { $0 + pow(2, -Double($1.distance(to: numbers.last ?? .none)) / halfLife) }
    }

    @Test(
        "Each opening is counted, and usage decays with the openings of the whole group",
        arguments: 1...3 as ClosedRange<UInt64>)
    func counts(seed: UInt64) throws {
        var source = RandomSource(seed: seed)
        let ids: [AppID] = [inbox, rooms, "org.example.visa"]
        var numbers: [AppID: [AppOpening.Number]] = [:]
        var moments: [AppID: Timestamp] = [:]
        for number in 1...200 as ClosedRange<AppOpening.Number> {
            let id = source.pick(ids + [inbox, inbox])
            let opening = try #require(try open(id))
            #expect(opening.number == number && opening.token == "\(id):\(number)")
            numbers[id, default: []].append(number)
            moments[id] = clock.now
        }
        for id in ids {
            let usage = try #require(try group.registry.app(id)?.usage)
            let numbers = numbers[id] ?? []
            #expect(usage.count == Int64(numbers.count))
            #expect(usage.lastOpening == numbers.last ?? .none)
            #expect(usage.lastOpened == moments[id])
            #expect(abs(usage.fast - counter(numbers, halfLife: 5)) < 1e-9)
            #expect(abs(usage.slow - counter(numbers, halfLife: 100)) < 1e-9)
        }
        let openings = try group.registry.openings()
        #expect(openings.map(\.number) == Array(1...200))
        #expect(Dictionary(grouping: openings, by: \.app).mapValues { $0.map(\.number) } == numbers)
    }

    @Test("Openings that fail at the same time leave no trace, in whatever order they are taken back")
    func takesBackSeveral() throws {
        _ = try open(inbox)
        let before = try #require(try group.registry.app(inbox)?.usage)
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let failed = try (0..<3).map { _ in try #require(try open(inbox, isClaimed: false)) }
            for index in order { try group.registry.takeBack(failed[index], patience: .zero) }
            let after = try #require(try group.registry.app(inbox)?.usage)
            #expect(after.count == before.count && after.lastOpening == before.lastOpening, "\(order)")
            #expect(after.lastOpened == before.lastOpened && after.fast == before.fast, "\(order)")
        }
        #expect(try group.registry.openings().count == 1)
    }

    @Test("Each opening keeps the local time of its moment")
    func keepsLocalTime() async {
        await #expect(processExitsWith: .success) {
            // In a zone that no machine has by default: with UTC, nothing could be seen.
            setenv("TZ", "Asia/Kathmandu", 1)
            try SampleGroup.with(apps: 1) { group in
                let opening = try #require(try group.registry.openings().first)
                #expect(opening.moment == SampleGroup.now)
                #expect(opening.utcOffset == 20_700)
                #expect(opening.localSeconds == SampleGroup.now.seconds + 20_700)
            }
        }
    }

    @Test("Taking back the last opening leaves no trace of it")
    func takesBackTheLast() throws {
        _ = try open(inbox)
        let before = try group.registry.app(inbox)?.usage
        let opening = try #require(try open(inbox, isClaimed: false))
        try group.registry.takeBack(opening, patience: .zero)
        #expect(try group.registry.app(inbox)?.usage == before)
        #expect(try group.registry.openings().map(\.number) == [1])
        try group.registry.takeBack(opening, patience: .zero)
        #expect(try group.registry.app(inbox)?.usage == before)
    }

    @Test("An opening can be taken back after later ones")
    func takesBackAnEarlierOne() throws {
        _ = try open(inbox)
        let failed = try #require(try open(inbox, isClaimed: false))
        _ = try open(rooms)
        _ = try open(inbox)
        try group.registry.takeBack(failed, patience: .zero)
        let usage = try #require(try group.registry.app(inbox)?.usage)
        #expect(usage.count == 2 && usage.lastOpening == 4)
        #expect(abs(usage.fast - counter([1, 4], halfLife: 5)) < 1e-9)
        #expect(abs(usage.slow - counter([1, 4], halfLife: 100)) < 1e-9)
        #expect(try group.registry.openings().map(\.number) == [1, 3, 4])
    }

    @Test("Taking back an opening of an app that is gone does nothing")
    func takesNothingBack() throws {
        let opening = try #require(try open(inbox))
        try group.registry.storage.write { try $0.delete(inbox) }
        try group.registry.takeBack(opening, patience: .zero)
        #expect(try group.registry.app(inbox) == nil)
    }

    @Test("No opening is recorded while recording is off, for one app or for all")
    func isSwitchedOff() throws {
        try group.registry.setRecordsUse(false, of: inbox)
        #expect(try open(inbox) == nil)
        #expect(try open(rooms) != nil)
        try group.registry.setRecordsUse(false)
        #expect(try !group.registry.recordsUse())
        #expect(try open(rooms) == nil)
        try group.registry(clock: clock).recordOwnOpening(of: rooms, patience: .zero)
        #expect(try group.registry.openings().count == 1)
        #expect(try group.registry.app(rooms)?.usage.count == 1)
        try group.registry.setRecordsUse(true)
        #expect(try open(rooms) != nil)
        #expect(try group.registry.app(inbox)?.usage == AppUsage())
    }

    @Test("The history of one app can be forgotten, and that of the others stays")
    func isForgottenForOne() throws {
        for id in [inbox, rooms, inbox] { _ = try open(id) }
        try group.registry.resetHistory(of: inbox)
        #expect(try group.registry.app(inbox)?.usage == AppUsage())
        #expect(try group.registry.app(rooms)?.usage.count == 1)
        #expect(try group.registry.openings().map(\.app) == [rooms])
        #expect(try open(rooms)?.number == 4)
    }

    @Test("A forgotten history is no longer on the disk, neither as openings nor in the learned model")
    func isOverwritten() throws {
        let before = try traces(of: inbox)
        for turn in 0..<50 { _ = try open(turn % 3 == 0 ? inbox : rooms) }
        // Until the log is moved into the registry, and a short one begun.
        for badge in 0..<40 {
            try group.registry(clock: clock).setBadge(BadgeCount(clamping: badge), of: rooms)
        }
        let learnt = try traces(of: inbox)
        #expect(learnt.identifiers > before.identifiers && learnt.hashes > 0)
        try group.registry(clock: clock).resetHistory(of: inbox)
        let after = try traces(of: inbox)
        #expect(after.identifiers <= before.identifiers && after.hashes == 0)
    }

    /// How often the registry and its log hold an app's identifier, and the number that the model knows it by.
    private func traces(of id: AppID) throws -> (identifiers: Int, hashes: Int) {
        let hash = Predictor.Item(id).value
        let number = Data(stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: hash >> UInt64($0)) })
        let files = try [group.database, "\(group.database)-wal"].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        func count(_ bytes: Data) -> Int {
            files.reduce(0) { sum, file in
                var (found, rest) = (0, file[...])
                while let range = rest.firstRange(of: bytes) {
                    found += 1
                    rest = rest[range.upperBound...]
                }
                return sum + found
            }
        }
        return (count(Data("\(id)".utf8)), count(number))
    }

    @Test("After the whole history is forgotten, openings are numbered on")
    func isForgottenForAll() throws {
        for id in [inbox, rooms] { _ = try open(id) }
        try group.registry.resetHistory()
        #expect(try group.registry.openings().isEmpty)
        #expect(try group.registry.apps().allSatisfy { $0.usage == AppUsage() })
        #expect(try open(inbox)?.number == 3)
    }

    @Test("The history of an app that is not registered is refused")
    func needsAnApp() {
        #expect(failure { _ = try open("a.b") }?.code == .noSuchApp)
        #expect(failure { try group.registry.recordOwnOpening(of: "a.b", patience: .zero) }?.code == .noSuchApp)
    }
}
