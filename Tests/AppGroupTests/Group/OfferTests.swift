import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("What a store offers", .ownGroup)
struct OfferTests {
    let group = TestGroup.current
    var family: Registry { group.registry }
    let here: OfferSource = "https://here.example"
    let there: OfferSource = "https://there.example"

    func offer(_ app: AppID, _ name: AppName, _ version: AppVersion? = "1.0", from source: OfferSource? = nil) -> Offer
    {
        Offer(app: app, name: name, version: version, source: source ?? here)
    }

    @Test("is kept by every storage, in place of what the same source offered before", arguments: StorageKind.allCases)
    func isKept(kind: StorageKind) throws {
        let family = Registry(group: group.id, storage: try kind.make(), environment: group.environment)
        try family.setOffers([offer("org.example.b", "b", nil), offer("org.example.a", "A")], from: here)
        try family.setOffers([offer("org.example.c", "C", from: there)], from: there)
        #expect(try family.offers().map(\.name) == ["A", "b", "C"])
        try family.setOffers([offer("org.example.b", "Beta", "2")], from: here)
        #expect(
            try family.offers() == [
                offer("org.example.b", "Beta", "2"), offer("org.example.c", "C", from: there),
            ])
    }

    @Test("stays with the source that offered it first, and passes on when that one takes it back")
    func firstComes() throws {
        try family.setOffers([offer("org.example.a", "A")], from: here)
        let copy = offer("org.example.A", "Trap", "9", from: there)
        try family.setOffers([copy], from: there)
        #expect(try family.offers().map(\.name) == ["A"])
        try family.setOffers([offer("org.example.x", "X")], from: here)
        try family.setOffers([copy], from: there)
        #expect(try family.offers().map(\.name) == ["Trap", "X"])
    }

    @Test("is not offered once it is installed, and again once it is gone")
    func installed() throws {
        let inbox = try group.app("inbox")
        try family.register(inbox)
        try family.setOffers([offer(inbox.id, "Inbox"), offer("org.example.rooms", "Rooms")], from: here)
        #expect(try family.offers().map(\.name) == ["Rooms"])
        try group.uninstall("inbox")
        #expect(try family.offers().map(\.name) == ["Inbox", "Rooms"])
    }

    @Test("marks the apps that have an update, and takes the mark from those that are up to date")
    func marks() throws {
        let (inbox, rooms) = (try group.app("inbox"), try group.app("rooms"))
        for app in [inbox, rooms] { try family.register(app) }
        try family.setOffers([], updates: [inbox.id: "2.0", rooms.id: "3", "org.example.none": "1"], from: here)
        #expect(try family.app(inbox.id)?.availableVersion == "2.0")
        try family.setOffers([], updates: [inbox.id: nil], from: there)
        #expect(try family.app(inbox.id)?.record.availableVersion == nil)
        #expect(try family.app(rooms.id)?.availableVersion == "3")
    }

    @Test("is written only where something changed")
    func writesNothing() throws {
        let family = group.registry
        try family.register(group.app("inbox"))
        let offers = [offer("org.example.rooms", "Rooms")]
        try family.setOffers(offers, updates: ["org.example.inbox": "2"], from: here)
        let before = try family.storage.version()
        try family.setOffers(offers, updates: ["org.example.inbox": "2"], from: here)
        try family.setOffers([offer("org.example.rooms", "Trap", from: there)], from: there)
        #expect(try family.storage.version() == before)
    }

    @Test("makes a store where there is none only for an offer, and ends it with the last")
    func makesStore() throws {
        try family.setOffers([], updates: ["org.example.inbox": "2"], from: here)
        #expect(!FileManager.default.fileExists(atPath: group.container))
        try family.setOffers([offer("org.example.rooms", "Rooms")], from: here)
        #expect(FileManager.default.fileExists(atPath: group.database))
        try family.setOffers([], from: here)
        #expect(!FileManager.default.fileExists(atPath: group.container))
    }

    @Test("is left out where some other program wrote what is no offer")
    func damagedRows() async throws {
        try family.setOffers([offer("org.example.rooms", "Rooms")], from: here)
        let sql = """
            INSERT INTO offers VALUES ('..', 'A', '1', 's'), ('org.x.a', char(27), '1', 's'), ('org.x.b', 'B', '1', '');
            UPDATE offers SET version = char(10) WHERE app = 'org.example.rooms';
            """
        #expect(try await RunningProcess.run("/usr/bin/env", ["sqlite3", group.database, sql]).ending == .exit(0))
        #expect(try family.offers() == [offer("org.example.rooms", "Rooms", nil)])
    }

    @Test(
        "is found by id, name, the beginning of a word, or a part",
        arguments: [
            ("ORG.example.rooms", ["Rooms"]), ("rooms", ["Rooms"]), ("plan", ["Room planner"]),
            ("oom", ["Rooms", "Room planner"]),
            ("room", ["Rooms", "Room planner"]), ("", []), ("zebra", []),
        ])
    func matches(text: String, names: [String]) {
        let offers = [offer("org.example.rooms", "Rooms"), offer("org.example.planner", "Room planner")]
        #expect(AppQuery.matches(text, in: offers).map(\.name.description) == names)
    }
}
