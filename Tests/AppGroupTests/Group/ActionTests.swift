import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("An app's actions", .ownGroup)
struct ActionTests {
    let group = TestGroup.current
    private let newest = AppAction(id: "newest", name: "Newest message", icon: "mail-unread", url: "inbox://newest")
    private let write = AppAction(id: "write", name: "Write", url: "inbox:write?to=a b%20'\"")

    private func app(_ actions: [AppAction]) throws -> AppDescription {
        var app = try group.app("inbox", schemes: ["inbox"])
        app.actions = actions
        return app
    }

    private func actions() throws -> [AppAction]? { try group.registry.app("org.example.inbox")?.actions }

    @Test("Actions keep their order, and each registration replaces all of them", arguments: StorageKind.allCases)
    func areStatedWhole(kind: StorageKind) throws {
        let registry = Registry(group: group.id, storage: try kind.make(), environment: group.environment)
        let steps = [[newest, write], [write, newest], [write], [newest], []]
        for actions in steps {
            #expect(try registry.register(app(actions)).changed)
            #expect(try registry.app("org.example.inbox")?.actions == actions)
            #expect(try registry.apps(including: .all).map(\.actions) == [actions])
            #expect(try !registry.register(app(actions)).changed)
        }
    }

    @Test("A change in any part of an action is seen by others")
    func areWatched() throws {
        try group.registry.register(try app([newest]))
        var (renamed, moved, repainted) = (newest, newest, newest)
        renamed.name = "Newest"
        moved.url = "inbox://newest?e\u{301}"
        repainted.icon = nil
        var composed = moved
        composed.url = "inbox://newest?é"
        for actions in [[renamed], [moved], [composed], [repainted], [newest, write]] {
            let before = try group.registry.storage.read { try GroupSnapshot($0) }
            try group.registry.register(try app(actions))
            let after = try group.registry.storage.read { try GroupSnapshot($0) }
            #expect(before.changes(to: after) == [.updated("org.example.inbox")], "\(actions)")
        }
    }

    @Test("More than sixteen actions, or two with one id, are refused")
    func areRefused() throws {
        let many = try (0..<17).map { AppAction(id: try ActionID("a\($0)"), name: "A", url: try AppURL("inbox:\($0)")) }
        try group.registry.register(try app(Array(many.dropLast())))
        #expect(try actions()?.count == 16)
        for actions in [many, [newest, newest]] {
            let error = failure { try group.registry.register(try app(actions)) }
            #expect(error?.code == .invalidValue && error?.description.contains("org.example.inbox") == true)
        }
    }

    @Test(
        "An action's id consists of letters, digits and hyphens",
        arguments: ["a", "New-1", String(repeating: "x", count: 64)])
    func idsAreTaken(text: String) throws { #expect(try ActionID(text).description == text) }

    @Test(
        "An action's id of anything but letters, digits and hyphens is refused, and so is a long or an empty one",
        arguments: ["", "a b", "a.b", "a_b", "é", "a;", "a]", "a\n", "a=b", String(repeating: "x", count: 65)])
    func idsAreRefused(text: String) {
        #expect(throws: AppGroupError.self) { try ActionID(text) }
    }

    @Test("Actions are deleted with their app, and move with it to another group")
    func move() async throws {
        let other: GroupID = "org.example.other"
        try group.registry.register(try app([newest, write]))
        try group.registry(of: other).register(try app([newest, write]), moving: true)
        #expect(try group.registry(of: other).app("org.example.inbox")?.actions == [newest, write])
        #expect(try group.registry.app("org.example.inbox") == nil)
        try group.registry(of: other).storage.write(patience: .zero) { try $0.delete("org.example.inbox") }
        #expect(
            try await Sqlite3.query("SELECT count(*) FROM action", "\(group.container(of: other))/registry.sqlite")
                == "0")
    }

    @Test("An action that another program wrote wrongly is skipped, diagnosed, and removed by a repair")
    func areRepaired() async throws {
        try group.registry.register(try app([newest, write]))
        _ = try await Sqlite3.query("UPDATE action SET id = 'no id' WHERE position = 0")
        #expect(try actions() == [write])
        #expect(group.registry.diagnose().contains { "\($0)".contains("action") })
        _ = try group.registry.repair()
        #expect(try actions() == [write])
        #expect(try await Sqlite3.query("SELECT id FROM action") == "write")
    }

    @Test("An action with a bad icon from another program loses only the icon")
    func badIcon() async throws {
        try group.registry.register(try app([newest]))
        _ = try await Sqlite3.query("UPDATE action SET icon = '../x'")
        #expect(try actions()?.map(\.icon) == [nil])
    }

    @Test("An action opens the app once with its URL, and an unknown action is refused with a list of the known ones")
    func open() throws {
        let proof = "\(group.folder)/proof"
        var app = try app([newest, write])
        app.launch = .terminal(try group.makeProgram("inbox", #"printf '%s|' "$@" >\#(proof)"#), "%u")
        let registry = group.registry
        try registry.register(app)
        for action in app.actions {
            #expect(try registry.open(.action(action.id, of: app.id)) == .ended(0))
            #expect(try String(contentsOfFile: proof, encoding: .utf8) == "\(action.url)|")
        }
        #expect(try registry.app(app.id)?.usage.count == 2)
        let error = failure { try registry.open(.action("other", of: app.id)) }
        #expect(error?.code == .notFound && error?.exitStatus == 66)
        #expect(error?.description.contains("“newest”, “write”") == true)
        #expect(failure { try registry.open(.action("newest", of: "org.example.nobody")) }?.code == .noSuchApp)
    }
}
