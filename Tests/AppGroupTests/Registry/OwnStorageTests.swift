import AppGroup
import TestSupport
import Testing

/// A storage as somebody outside of this package would write it: nothing here needs more than the public protocol.
private final class Shelf: RegistryStorage {
    private struct Contents {
        var apps: [AppID: AppRecord] = [:]
        var images: [Icon: [UInt8]] = [:]
        var settings: [FieldKey: FieldValue] = [:]
        var recordsUse = true
        var openings: [Opening] = []
        var lastOpening: Int64 = 0
    }

    private final class Transaction: RegistryWriter {
        var contents: Contents
        init(_ contents: Contents) { self.contents = contents }

        func apps() -> [AppRecord] { contents.apps.values.map { $0 } }
        func app(_ id: AppID) -> AppRecord? { contents.apps[id] }
        func owner(of scheme: URLScheme) -> AppID? { contents.apps.first { $0.value.schemes.contains(scheme) }?.key }
        func image(_ icon: Icon) -> [UInt8]? { contents.images[icon] }
        func settings() -> [FieldKey: FieldValue] { contents.settings }
        func recordsUse() -> Bool { contents.recordsUse }
        func lastOpening() -> Int64 { contents.lastOpening }
        func opening(_ number: Int64) -> Opening? { contents.openings.first { $0.number == number } }
        func openings() -> [Opening] { contents.openings }

        func save(_ app: AppRecord) { contents.apps[app.id] = app }
        func delete(_ id: AppID) {
            contents.apps[id] = nil
            removeOpenings(of: id)
        }
        func setBadge(_ badge: BadgeCount, of id: AppID) -> Bool {
            contents.apps[id]?.badge = badge
            return contents.apps[id] != nil
        }
        func addToBadge(_ delta: Int64, of id: AppID) -> BadgeCount? {
            guard let badge = contents.apps[id]?.badge.adding(delta) else { return nil }
            contents.apps[id]?.badge = badge
            return badge
        }
        func setField(_ key: FieldKey, to value: FieldValue?, of id: AppID) { contents.apps[id]?.fields[key] = value }
        func setUsage(_ usage: Usage, of id: AppID) { contents.apps[id]?.usage = usage }
        func saveImage(_ bytes: [UInt8], for icon: Icon) { contents.images[icon] = bytes }
        func dropUnusedImages() {
            let used = contents.apps.values.compactMap(\.icon)
            contents.images = contents.images.filter { used.contains($0.key) }
        }
        func setSetting(_ key: FieldKey, to value: FieldValue?) { contents.settings[key] = value }
        func setRecordsUse(_ records: Bool) { contents.recordsUse = records }
        func appendOpening(of id: AppID, at moment: Timestamp, utcOffset: Int64, isClaimed: Bool) -> Int64 {
            contents.lastOpening += 1
            contents.openings.append(
                Opening(
                    number: contents.lastOpening, app: id, moment: moment, utcOffset: utcOffset, isClaimed: isClaimed))
            return contents.lastOpening
        }
        func claimOpening(_ number: Int64) {
            for index in contents.openings.indices where contents.openings[index].number == number {
                contents.openings[index].isClaimed = true
            }
        }
        func removeOpening(_ number: Int64) { contents.openings.removeAll { $0.number == number } }
        func removeOpenings(of id: AppID?) { contents.openings.removeAll { id == nil || $0.app == id } }
    }

    private let contents = Guarded(Contents())
    private let writes = Guarded<UInt64>(0)

    func read<Result>(_ body: (any RegistryReader) throws -> Result) throws -> Result {
        try body(Transaction(contents.value))
    }

    func write<Result>(patience: Duration, _ body: (any RegistryWriter) throws -> Result) throws -> Result {
        try writes.withLock { writes in
            let transaction = Transaction(contents.value)
            let result = try body(transaction)
            contents.withLock { $0 = transaction.contents }
            writes += 1
            return result
        }
    }

    func version() throws -> StorageVersion { StorageVersion(writes.value) }
}

@Suite("A family in a storage of one's own", .ownGroup)
struct OwnStorageTests {
    @Test("lives as any other does")
    func lives() throws {
        let group = TestGroup.current
        let family = Registry(group: group.id, storage: Shelf(), environment: group.environment)
        let program = try group.makeProgram("inbox")
        let app = RegisteredApp(
            id: "org.example.inbox", name: "Inbox", icon: .svg(ExampleImage.svg), schemes: ["inbox"],
            launch: .terminal(program))
        #expect(try family.register(app).isNew)
        #expect(try !family.register(app).changed)
        try family.setBadge(3, of: app.id)
        try family.addToField("n", 4, of: app.id)
        try family.setSetting("theme", to: "dark")
        let member = family.join(app)
        member.recordOpening()
        let found = try #require(try family.apps().first)
        #expect(found.badge == 3 && found.fields == ["n": 4] && found.usage.count == 1)
        #expect(try family.image(of: found.record) == ExampleImage.svg)
        #expect(try family.canOpen("inbox:message"))
        #expect(try family.totalBadge() == 3 && family.totalField("n") == 4)
        #expect(family.containerPath == nil && family.imagePath(of: found.record) == nil)
        try family.unregister(app.id)
        #expect(try family.apps().isEmpty)
        #expect(try family.undoPrune().map(\.id) == [app.id])
        try family.unregister(app.id)
        #expect(try !family.prune(family.prunePlan(graceDays: 0)))
        #expect(try family.apps(including: .all).isEmpty)
        #expect(try family.setting("theme") == "dark")
    }

    @Test("tells its changes, though its storage gives no hint")
    func tellsChanges() async throws {
        let family = Registry(group: TestGroup.current.id, storage: Shelf(), environment: TestGroup.current.environment)
        let changes = family.changes
        try family.setSetting("theme", to: "dark")
        let first = await changes.first { _ in true }
        #expect(first == .setting("theme", "dark"))
    }
}
