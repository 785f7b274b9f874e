import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Offers of catalog servers", .ownGroup)
struct OfferTests {
    let group = TestGroup.current
    var registry: Registry { group.registry }
    let here: OfferSource = "https://here.example"
    let there: OfferSource = "https://there.example"

    func offer(_ app: AppID, _ name: AppName, _ version: AppVersion? = "1.0", from source: OfferSource? = nil)
        -> AppOffer
    {
        AppOffer(app: app, name: name, version: version, source: source ?? here)
    }

    @Test(
        "Every storage keeps offers, and replaces those that the same source made before",
        arguments: StorageKind.library)
    func isKept(kind: StorageKind) throws {
        let registry = Registry(group: group.id, storage: try kind.make(), environment: group.environment)
        try registry.setOffers([offer("org.example.b", "b", nil), offer("org.example.a", "A")], from: here)
        try registry.setOffers([offer("org.example.c", "C", from: there)], from: there)
        #expect(try registry.offers().map(\.name) == ["A", "b", "C"])
        try registry.setOffers([offer("org.example.b", "Beta", "2")], from: here)
        #expect(
            try registry.offers() == [
                offer("org.example.b", "Beta", "2"), offer("org.example.c", "C", from: there),
            ])
    }

    @Test("An app stays with the source that offered it first, and passes to another when that one withdraws it")
    func firstComes() throws {
        try registry.setOffers([offer("org.example.a", "A")], from: here)
        let copy = offer("org.example.A", "Trap", "9", from: there)
        try registry.setOffers([copy], from: there)
        #expect(try registry.offers().map(\.name) == ["A"])
        try registry.setOffers([offer("org.example.x", "X")], from: here)
        try registry.setOffers([copy], from: there)
        #expect(try registry.offers().map(\.name) == ["Trap", "X"])
    }

    @Test("An installed app is not offered, and is offered again once it is gone")
    func installed() throws {
        let inbox = try group.app("inbox")
        try registry.register(inbox)
        try registry.setOffers([offer(inbox.id, "Inbox"), offer("org.example.rooms", "Rooms")], from: here)
        #expect(try registry.offers().map(\.name) == ["Rooms"])
        try group.uninstall("inbox")
        #expect(try registry.offers().map(\.name) == ["Inbox", "Rooms"])
    }

    @Test("Apps with an update are marked, and apps that are up to date are not")
    func marks() throws {
        let (inbox, rooms) = (try group.app("inbox"), try group.app("rooms"))
        for app in [inbox, rooms] { try registry.register(app) }
        try registry.setOffers([], updates: [inbox.id: "2.0", rooms.id: "3", "org.example.none": "1"], from: here)
        #expect(try registry.app(inbox.id)?.availableVersion == "2.0")
        try registry.setOffers([], updates: [inbox.id: nil], from: there)
        #expect(try registry.app(inbox.id)?.record.availableVersion == nil)
        #expect(try registry.app(rooms.id)?.availableVersion == "3")
    }

    @Test("Offers are written only if something changed")
    func writesNothing() throws {
        let registry = group.registry
        try registry.register(group.app("inbox"))
        let offers = [offer("org.example.rooms", "Rooms")]
        try registry.setOffers(offers, updates: ["org.example.inbox": "2"], from: here)
        let before = try registry.storage.version()
        try registry.setOffers(offers, updates: ["org.example.inbox": "2"], from: here)
        try registry.setOffers([offer("org.example.rooms", "Trap", from: there)], from: there)
        #expect(try registry.storage.version() == before)
    }

    @Test("Only an offer makes a missing registry, and the registry is removed with the last offer")
    func makesStore() throws {
        try registry.setOffers([], updates: ["org.example.inbox": "2"], from: here)
        #expect(!FileManager.default.fileExists(atPath: group.container))
        try registry.setOffers([offer("org.example.rooms", "Rooms")], from: here)
        #expect(FileManager.default.fileExists(atPath: group.database))
        try registry.setOffers([], from: here)
        #expect(!FileManager.default.fileExists(atPath: group.container))
    }

    @Test(
        "Settings, and whether use is recorded, outlive the last offer in every storage",
        arguments: StorageKind.library, [true, false])
    func keepsSettings(kind: StorageKind, hasSetting: Bool) throws {
        let registry = Registry(group: group.id, storage: try kind.make(), environment: group.environment)
        if hasSetting { try registry.setSetting("accent", to: "purple") } else { try registry.setRecordsUse(false) }
        try registry.setOffers([offer("org.example.rooms", "Rooms")], from: here)
        try registry.setOffers([], from: here)
        #expect(try registry.setting("accent") == (hasSetting ? "purple" : nil))
        #expect(try registry.recordsUse() == hasSetting)
    }

    @Test("An offer that another program wrote wrongly is left out")
    func damagedRows() async throws {
        try registry.setOffers([offer("org.example.rooms", "Rooms")], from: here)
        let sql = """
            INSERT INTO offers VALUES ('..', 'A', '1', 's'), ('org.x.a', char(27), '1', 's'), ('org.x.b', 'B', '1', '');
            UPDATE offers SET version = char(10) WHERE app = 'org.example.rooms';
            """
        _ = try await Sqlite3.query(sql)
        #expect(try registry.offers() == [offer("org.example.rooms", "Rooms", nil)])
    }

    @Test(
        "An offer is found by id, name, the beginning of a word, or a part",
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
