import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Moving to another group", .ownGroup)
struct MovingTests {
    let group = TestGroup.current
    let origin: GroupID = "org.example.origin"

    @Test(
        "Moving an app takes everything along, and removes the old group if it was the last app",
        arguments: ["org.example.origin", "aaa.first", "zzz.last"])
    func takesEverything(origin: String) throws {
        let old = group.registry(of: try GroupID(origin))
        var app = try group.app("inbox", schemes: ["inbox"])
        app.icon = .png(ExampleImage.png)
        app.badge = 7
        app.fields = ["newest": "Ann"]
        try old.register(app)
        try old.setPinned(true, of: app.id)
        try old.setRecordsUse(false, of: app.id)
        let before = try #require(try old.app(app.id)?.record)
        app.badge = nil
        app.fields = ["size": 1]
        let registration = try group.registry.register(app, moving: true)
        #expect(registration.isNew)
        let after = try #require(try group.registry.app(app.id)?.record)
        var expected = before
        expected.fields["size"] = 1
        #expect(after == expected)
        #expect(try group.registry.image(of: after) == ExampleImage.png)
        #expect(try Registry.groups(environment: group.environment) == [group.id])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: group.home).filter { $0.contains("removed") }.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: group.container(of: try GroupID(origin))))
    }

    @Test("Moving an app leaves the other apps where they are")
    func leavesSiblings() throws {
        let old = group.registry(of: origin)
        try old.register(try group.app("inbox"))
        try old.register(try group.app("rooms"))
        try group.registry.register(try group.app("inbox"), moving: true)
        #expect(try old.apps().map(\.id) == ["org.example.rooms"])
        #expect(try group.registry.apps().map(\.id) == ["org.example.inbox"])
    }

    @Test("Moving an app takes along what a group that it left still keeps of it")
    func takesFromLeftGroup() throws {
        let old = group.registry(of: origin)
        var app = try group.app("inbox")
        app.badge = 7
        try old.register(app)
        try old.unregister(app.id)
        app.badge = nil
        try group.registry.register(app, moving: true)
        #expect(try group.registry.app(app.id)?.badge == 7)
        #expect(try Registry.groups(environment: group.environment) == [group.id])
    }

