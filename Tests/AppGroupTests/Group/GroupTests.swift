import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("A group", .ownGroup)
struct GroupTests {
    let group = TestGroup.current

    @Test("A group without a registry has no apps, and reading it creates nothing")
    func isEmpty() throws {
        let registry = group.registry
        #expect(try registry.apps(including: .all).isEmpty)
        #expect(try registry.app("a.b") == nil)
        #expect(try registry.totalBadge() == 0)
        #expect(try registry.settings().isEmpty && registry.openings().isEmpty && registry.recordsUse())
        #expect(try registry.prunePlan().deleted.isEmpty)
        #expect(try Registry.groups(environment: group.environment).isEmpty)
        _ = try registry.storage.version()
        #expect(!FileManager.default.fileExists(atPath: group.home))
    }

    @Test("A list shows the installed apps, and on request all others with the reason")
    func says() throws {
        for name in ["inbox", "rooms", "visa"] { try group.registry.register(try group.app(name)) }
        try group.uninstall("rooms")
        try group.registry.unregister("org.example.visa")
        #expect(try group.registry.apps(order: .name).map(\.id) == ["org.example.inbox"])
        let all = try group.registry.apps(order: .name, including: .all)
        #expect(all.map(\.id) == ["org.example.inbox", "org.example.rooms", "org.example.visa"])
        #expect(all.map(\.availability.isInstalled) == [true, false, false])
    }

    @Test("The error for an unknown app names a command that lists the apps of this group")
    func unknownApp() throws {
        let error = failure { try group.registry.setHidden(true, of: "a.b") }
        #expect(error?.description.hasSuffix(": launcher list --all --group \(group.id)") == true)
    }

    @Test("The groups of a user are listed by name, without other files beside them")
    func listsGroups() throws {
        for id in ["org.example.b", "org.example.a"] as [GroupID] { try group.registry(of: id).setSetting("k", to: 1) }
        for name in ["no-group", ".org.example.c.removed-00", "org.example.empty"] {
            try FileManager.default.createDirectory(atPath: "\(group.home)/\(name)", withIntermediateDirectories: true)
        }
        try Data().write(to: URL(fileURLWithPath: "\(group.home)/.org.example.c.removed-00/registry.sqlite"))
        #expect(try Registry.groups(environment: group.environment) == ["org.example.a", "org.example.b"])
    }

    @Test(
        "The environment decides where a group's container lies",
        arguments: [
            (["APP_GROUP_HOME": "/a", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/a/org.example.family"),
            (["APP_GROUP_HOME": "/a//", "HOME": "/h"], "/a/org.example.family"),
            (["XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/app-groups/org.example.family"),
            (["XDG_DATA_HOME": "x", "HOME": "/h"], "/h/.local/share/app-groups/org.example.family"),
            (["APP_GROUP_HOME": "", "HOME": "/h"], "/h/.local/share/app-groups/org.example.family"),
        ])
    func liesSomewhere(variables: [String: String], path: String) {
        #expect(Registry(group: group.id, environment: ProcessEnvironment(variables)).containerPath == path)
    }

    @Test(
        "A group without a place for its container fails at the first call that needs one",
        arguments: [
            ([:], "HOME is not set"), (["HOME": "relative"], "HOME is “relative”, a relative path"),
            (["APP_GROUP_HOME": "relative", "HOME": "/h"], "APP_GROUP_HOME is “relative”, a relative path"),
        ])
    func needsAPlace(variables: [String: String], reason: String) throws {
        let registry = Registry(group: group.id, environment: ProcessEnvironment(variables))
        #expect(registry.containerPath == nil)
        let calls: [() throws -> Void] = [
            { _ = try registry.apps() }, { try registry.setSetting("k", to: 1) },
            { _ = try registry.storage.version() },
            { try registry.register(AppDescription(id: "a.b", name: "A", launch: .terminal("x"))) },
        ]
        for call in calls {
            let error = failure(call)
            #expect(error?.code == .configuration && error?.description.contains(reason) == true)
        }
        #expect(failure { _ = try Registry.groups(environment: ProcessEnvironment(variables)) }?.code == .configuration)
    }
}
