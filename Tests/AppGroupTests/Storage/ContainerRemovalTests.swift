import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("The end of a group", .ownGroup)
struct ContainerRemovalTests {
    let group = TestGroup.current

    func entries(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    func endGroup(patience: Duration = .seconds(10)) throws -> Bool {
        for app in try group.registry.apps(including: .all) { try group.registry.unregister(app.id) }
        return try group.registry.prune(group.registry.prunePlan(graceDays: 0), patience: patience)
    }

    func register() throws {
        var app = try group.app("inbox")
        app.icon = .png(ExampleImage.png)
        try group.registry.register(app)
    }

    @Test("Copies of replaced registries and other files of the user stay when a group ends")
    func keepsCopies() throws {
        try register()
        let backup = "\(group.folder)/backup"
        try group.registry.backUp(to: backup)
        let kept = try #require(try group.registry.restore(from: backup, replacing: true).keptOldAs)
        let damaged = "\(group.database).damaged-20260304T050607089Z"
        for file in [damaged, "\(damaged)-wal", "\(group.container)/notes"] {
            try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
        }
        #expect(try endGroup())
        #expect(
            try entries(group.container)
                == [kept, damaged, "\(damaged)-wal", "\(group.container)/notes"].map { Paths.lastComponent(of: $0) }
                .sorted())
        #expect(try Registry.groups(environment: group.environment).isEmpty)
        #expect(try group.registry.apps(including: .all).isEmpty)
        // The kept registry is whole, and the group can begin again with it.
        #expect(try group.registry.restore(from: kept).apps == 1)
    }

    @Test("A reader that is in the way of a group's end sees what it saw, and the group ends with the next prune")
    func waitsForReaders() throws {
        try register()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(group.container)/notes"))
        let reader = try SQLiteConnection(path: group.database, access: .readWrite)
        try reader.keepWriteAheadLog()
        try reader.execute("BEGIN; SELECT count(*) FROM app")
        try group.registry.unregister("org.example.inbox")
        #expect(try !endGroup(patience: .zero))
        #expect(try reader.statement("SELECT count(*) FROM app").first { $0.integer(0) } == 1)
        try reader.execute("COMMIT")
        let plan = try group.registry.prunePlan()
        #expect(plan.endsGroup && plan.deleted.isEmpty)
        #expect(try group.registry.prune(plan))
        #expect(try entries(group.container) == ["notes"])
    }

    @Test("The next prune of any group deletes what a killed process left of a group, but no other files")
    func clearsAway() throws {
        try register()
        let names = ["org.example.a", "org.example.b"].map { ".\($0).removed-0123456789abcdef" }
        let icon = String(repeating: "ab", count: 32) + ".png"
        let others = [".removed-0123456789abcdef", ".org.example.c.removed-things", ".org.example.d.removed-"]
        for name in names + others {
            try FileManager.default.createDirectory(
                atPath: "\(group.home)/\(name)/icons", withIntermediateDirectories: true)
            for file in ["registry.sqlite", "registry.sqlite-wal", "icons/\(icon)"] {
                try Data("x".utf8).write(to: URL(fileURLWithPath: "\(group.home)/\(name)/\(file)"))
            }
        }
        let copy = "\(group.home)/\(names[1])/registry.sqlite.before-restore-20260304T050607089Z"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: copy))
        let victim = try group.makeFile("thesis", [1])
        let link = ".org.example.e.removed-0123456789abcdef"
        try FileManager.default.createSymbolicLink(
            atPath: "\(group.home)/\(link)", withDestinationPath: Paths.parent(of: victim))
        #expect(try !group.registry.prune(group.registry.prunePlan()))
        #expect(
            try entries(group.home).filter { $0.contains("removed") } == (others + [names[1], link]).sorted())
        #expect(try entries(Paths.parent(of: copy)) == [Paths.lastComponent(of: copy)])
        #expect(FileManager.default.fileExists(atPath: victim))
    }

    @Test("A group that lost its last app in another way ends with the next prune")
    func endsEmptyGroups() throws {
        try register()
        try group.registry.storage.write { try $0.delete("org.example.inbox") }
        let plan = try group.registry.prunePlan()
        #expect(plan.endsGroup && plan.hidden.isEmpty && plan.deleted.isEmpty)
        #expect(try group.registry.prune(plan))
        #expect(!FileManager.default.fileExists(atPath: group.container))
        #expect(try !group.registry.prunePlan().endsGroup)
    }
}