    @Test("A moved app keeps its usage, and its place among the openings of the new group")
    func keepsUsage() throws {
        let clock = TestClock()
        let old = Registry(group: origin, environment: group.environment) { clock.now }
        let new = group.registry(clock: clock)
        try old.register(try group.app("inbox"))
        for name in ["rooms", "visa"] { try new.register(try group.app(name)) }
        _ = try new.recordOpening(of: "org.example.rooms", isClaimed: true, patience: .zero)
        clock.advance(milliseconds: 1000)
        _ = try old.recordOpening(of: "org.example.inbox", isClaimed: true, patience: .zero)
        clock.advance(milliseconds: 1000)
        _ = try new.recordOpening(of: "org.example.visa", isClaimed: true, patience: .zero)
        let before = try #require(try old.app("org.example.inbox")?.usage)
        try new.register(try group.app("inbox"), moving: true)
        let after = try #require(try new.app("org.example.inbox")?.usage)
        #expect(
            after.count == 1 && after.lastOpened == before.lastOpened && after.fast == before.fast
                && after.slow == before.slow)
        #expect(try new.apps(order: .recent).first?.id == "org.example.visa")
    }

    @Test("Moving does not count as use for an app that was never opened")
    func keepsUnused() throws {
        let new = group.registry
        try new.register(try group.app("rooms"))
        _ = try new.recordOpening(of: "org.example.rooms", isClaimed: true, patience: .zero)
        try group.registry(of: origin).register(try group.app("inbox"))
        try new.register(try group.app("inbox"), moving: true)
        #expect(try new.app("org.example.inbox")?.usage == AppUsage())
    }

    @Test("A move that was cut off after the new row is finished by repeating it, and nothing is lost")
    func finishes() throws {
        var app = try group.app("inbox")
        app.badge = 7
        try group.registry(of: origin).register(app)
        var moved = AppRecord(id: app.id, name: app.name, launch: app.launch, registered: Timestamp(seconds: 1))
        moved.badge = 9
        try group.registry.storage.write { try $0.save(moved) }
        app.badge = nil
        let registration = try group.registry.register(app, moving: true)
        #expect(!registration.isNew)
        #expect(try group.registry.app(app.id)?.badge == 9)
        #expect(try Registry.groups(environment: group.environment) == [group.id])
        #expect(try !group.registry.register(app, moving: true).changed)
    }

    @Test("If both groups have the app, a move keeps the badge and the usage of the one that was opened last")
    func keepsNewer() throws {
        var app = try group.app("inbox")
        app.badge = 1
        try group.registry.register(app)
        var old = AppRecord(id: app.id, name: app.name, launch: app.launch, registered: Timestamp(seconds: 1))
        (old.badge, old.usage.count) = (9, 3)
        old.usage.lastOpened = Timestamp(seconds: 1_763_737_200)
        try group.registry(of: origin).storage.write { [old] in try $0.save(old) }
        app.badge = nil
        try group.registry.register(app, moving: true)
        let moved = try #require(try group.registry.app(app.id))
        #expect(moved.badge == 9 && moved.usage.count == 3)
    }

    @Test("Moving an app that no other group has registers it as usual")
    func registersWithoutOrigin() throws {
        #expect(try group.registry.register(try group.app("inbox"), moving: true).isNew)
        #expect(try !group.registry.register(try group.app("inbox"), moving: true).changed)
    }

    @Test("A move that fails leaves the app where it was")
    func failsWhole() throws {
        try group.registry(of: origin).register(try group.app("inbox", schemes: ["x"]))
        try group.registry.register(try group.app("rooms", schemes: ["x"]))
        #expect(
            failure { try group.registry.register(try group.app("inbox", schemes: ["x"]), moving: true) }?.code
                == .schemeTaken)
        #expect(try group.registry(of: origin).app("org.example.inbox") != nil)
        #expect(try group.registry.app("org.example.inbox") == nil)
    }

    @Test(
        "A move from a group that may not be written changes nothing, and leaves no empty group behind",
        arguments: ["aaa.first", "zzz.last"], [false, true])
    func failsFromProtectedGroup(origin: String, hasSiblings: Bool) async throws {
        let container = group.container(of: try GroupID(origin))
        let database = "\(container)/registry.sqlite"
        var app = try group.app("inbox")
        app.badge = 7
        try group.registry(of: try GroupID(origin)).register(app)
        if hasSiblings { try group.registry.register(try group.app("rooms")) }
        try Bystander.own(group.home)
        func permit(_ files: Int, _ folder: Int) throws {
            for name in try FileManager.default.contentsOfDirectory(atPath: container) {
                try FileManager.default.setAttributes([.posixPermissions: files], ofItemAtPath: "\(container)/\(name)")
            }
            try FileManager.default.setAttributes([.posixPermissions: folder], ofItemAtPath: container)
        }
        let before = try FileManager.default.contentsOfDirectory(atPath: group.home).sorted()
        try permit(0o400, 0o500)
        let failed = try await Bystander.run("move", "org.example.inbox")
        try permit(0o600, 0o700)
        #expect(failed.ending == .exit(77), "\(failed.errors)")
        #expect(failed.errors.contains(database) && !failed.errors.contains("two groups"), "\(failed.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: group.home).sorted() == before)
        let siblings = hasSiblings ? ["org.example.rooms 0"] : [] as [Substring]
        #expect(try await Bystander.run("list").lines == siblings)
        #expect(try await Sqlite3.query("SELECT id, badge FROM app", database) == "org.example.inbox|7")

        #expect(try await Bystander.run("move", "org.example.inbox").ending == .exit(0))
        #expect(try await Bystander.run("list").lines == ["org.example.inbox 7"] + siblings)
        #expect(!FileManager.default.fileExists(atPath: container))
    }

    @Test(
        "A move from a group in which SQLite refuses to delete the app changes nothing",
        arguments: ["aaa.first", "zzz.last"], [false, true])
    func failsFromRefusingGroup(origin: String, hasSiblings: Bool) async throws {
        let old = group.registry(of: try GroupID(origin))
        let database = "\(group.container(of: old.group))/registry.sqlite"
        var app = try group.app("inbox")
        app.icon = .png(ExampleImage.png)
        try old.register(app)
        if hasSiblings { try group.registry.register(try group.app("rooms")) }
        let before = try #require(try old.app(app.id)?.record)
        let groups = try Registry.groups(environment: group.environment)
        _ = try await Sqlite3.query(
            "CREATE TRIGGER refusal BEFORE DELETE ON app BEGIN SELECT RAISE(ABORT, 'refused'); END", database)
        let error = failure { try group.registry.register(app, moving: true) }
        #expect(error?.code == .inputOutput)
        #expect(error?.description.contains("\(database) failed (refused") == true, "\(error?.description ?? "")")
        #expect(try Registry.groups(environment: group.environment) == groups)
        #expect(try group.registry.app(app.id) == nil)
        #expect(try old.app(app.id)?.record == before)
        #expect(try old.image(of: before) == ExampleImage.png)

        _ = try await Sqlite3.query("DROP TRIGGER refusal", database)
        try group.registry.register(app, moving: true)
        #expect(try Registry.groups(environment: group.environment) == [group.id])
    }

    @Test(
        "If the old group has no room for the deletion, the error says that both have the app, and a repetition finishes the move",
        arguments: ["aaa.first", "zzz.last"])
    func failsAtTheEnd(origin: String) async throws {
        try group.registry.register(try group.app("rooms"))
        let old = group.registry(of: try GroupID(origin))
        let database = "\(group.container(of: old.group))/registry.sqlite"
        var app = try group.app("inbox")
        (app.icon, app.badge) = (.png(ExampleImage.png), 7)
        try old.register(app)
        // Makes the log of the old group so long that the worker cannot add to it.
        for key in ["a", "b", "c", "d"] as [FieldKey] {
            try old.setSetting(key, to: .string(String(repeating: "x", count: 65_000)))
        }
        let log = try FileManager.default.attributesOfItem(atPath: "\(database)-wal")[.size] as? Int
        try #require(log ?? 0 > 220_000)
        let failed = try await BuiltProgram.worker.run("--limit", "200000", "move", "org.example.inbox")
        #expect(failed.ending == .exit(74), "\(failed.errors)")
        for words in ["is in two groups now", "\(group.id)", "deleted from \(origin)", "same command again", database] {
            #expect(failed.errors.contains(words), "\(words): \(failed.errors)")
        }
        let record = try #require(try old.app(app.id)?.record)
        #expect(try old.image(of: record) == ExampleImage.png)
        #expect(try group.registry.app(app.id)?.badge == 7)

        #expect(try await BuiltProgram.worker.run("move", "org.example.inbox").ending == .exit(0))
        #expect(try group.registry.app(app.id)?.badge == 7)
        #expect(try Registry.groups(environment: group.environment) == [group.id])
    }

    @Test("A move succeeds even if the old group, which is empty now, cannot be removed")
    func leavesAnEmptyGroup() async throws {
        try group.registry.register(try group.app("rooms"))
        try group.registry(of: origin).register(try group.app("inbox"))
        try Bystander.own(group.home)
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: group.home)
        let moved = try await Bystander.run("move", "org.example.inbox")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: group.home)
        #expect(moved.ending == .exit(0), "\(moved.errors)")
        #expect(try await Bystander.run("list").lines == ["org.example.inbox 0", "org.example.rooms 0"])
        #expect(
            try await Sqlite3.query("SELECT count(*) FROM app", "\(group.container(of: origin))/registry.sqlite")
                == "0")
    }

    @Test("Moves in both directions at once never block, and each app ends up in one group")
    func crosses() async throws {
        let groups: [GroupID] = ["org.example.a", "org.example.b"]
        let apps = try ["inbox", "rooms"].map { try group.app($0) }
        for (group, app) in zip(groups, apps) { try self.group.registry(of: group).register(app) }
        try await withThrowingTaskGroup { tasks in
            for (start, app) in apps.enumerated() {
                tasks.addTask {
                    for round in 1...15 {
                        try TestGroup.current.registry(of: groups[(start + round) % 2]).register(app, moving: true)
                    }
                }
            }
            try await tasks.waitForAll()
        }
        #expect(
            try groups.map { try group.registry(of: $0).apps().map(\.id) } == [
                ["org.example.rooms"], ["org.example.inbox"],
            ])
    }

    @Test("Moving is refused with a custom storage")
    func needsFiles() throws {
        let registry = Registry(group: group.id, storage: InMemoryStorage(), environment: group.environment)
        try group.registry(of: origin).register(try group.app("inbox"))
        #expect(try registry.register(try group.app("inbox"), moving: true).isNew)
        #expect(try group.registry(of: origin).app("org.example.inbox") != nil)
    }
}
