import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("An installed package", .ownGroup)
struct PackageTests {
    let group = TestGroup.current
    let clock = TestClock()
    let rooms: AppID = "org.example.rooms"
    var family: Registry { group.registry(clock: clock) }
    var packages: String { "\(group.container)/packages" }

    /// Installs a version whose program says so, as a store client would.
    @discardableResult
    func install(
        _ version: Int, kept: Int = 2, replacing: Bool = false, fields: [FieldKey: FieldValue] = [:]
    ) throws -> PackageInstallation {
        try family.installPackage(keptVersions: kept, replacing: replacing) { folder in
            try unpack(version, into: folder)
            return app(version, fields: fields)
        }
    }

    func unpack(_ version: Int, into folder: String) throws {
        let bundle = "\(folder)/Rooms.app"
        try FileManager.default.createDirectory(atPath: "\(bundle)/data", withIntermediateDirectories: true)
        try ProgramFile.write("#!/bin/sh\necho \(version)\n", to: "\(bundle)/rooms")
        try Data("\(version)".utf8).write(to: URL(fileURLWithPath: "\(bundle)/data/version"))
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: "\(bundle)/data")
    }

    func app(_ version: Int, fields: [FieldKey: FieldValue] = [:]) -> RegisteredApp {
        RegisteredApp(
            id: rooms, name: "Rooms", schemes: ["rooms"],
            launch: .package(
                .init(digest: digest(version), command: .init(executable: "Rooms.app/rooms", interface: .terminal))),
            version: try? AppVersion("\(version).0"), fields: fields)
    }

    func digest(_ version: Int) -> String { String(repeating: "\(version)", count: 64) }

    /// The digests whose files are on the disk, and whatever else lies beside them.
    func onDisk() throws -> [String] {
        guard FileManager.default.fileExists(atPath: packages) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: packages).sorted().flatMap { name in
            name.hasPrefix(".")
                ? [name] : try FileManager.default.contentsOfDirectory(atPath: "\(packages)/\(name)").sorted()
        }
    }

    @Test("is in the family, and its program starts")
    func isInstalled() throws {
        let installation = try install(1)
        #expect(installation.before == nil && installation.app.version == "1.0")
        let app = try #require(try family.app(rooms))
        #expect(app.availability == .installed && app.packages == [digest(1)] && app.schemes == ["rooms"])
        #expect(try onDisk() == [digest(1)])
        #expect(family.packageFolder(of: app.record, digest: digest(1)) == "\(packages)/\(rooms)/\(digest(1))")
        #expect(family.packageFolder(of: app.record, digest: digest(2)) == nil)
    }

    @Test("gives way to a newer one, which keeps badge, use and fields, and leaves two older ones on the disk")
    func isUpdated() throws {
        try install(1, fields: ["floor": 1, "seats": 4])
        try family.setBadge(7, of: rooms)
        try family.setField("floor", to: 3, of: rooms)
        for version in 2...4 { try install(version, fields: ["floor": 1]) }
        let app = try #require(try family.app(rooms))
        #expect(app.version == "4.0" && app.badge == 7 && app.fields == ["floor": 3, "seats": 4])
        #expect(app.packages == [digest(4), digest(3), digest(2)])
        #expect(try onDisk() == [digest(2), digest(3), digest(4)])
    }

    @Test("installed again stays one, and none older is kept where none is wanted")
    func isInstalledAgain() throws {
        for _ in 0..<2 { try install(1) }
        #expect(try family.app(rooms)?.packages == [digest(1)])
        try install(2, kept: 0)
        #expect(try family.app(rooms)?.packages == [digest(2)])
        #expect(try onDisk() == [digest(2)])
    }

    @Test("goes back to an older version and forward again; installing ends what it went back from")
    func goesBack() throws {
        for version in 1...3 { try install(version) }
        let back = try family.switchPackage(to: app(2))
        #expect(back.before?.version == "3.0" && back.app.version == "2.0")
        #expect(try family.app(rooms)?.availability == .installed)
        #expect(try onDisk() == [digest(1), digest(2), digest(3)])
        try family.switchPackage(to: app(3))
        try family.switchPackage(to: app(2))
        try install(4)
        #expect(try family.app(rooms)?.packages == [digest(4), digest(2), digest(1)])
        #expect(failure { try family.switchPackage(to: app(3)) }?.code == .notFound)
    }

    @Test("installed again has whole files again, and every version that it had")
    func isRepaired() throws {
        for version in 1...3 { try install(version) }
        try family.switchPackage(to: app(2))
        let bundle = "\(packages)/\(rooms)/\(digest(2))/Rooms.app"
        try FileManager.default.removeItem(atPath: "\(bundle)/rooms")
        #expect(try family.app(rooms)?.availability.isInstalled == false)
        try install(2)
        let app = try #require(try family.app(rooms))
        #expect(app.availability.isInstalled && app.packages == [digest(3), digest(2), digest(1)])
        #expect(try onDisk() == app.packages.sorted())
    }

    @Test("is kept with any number of older ones", arguments: [Int.min, -1, 0, .max])
    func keepsAnyNumber(kept: Int) throws {
        for version in 1...4 { try install(version, kept: kept) }
        #expect(try family.app(rooms)?.packages.count == (kept > 0 ? 4 : 1))
    }

    @Test("does not move to another group, where its files are not")
    func staysInItsGroup() throws {
        try install(1)
        let other = group.registry(of: "org.example.other")
        let error = failure { try other.register(app(1).asCommand("/bin/true"), moving: true) }
        #expect(error?.code == .appTaken && error?.description.contains("launcher remove") == true)
        #expect(try family.app(rooms)?.availability.isInstalled == true)
    }

    @Test("does not change launch or version when its tool registers itself", arguments: [false, true])
    func registersItself(afterUnregistering: Bool) throws {
        try install(1)
        if afterUnregistering { try family.unregister(rooms) }
        try family.register(
            RegisteredApp(id: rooms, name: "My rooms", schemes: ["rooms"], launch: .terminal("/bin/true"), version: "9")
        )
        let app = try #require(try family.app(rooms))
        #expect(app.name == "My rooms" && app.version == "1.0" && app.record.isInstalledPackage)
    }

    @Test("is removed with its files, and comes back with badge and use", arguments: [false, true])
    func isRemoved(byPackage: Bool) throws {
        try install(1)
        try install(2)
        try family.setBadge(7, of: rooms)
        try family.removePackage(rooms)
        #expect(try onDisk() == [])
        #expect(try family.apps().isEmpty && family.app(rooms)?.badge == 7)
        if byPackage {
            try install(3)
        } else {
            try family.register(
                RegisteredApp(id: rooms, name: "Rooms", launch: .terminal(try group.makeProgram("rooms"))))
        }
        let app = try #require(try family.app(rooms))
        #expect(app.isShown && app.badge == 7 && app.record.isInstalledPackage == byPackage)
    }

    @Test("that is forgotten takes the group with it where nothing else is in it")
    func isForgotten() throws {
        try install(1)
        try family.removePackage(rooms, forgetting: true)
        #expect(!FileManager.default.fileExists(atPath: group.container))
    }

    @Test("that was pruned leaves no files, and the group can end")
    func isPruned() throws {
        try install(1)
        try family.unregister(rooms)
        #expect(try onDisk() == [digest(1)])
        #expect(try family.prune(try family.prunePlan(graceDays: 0)))
        #expect(!FileManager.default.fileExists(atPath: group.container))
    }

    @Test("does not take the place of an app that was registered by hand, unless it is told to")
    func leavesOthersAlone() throws {
        try family.register(
            RegisteredApp(id: rooms, name: "By hand", launch: .terminal(try group.makeProgram("rooms"))))
        let error = failure { try install(1) }
        #expect(error?.code == .appTaken && error?.description.contains("By hand") == true)
        #expect(failure { try family.removePackage(rooms) }?.description.contains("launcher unregister") == true)
        #expect(try onDisk() == [] && family.app(rooms)?.name == "By hand")
        #expect(try install(1, replacing: true).before?.name == "By hand")
        #expect(try family.app(rooms)?.record.isInstalledPackage == true)
    }

    @Test("takes the place of an app that left the family")
    func replacesTheUnregistered() throws {
        try family.register(
            RegisteredApp(id: rooms, name: "By hand", launch: .terminal(try group.makeProgram("rooms"))))
        try group.uninstall("rooms")
        #expect(failure { try install(1) }?.code == .appTaken)
        try family.unregister(rooms)
        try install(1)
        #expect(try family.app(rooms)?.record.isInstalledPackage == true)
    }

    @Test("of an app that another group holds is refused, naming that group")
    func belongsToOneGroup() throws {
        try group.registry(of: "org.example.other").register(app(1).asCommand(try group.makeProgram("rooms")))
        let error = failure { try install(1) }
        #expect(error?.code == .appTaken && error?.description.contains("org.example.other") == true)
    }

    @Test("that fails to unpack leaves nothing behind, not even the group")
    func failsToUnpack() throws {
        let error = failure {
            try family.installPackage { folder in
                try unpack(1, into: folder)
                throw AppGroupError(.inputOutput, "full")
            }
        }
        #expect(error?.description == "full")
        #expect(!FileManager.default.fileExists(atPath: group.container))
    }

    @Test("that cannot be started is refused, and the version before it stays")
    func cannotBeStarted() throws {
        try install(1)
        let error = failure { try family.installPackage { _ in app(2) } }
        #expect(error?.code == .invalidValue && error?.description.contains("no such file") == true)
        #expect(try family.app(rooms)?.version == "1.0" && onDisk() == [digest(1)])
        #expect(try family.app(rooms)?.availability == .installed)
    }

    @Test("clears away what a killed one left, and nothing that a living one is filling")
    func clearsAway() throws {
        try install(1)
        for name in [
            ".incoming-dead/files", ".removed-dead/x", "\(rooms)/\(digest(9))", "org.example.gone/\(digest(9))",
        ] {
            try FileManager.default.createDirectory(
                atPath: "\(packages)/\(name)", withIntermediateDirectories: true)
        }
        let other = try IncomingPackage(in: packages)
        try install(2)
        #expect(try onDisk().filter { !$0.hasPrefix(".") } == [digest(1), digest(2)])
        #expect(try onDisk().filter { $0.hasPrefix(".") }.map { "\(packages)/\($0)/files" } == [other.files])
    }

    @Test("by two at once is one of them, whole", arguments: 1...4)
    func twoAtOnce(round: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for version in 1...4 { tasks.addTask { try install(version) } }
            try await tasks.waitForAll()
        }
        let app = try #require(try family.app(rooms))
        #expect(app.packages.first == app.record.currentPackage && app.packages.count == 3)
        #expect(try onDisk() == app.packages.sorted())
        #expect(app.availability == .installed)
    }
}

extension RegisteredApp {
    fileprivate func asCommand(_ program: String) -> RegisteredApp {
        var app = self
        app.launch = .terminal(program)
        return app
    }
}
