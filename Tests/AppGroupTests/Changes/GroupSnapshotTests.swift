import TestSupport
import Testing

@testable import AppGroup

@Suite("Two snapshots of a group")
struct GroupSnapshotTests {
    let storage = InMemoryStorage()
    let app = AppRecord(id: "a.b", name: "A", launch: .terminal("x"), registered: Timestamp(seconds: 0))

    /// What a change of the app is reported as, from one look to the next.
    func changes(_ first: AppRecord?, _ second: AppRecord?) throws -> [RegistryChange] {
        let looks = try [first, second].map { record in
            try storage.write { writer in
                try writer.delete(app.id)
                if let record { try writer.save(record) }
            }
            return try storage.read { try GroupSnapshot($0) }
        }
        return looks[0].changes(to: looks[1])
    }

    func app(_ change: (inout AppRecord) -> Void) -> AppRecord {
        var record = app
        change(&record)
        return record
    }

    @Test("Two snapshots of an unchanged group show no change")
    func areEqual() throws {
        #expect(try changes(app, app).isEmpty)
        #expect(try changes(nil, nil).isEmpty)
    }

    @Test("Two snapshots show which apps joined and which left")
    func showComingAndGoing() throws {
        let gone = [app { $0.unregistered = Timestamp(seconds: 1) }, app { $0.missingSince = Timestamp(seconds: 1) }]
        for absent in gone + [nil] {
            #expect(try changes(absent, app) == [.joined(app.id)])
            #expect(try changes(app, absent) == [.left(app.id)])
        }
        for absent in gone { #expect(try changes(absent, nil).isEmpty && changes(nil, absent).isEmpty) }
        #expect(try changes(nil, app { $0.badge = 3 }) == [.joined(app.id), .badge(app.id, 3)])
        #expect(try changes(gone[0], app { $0.badge = 3 }) == [.joined(app.id), .badge(app.id, 3)])
    }

    @Test("Two snapshots show changes in what an app volunteers")
    func showUpdates() throws {
        let updates: [(inout AppRecord) -> Void] = [
            { $0.name = "B" }, { $0.icon = .named("x") }, { $0.claims = [.init("x")] }, { $0.launch = .graphical("x") },
            { $0.version = "1" }, { $0.availableVersion = "2" }, { $0.preferences.isPinned = true },
        ]
        for update in updates { #expect(try changes(app, app(update)) == [.updated(app.id)]) }
    }

    @Test("Two snapshots show badge, fields and openings as separate changes")
    func showDetails() throws {
        #expect(try changes(app, app { $0.badge = 7 }) == [.badge(app.id, 7)])
        let fields: [FieldKey: FieldValue] = ["a": 1, "b": "x"]
        let other: [FieldKey: FieldValue] = ["b": "y", "c": 2]
        #expect(
            try changes(app { $0.fields = fields }, app { $0.fields = other })
                == [.field(app.id, "a", nil), .field(app.id, "b", "y"), .field(app.id, "c", 2)])
        let opened = app { $0.usage = app.usage.opened(at: Timestamp(seconds: 5), opening: 1) }
        #expect(try changes(app, opened) == [.opened(app.id)])
        #expect(try changes(opened, app).isEmpty)
    }

    @Test("A change names its app, unless it is one of a setting")
    func namesItsApp() {
        let changes: [RegistryChange] = [
            .joined(app.id), .left(app.id), .updated(app.id), .badge(app.id, 1), .field(app.id, "a", nil),
            .opened(app.id),
        ]
        #expect(changes.allSatisfy { $0.app == app.id })
        #expect(RegistryChange.setting("a", 1).app == nil)
    }

    @Test("Two snapshots show settings, and several changes in the order of identifiers")
    func showSettings() throws {
        let before = try storage.read { try GroupSnapshot($0) }
        try storage.write { writer in
            try writer.setSetting("b", to: 1)
            try writer.setSetting("a", to: 2)
            for id in ["z.z", "B.b", "a.a"] as [AppID] {
                try writer.save(AppRecord(id: id, name: "x", launch: .terminal("x"), registered: Timestamp(seconds: 0)))
            }
        }
        let after = try storage.read { try GroupSnapshot($0) }
        #expect(
            before.changes(to: after)
                == [.joined("a.a"), .joined("b.b"), .joined("z.z"), .setting("a", 2), .setting("b", 1)])
        #expect(after.changes(to: before).last == .setting("b", nil))
    }
}
