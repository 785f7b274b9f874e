import TestSupport
import Testing

@testable import AppGroup

/// A use is counted once, whether the launcher, a sibling or the tool itself counts it.
@Suite("A tool that records its own opening", .ownGroup)
struct ClaimTests {
    let group = TestGroup.current
    let clock = TestClock()
    let inbox: AppID = "org.example.inbox"
    let rooms: AppID = "org.example.rooms"

    init() throws {
        for name in ["inbox", "rooms"] { try group.registry.register(try group.app(name)) }
    }

    /// Counts as the launcher does, and gives what it would put into the environment.
    func announce(_ id: AppID) throws -> String {
        try #require(try group.registry(clock: clock).recordOpening(of: id, isClaimed: false, patience: .zero)).token
    }

    func recordOwn(_ id: AppID, opening: String? = nil) throws {
        let variables = opening.map { ["APP_GROUP_OPENING": $0] } ?? [:]
        try group.registry(clock: clock, variables).recordOwnOpening(of: id, patience: .zero)
    }

    func count(_ id: AppID) throws -> Int64? { try group.registry.app(id)?.usage.count }

    @Test(
        "A tool claims the opening that its environment names, however old it is",
        arguments: [0, 9000, 86_400_000] as [Int64])
    func claims(after milliseconds: Int64) throws {
        let token = try announce(inbox)
        clock.advance(milliseconds: milliseconds)
        try recordOwn(inbox, opening: token)
        #expect(try count(inbox) == 1)
        #expect(try group.registry.openings().map(\.isClaimed) == [true])
    }

    @Test("A tool claims its opening whatever the case of the id")
    func claimsWithoutCase() throws {
        let token = try announce(inbox)
        try recordOwn("ORG.example.INBOX", opening: token.uppercased())
        #expect(try count(inbox) == 1)
    }

    @Test("A tool counts its own opening if the inherited environment names one of another app")
    func doesNotClaimAnothers() throws {
        let token = try announce(rooms)
        try recordOwn(inbox, opening: token)
        #expect(try count(inbox) == 1 && count(rooms) == 1)
        #expect(try group.registry.openings().map(\.isClaimed) == [false, true])
    }

    @Test("A tool that is started again with a claimed opening counts its own")
    func doesNotClaimTwice() throws {
        let token = try announce(inbox)
        try recordOwn(inbox, opening: token)
        try recordOwn(inbox, opening: token)
        #expect(try count(inbox) == 2)
    }

    @Test(
        "A tool counts its own opening if the environment names one that does not exist",
        arguments: [
            "x", ":", "org.example.inbox", "org.example.inbox:", "org.example.inbox:one", "org.example.inbox:99", ":1",
            "org.example.inbox:1:1", "org.example.inbox: 1",
        ])
    func ignoresNonsense(token: String) throws {
        clock.advance(milliseconds: 1)
        try recordOwn(inbox, opening: token)
        #expect(try count(inbox) == 1)
        #expect(try group.registry.openings().map(\.isClaimed) == [true])
    }

    @Test(
        "Without an environment variable, a tool claims its opening of the last ten seconds",
        arguments: [nil, ""] as [String?],
        [0, 5000, 10_000] as [Int64])
    func claimsARecentOne(opening: String?, after milliseconds: Int64) throws {
        _ = try announce(inbox)
        clock.advance(milliseconds: milliseconds)
        try recordOwn(inbox, opening: opening)
        #expect(try count(inbox) == 1)
        try recordOwn(inbox, opening: opening)
        #expect(try count(inbox) == 2)
    }

    @Test(
        "Without an environment variable, a tool counts its own opening if the last one is older or in the future",
        arguments: [10_001, 3_600_000, -1] as [Int64])
    func doesNotClaimAnOldOne(after milliseconds: Int64) throws {
        _ = try announce(inbox)
        clock.advance(milliseconds: milliseconds)
        try recordOwn(inbox)
        #expect(try count(inbox) == 2)
    }

    @Test("Without an environment variable, a tool does not claim an opening of another app")
    func doesNotClaimASiblings() throws {
        _ = try announce(rooms)
        try recordOwn(inbox)
        #expect(try count(inbox) == 1 && count(rooms) == 1)
    }

    @Test("A tool claims its own last opening even if another app was opened since")
    func claimsFromUnderASiblings() throws {
        _ = try announce(inbox)
        _ = try announce(rooms)
        try recordOwn(inbox)
        #expect(try count(inbox) == 1)
        #expect(try group.registry.openings().map(\.isClaimed) == [true, false])
    }

    @Test(
        "Each tool in the windows of one terminal claims its opening, although all have the environment of the first window"
    )
    func claimsInASharedTerminal() throws {
        let first = try announce(rooms)
        try recordOwn(rooms, opening: first)
        for id in [inbox, rooms] {
            _ = try announce(id)
            clock.advance(milliseconds: 1000)
            try recordOwn(id, opening: first)
        }
        #expect(try count(inbox) == 1 && count(rooms) == 2)
        #expect(try group.registry.openings().map(\.isClaimed) == [true, true, true])
    }

    @Test("A tool counts its own opening if the named one was forgotten in the meantime")
    func countsAfterReset() throws {
        let token = try announce(inbox)
        try group.registry.resetHistory()
        try recordOwn(inbox, opening: token)
        #expect(try count(inbox) == 1)
    }
}
