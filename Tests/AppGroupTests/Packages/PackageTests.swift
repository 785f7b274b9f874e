import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Installed packages", .ownGroup)
struct PackageTests {
    let group = TestGroup.current
    let clock = TestClock()
    let rooms: AppID = "org.example.rooms"
    var registry: Registry { group.registry(clock: clock) }
    var packages: String { "\(group.container)/packages" }

    /// Installs a version whose program says so, as launcher-store would.
    @discardableResult
    func install(
        _ version: Int, kept: Int = 2, replacing: Bool = false, fields: [FieldKey: FieldValue] = [:]
    ) throws -> PackageInstallation {
        try registry.installPackage(keptVersions: kept, replacing: replacing) { folder in
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

    func app(_ version: Int, fields: [FieldKey: FieldValue] = [:]) -> AppDescription {
        AppDescription(
            id: rooms, name: "Rooms", schemes: ["rooms"],
            launch: .package(
                .init(digest: digest(version), command: .init(executable: "Rooms.app/rooms", interface: .terminal))),
            version: try? AppVersion("\(version).0"), fields: fields)
    }

    func digest(_ version: Int) -> PackageDigest {
        PackageDigest(stringLiteral: String(repeating: "\(version)", count: 64))
    }

    func digests(_ versions: Int...) -> [String] { versions.map { digest($0).description } }

    /// The digests whose files are on the disk, and whatever else lies beside them.
    func onDisk() throws -> [String] {
        guard FileManager.default.fileExists(atPath: packages) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: packages).sorted().flatMap { name in
            name.hasPrefix(".")
                ? [name] : try FileManager.default.contentsOfDirectory(atPath: "\(packages)/\(name)").sorted()
        }
    }

    @Test("An installed package is in the group, and its program starts")
    func isInstalled() throws {
        let installation = try install(1)
        #expect(installation.before == nil && installation.app.version == "1.0")
        let app = try #require(try registry.app(rooms))
        #expect(app.availability == .installed && app.packages == [digest(1)] && app.schemes == ["rooms"])
        #expect(try onDisk() == digests(1))
        #expect(registry.packageFolder(of: app.record, digest: digest(1)) == "\(packages)/\(rooms)/\(digest(1))")
        #expect(registry.packageFolder(of: app.record, digest: digest(2)) == nil)
    }

    @Test("A newer package keeps badge, use and fields, and leaves two older versions on the disk")
    func isUpdated() throws {
        try install(1, fields: ["floor": 1, "seats": 4])
        try registry.setBadge(7, of: rooms)
        try registry.setField("floor", to: 3, of: rooms)
        for version in 2...4 { try install(version, fields: ["floor": 1]) }
        let app = try #require(try registry.app(rooms))
        #expect(app.version == "4.0" && app.badge == 7 && app.fields == ["floor": 3, "seats": 4])
        #expect(app.packages == [digest(4), digest(3), digest(2)])
        #expect(try onDisk() == digests(2, 3, 4))
    }

    @Test("A package that is installed again stays one, and no older version is kept if none is wanted")
    func isInstalledAgain() throws {
        for _ in 0..<2 { try install(1) }
        #expect(try registry.app(rooms)?.packages == [digest(1)])
        try install(2, kept: 0)
        #expect(try registry.app(rooms)?.packages == [digest(2)])
        #expect(try onDisk() == digests(2))
    }

    @Test("A package can switch to an older version and forward again, and an installation drops the newer one")
    func goesBack() throws {
        for version in 1...3 { try install(version) }
        let back = try registry.switchPackage(to: app(2))
        #expect(back.before?.version == "3.0" && back.app.version == "2.0")
        #expect(try registry.app(rooms)?.availability == .installed)
        #expect(try onDisk() == digests(1, 2, 3))
        try registry.switchPackage(to: app(3))
        try registry.switchPackage(to: app(2))
        try install(4)
        #expect(try registry.app(rooms)?.packages == [digest(4), digest(2), digest(1)])
        #expect(failure { try registry.switchPackage(to: app(3)) }?.code == .notFound)
    }

    @Test("A package that is installed again has intact files, and every version that it had")
    func isRepaired() throws {
        for version in 1...3 { try install(version) }
        try registry.switchPackage(to: app(2))
        let bundle = "\(packages)/\(rooms)/\(digest(2))/Rooms.app"
        try FileManager.default.removeItem(atPath: "\(bundle)/rooms")
        #expect(try registry.app(rooms)?.availability.isInstalled == false)
        try install(2)
        let app = try #require(try registry.app(rooms))
        #expect(app.availability.isInstalled && app.packages == [digest(3), digest(2), digest(1)])
        #expect(try onDisk() == app.packages.map(\.description).sorted())
    }

    @Test("A package can be kept with any number of older versions", arguments: [Int.min, -1, 0, .max])
    func keepsAnyNumber(kept: Int) throws {
        for version in 1...4 { try install(version, kept: kept) }
        #expect(try registry.app(rooms)?.packages.count == (kept > 0 ? 4 : 1))
    }

    @Test("A package does not move to another group, which does not have its files")
    func staysInItsGroup() throws {
        try install(1)
        let other = group.registry(of: "org.example.other")
        let error = failure { try other.register(app(1).asCommand("/bin/true"), moving: true) }
        #expect(error?.code == .appTaken && error?.description.contains("launcher remove") == true)
        #expect(try registry.app(rooms)?.availability.isInstalled == true)
    }

    @Test("An app that left an installed package behind joins another group, moving or not", arguments: [false, true])
    func leavesItsPackageBehind(moving: Bool) throws {
        try install(1)
        try registry.unregister(rooms)
        let other = group.registry(of: "org.example.other")
        #expect(try other.register(app(1).asCommand("/bin/true"), moving: moving).isNew)
        #expect(try registry.app(rooms)?.packages.count == 1)
    }

    @Test("A package keeps launch and version when its tool registers itself", arguments: [false, true])
    func registersItself(afterUnregistering: Bool) throws {
        try install(1)
        if afterUnregistering { try registry.unregister(rooms) }
        try registry.register(
            AppDescription(
                id: rooms, name: "My rooms", schemes: ["rooms"], launch: .terminal("/bin/true"), version: "9")
        )
        let app = try #require(try registry.app(rooms))
        #expect(app.name == "My rooms" && app.version == "1.0" && app.record.isInstalledPackage)
    }

    @Test("A package is removed with its files, and comes back with badge and use", arguments: [false, true])
    func isRemoved(byPackage: Bool) throws {
        try install(1)
        try install(2)
        try registry.setBadge(7, of: rooms)
        try registry.removePackage(rooms)
        #expect(try onDisk() == [])
        #expect(try registry.apps().isEmpty && registry.app(rooms)?.badge == 7)
        if byPackage {
            try install(3)
        } else {
            try registry.register(
                AppDescription(id: rooms, name: "Rooms", launch: .terminal(try group.makeProgram("rooms"))))
        }
        let app = try #require(try registry.app(rooms))
        #expect(app.isShown && app.badge == 7 && app.record.isInstalledPackage == byPackage)
    }

    @Test("A removed package can't be brought back without its files, and opening it says to install it again")
    func comesBackByInstallingOnly() throws {
        try install(1)
        try registry.removePackage(rooms)
        let (install, group) = ("launcher install \(rooms) --group \(registry.group)", registry.group)
        let undone = failure { try registry.undoPrune([rooms]) }
        #expect(undone?.description.hasSuffix(": \(install), or launcher install FILE.ipa --group \(group)") == true)
        #expect(try registry.undoPrune().isEmpty && registry.app(rooms)?.unregistered != nil)
        let error = failure { _ = try registry.plan(for: .app(rooms)) }
        #expect(error?.description.contains("use “\(install)” or its file") == true)
        #expect(error?.description.contains("prune") == false)
    }

    @Test("A package whose files are missing is to be installed again or removed, not unregistered")
    func missingFiles() throws {
        try install(1)
        let words = ["/bin/sh", "-c", #"chmod -R u+w "$0" && rm -r "$0""#, packages]
        #expect(try Finished.run(words, environment: [:]).status == 0)
        let error = failure { _ = try registry.plan(for: .app(rooms)) }
        let remove = "launcher remove \(rooms) --group \(registry.group)"
        #expect(error?.description.hasSuffix("or its file; to remove it, “\(remove)”.") == true)
        let finding = try #require(registry.diagnose().first { $0.subject == "\(rooms)" })
        #expect(finding.remedy?.hasSuffix(remove) == true)
    }

    @Test("Forgetting the last package removes the group")
    func isForgotten() throws {
        try install(1)
        try registry.removePackage(rooms, forgetting: true)
        #expect(!FileManager.default.fileExists(atPath: group.container))
    }

    @Test("A pruned package leaves no files, and the group can be removed")
    func isPruned() throws {
        try install(1)
        try registry.unregister(rooms)
        #expect(try onDisk() == digests(1))
        #expect(try registry.prune(try registry.prunePlan(graceDays: 0)))
        #expect(!FileManager.default.fileExists(atPath: group.container))
    }

    @Test("A package does not replace an app that was registered by hand, unless that is requested")
    func leavesOthersAlone() throws {
        try registry.register(
            AppDescription(id: rooms, name: "By hand", launch: .terminal(try group.makeProgram("rooms"))))
        let error = failure { try install(1) }
        #expect(error?.code == .appTaken && error?.description.contains("By hand") == true)
        #expect(failure { try registry.removePackage(rooms) }?.description.contains("launcher unregister") == true)
        #expect(try onDisk() == [] && registry.app(rooms)?.name == "By hand")
        #expect(try install(1, replacing: true).before?.name == "By hand")
        #expect(try registry.app(rooms)?.record.isInstalledPackage == true)
    }

    @Test("A package replaces an app that left the group")
    func replacesTheUnregistered() throws {
        try registry.register(
            AppDescription(id: rooms, name: "By hand", launch: .terminal(try group.makeProgram("rooms"))))
        try group.uninstall("rooms")
        #expect(failure { try install(1) }?.code == .appTaken)
        try registry.unregister(rooms)
        try install(1)
        #expect(try registry.app(rooms)?.record.isInstalledPackage == true)
    }

    @Test("A package of an app of another group is refused, and the error names that group")
    func belongsToOneGroup() throws {
        try group.registry(of: "org.example.other").register(app(1).asCommand(try group.makeProgram("rooms")))
        let error = failure { try install(1) }
        #expect(error?.code == .appTaken && error?.description.contains("org.example.other") == true)
    }

    @Test("A package that fails to unpack leaves nothing behind, not even the group")
    func failsToUnpack() throws {
        let error = failure {
            try registry.installPackage { folder in
                try unpack(1, into: folder)
                throw AppGroupError(.inputOutput, "full")
            }
        }
        #expect(error?.description == "full")
        #expect(!FileManager.default.fileExists(atPath: group.container))
    }

    @Test("A package that fails to unpack leaves a group that has only settings as it was", arguments: [true, false])
    func failsToUnpackIntoSettings(hasSetting: Bool) throws {
        if hasSetting { try registry.setSetting("accent", to: "purple") } else { try registry.setRecordsUse(false) }
        #expect(failure { try registry.installPackage { _ in throw AppGroupError(.inputOutput, "full") } } != nil)
        #expect(try registry.setting("accent") == (hasSetting ? "purple" : nil))
        #expect(try registry.recordsUse() == hasSetting)
        #expect(try onDisk() == [])
    }

    @Test("A package that cannot be started is refused, and the version before it stays")
    func cannotBeStarted() throws {
        try install(1)
        let error = failure { try registry.installPackage { _ in app(2) } }
        #expect(error?.code == .invalidValue && error?.description.contains("no such file") == true)
        #expect(try registry.app(rooms)?.version == "1.0" && onDisk() == digests(1))
        #expect(try registry.app(rooms)?.availability == .installed)
    }

    @Test("An installation removes what a killed one left, and nothing that a running one is filling")
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
        #expect(try onDisk().filter { !$0.hasPrefix(".") } == digests(1, 2))
        #expect(try onDisk().filter { $0.hasPrefix(".") }.map { "\(packages)/\($0)/files" } == [other.files])
    }

    @Test("What killed installations and removals left is gone before the next package is unpacked")
    func makesRoom() throws {
        try install(1)
        for name in [".incoming-dead/files", ".removed-dead/x", "\(rooms)/\(digest(9))"] {
            try FileManager.default.createDirectory(atPath: "\(packages)/\(name)", withIntermediateDirectories: true)
            try registry.installPackage { folder in
                #expect(try onDisk().filter { !$0.hasPrefix(".") } == digests(1))
                #expect(try onDisk().filter { $0.hasPrefix(".") }.map { "\(packages)/\($0)/files" } == [folder])
                try unpack(1, into: folder)
                return app(1)
            }
        }
    }

    @Test("Two installations at once end with one of them, intact", arguments: 1...4)
    func twoAtOnce(round: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for version in 1...4 { tasks.addTask { try install(version) } }
            try await tasks.waitForAll()
        }
        let app = try #require(try registry.app(rooms))
        #expect(app.packages.first == app.record.currentPackage && app.packages.count == 3)
        #expect(try onDisk() == app.packages.map(\.description).sorted())
        #expect(app.availability == .installed)
    }
}

extension AppDescription {
    fileprivate func asCommand(_ program: String) -> AppDescription {
        var app = self
        app.launch = .terminal(program)
        return app
    }
}
