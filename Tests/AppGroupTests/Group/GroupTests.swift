import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("A family", .ownGroup)
struct FamilyTests {
    let group = TestGroup.current

    @Test("whose store does not exist holds nobody, and looking at it makes nothing")
    func isEmpty() throws {
        let family = group.registry
        #expect(try family.apps(including: .all).isEmpty)
        #expect(try family.app("a.b") == nil)
        #expect(try family.totalBadge() == 0)
        #expect(try family.settings().isEmpty && family.openings().isEmpty && family.recordsUse())
        #expect(try family.prunePlan().deleted.isEmpty)
        #expect(try Registry.groups(environment: group.environment).isEmpty)
        _ = try family.storage.version()
        #expect(!FileManager.default.fileExists(atPath: group.home))
    }

    @Test("shows who is installed, and all the others with the reason")
    func says() throws {
        for name in ["inbox", "rooms", "visa"] { try group.registry.register(try group.app(name)) }
        try group.uninstall("rooms")
        try group.registry.unregister("org.example.visa")
        #expect(try group.registry.apps(order: .name).map(\.id) == ["org.example.inbox"])
        let all = try group.registry.apps(order: .name, including: .all)
        #expect(all.map(\.id) == ["org.example.inbox", "org.example.rooms", "org.example.visa"])
        #expect(all.map(\.availability.isInstalled) == [true, false, false])
    }

    @Test("lists its user's groups by name, and nothing else that lies beside them")
    func listsGroups() throws {
        for id in ["org.example.b", "org.example.a"] as [GroupID] { try group.registry(of: id).setSetting("k", to: 1) }
        for name in ["no-group", ".org.example.c.removed-00", "org.example.empty"] {
            try FileManager.default.createDirectory(atPath: "\(group.home)/\(name)", withIntermediateDirectories: true)
        }
        try Data().write(to: URL(fileURLWithPath: "\(group.home)/.org.example.c.removed-00/registry.sqlite"))
        #expect(try Registry.groups(environment: group.environment) == ["org.example.a", "org.example.b"])
    }

    @Test(
        "lies where the environment says",
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
        "without a place says so at the first call that needs one",
        arguments: [
            ([:], "HOME"), (["HOME": "relative"], "HOME"),
            (["APP_GROUP_HOME": "relative", "HOME": "/h"], "APP_GROUP_HOME"),
        ])
    func needsAPlace(variables: [String: String], named: String) throws {
        let family = Registry(group: group.id, environment: ProcessEnvironment(variables))
        #expect(family.containerPath == nil)
        let calls: [() throws -> Void] = [
            { _ = try family.apps() }, { try family.setSetting("k", to: 1) }, { _ = try family.storage.version() },
            { try family.register(RegisteredApp(id: "a.b", name: "A", launch: .terminal("x"))) },
        ]
        for call in calls {
            let error = failure(call)
            #expect(error?.code == .configuration && error?.description.contains(named) == true)
        }
        #expect(failure { _ = try Registry.groups(environment: ProcessEnvironment(variables)) }?.code == .configuration)
    }
}
