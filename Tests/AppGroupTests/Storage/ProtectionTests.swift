import Foundation
import TestSupport
import Testing

@testable import AppGroup

/// What the file system forbids, and what the library itself refuses to trust.
@Suite("Protection of containers", .ownGroup)
struct ProtectionTests {
    let group = TestGroup.current

    func setPermissions(_ permissions: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    }

    /// Both reading and writing are refused, with the path and the remedy.
    func expectRefusal(_ code: AppGroupError.Code, of path: String, _ remedy: String) throws {
        let app = try group.app("inbox")
        let calls: [() throws -> Void] = [{ _ = try group.registry.apps() }, { try group.registry.register(app) }]
        for call in calls {
            let error = failure(call)
            #expect(error?.code == code)
            #expect(
                error?.description.contains(path) == true && error?.description.contains(remedy) == true,
                "\(error?.description ?? "")")
        }
    }

    @Test("A container that others may write is not trusted", arguments: [0o777, 0o722, 0o770, 0o702])
    func refusesForeignWriters(permissions: Int) throws {
        try group.registry.setSetting("k", to: 1)
        try setPermissions(permissions, group.container)
        try expectRefusal(.permission, of: group.container, "chmod 700 \(group.container)")
        try setPermissions(0o700, group.container)
        #expect(try group.registry.setting("k") == 1)
    }

    @Test(
        "A registry that others may write is not trusted, and neither is one with such a file beside it",
        arguments: ["", "-wal", "-shm", "-journal"], [0o666, 0o620])
    func refusesForeignWritersOfFiles(ending: String, permissions: Int) throws {
        try group.registry.register(try group.app("rooms"))
        let path = group.database + ending
        if ending == "-journal" { try Data().write(to: URL(fileURLWithPath: path)) }
        try setPermissions(permissions, path)
        try expectRefusal(.permission, of: path, "chmod 600 \(group.database)*")
        try setPermissions(0o600, path)
        #expect(try group.registry.apps().count == 1)
    }

    @Test("A process that has the registry open trusts it no longer once others may write it")
    func refusesForeignWritersLater() throws {
        let registry = group.registry
        try registry.register(try group.app("rooms"))
        try setPermissions(0o666, group.database)
        #expect(failure { _ = try registry.apps() }?.code == .permission)
        #expect(failure { try registry.setBadge(1, of: "org.example.rooms") }?.code == .permission)
    }

    @Test(
        "A registry of another user is refused, and so is one with such a file beside it", .enabled(if: geteuid() == 0),
        arguments: ["", "-wal"])
    func refusesForeignOwnersOfFiles(ending: String) throws {
        try group.registry.register(try group.app("rooms"))
        let nobody = 65_534
        try FileManager.default.setAttributes([.ownerAccountID: nobody], ofItemAtPath: group.database + ending)
        try expectRefusal(.permission, of: group.database + ending, "launcher doctor")
    }

    @Test("A reader that began in a read-only container sees what is written once the container can be written again")
    func seesLaterWrites() async throws {
        try group.registry.register(try group.app("inbox"))
        #expect(try await BuiltProgram.worker.run("setting", "k", "1").ending == .exit(0))
        _ = try await Sqlite3.query("PRAGMA wal_checkpoint(TRUNCATE)")
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: group.database + ending) }
        try Bystander.own(group.home)
        try setPermissions(0o500, group.container)
        let reader = try Bystander.start("await", "org.example.inbox", "7")
        try await reader.line("0")
        try setPermissions(0o700, group.container)
        #expect(try await Bystander.run("badge", "org.example.inbox", "7").ending == .exit(0))
        #expect(try await reader.result().lines.last == "7")
    }

    @Test("A container that is a symbolic link is not trusted")
    func refusesLinks() throws {
        try group.registry.setSetting("k", to: 1)
        let elsewhere = "\(group.folder)/elsewhere"
        try FileManager.default.moveItem(atPath: group.container, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: group.container, withDestinationPath: elsewhere)
        try expectRefusal(.permission, of: group.container, "symbolic link")
    }

    @Test("A container that is a broken link is not followed")
    func refusesDanglingLinks() throws {
        try FileManager.default.createDirectory(atPath: group.home, withIntermediateDirectories: true)
        let elsewhere = "\(group.folder)/elsewhere"
        try FileManager.default.createSymbolicLink(atPath: group.container, withDestinationPath: elsewhere)
        try expectRefusal(.permission, of: group.container, "symbolic link")
        #expect(!FileManager.default.fileExists(atPath: elsewhere))
    }

    @Test("A container that is a file is refused")
    func refusesFiles() throws {
        try FileManager.default.createDirectory(atPath: group.home, withIntermediateDirectories: true)
        try Data("precious".utf8).write(to: URL(fileURLWithPath: group.container))
        try expectRefusal(.permission, of: group.container, "not a folder")
        #expect(try String(contentsOfFile: group.container, encoding: .utf8) == "precious")
    }

    @Test("A container of another user is refused")
    func refusesForeignOwners() throws {
        let (home, name) = try Bystander.foreignContainer()
        let registry = Registry(group: try GroupID(name), environment: ProcessEnvironment(["APP_GROUP_HOME": home]))
        for call in [{ _ = try registry.apps() }, { try registry.setSetting("k", to: 1) }] as [() throws -> Void] {
            let error = failure(call)
            #expect(error?.code == .permission)
            #expect(
                error?.description.contains("\(home)/\(name)") == true
                    && error?.description.contains("APP_GROUP_HOME") == true)
        }
    }

    @Test(
        "Neither a container nor a lock is made in another user's home, not even by root", arguments: ["", "/groups"])
    func refusesForeignHomes(below: String) throws {
        let folder = try Bystander.foreignFolder()
        let before = try FileManager.default.contentsOfDirectory(atPath: folder)
        let registry = Registry(
            group: group.id, environment: ProcessEnvironment(["APP_GROUP_HOME": folder + below]))
        #expect(failure { try registry.setSetting("k", to: 1) }?.code == .permission)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == before)
    }

    @Test(
        "A path that is too long for SQLite is refused with a sentence that names it, even if a short link leads to it",
        arguments: [504, 505], [false, true])
    func longestPath(length: Int, isBehindLink: Bool) throws {
        let link = "\(group.folder)/link"
        try FileManager.default.createDirectory(atPath: group.home, withIntermediateDirectories: true)
        let start = URL(filePath: group.home).resolvingSymlinksInPath().path + "/\(String(repeating: "a", count: 200))/"
        let end = "/\(group.id)/registry.sqlite"
        let rest = length - start.utf8.count - end.utf8.count
        try #require(rest > 0)
        let home = start + String(repeating: "b", count: rest)
        if isBehindLink {
            try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: home)
        }
        let registry = Registry(
            group: group.id, environment: ProcessEnvironment(["APP_GROUP_HOME": isBehindLink ? link : home]))
        let error = failure { try registry.setSetting("k", to: 1) }
        if length > 504 {
            #expect(error?.code == .configuration)
            let reason = "The path \(home)\(end) is longer than SQLite can open"
            #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        } else {
            #expect(error == nil, "\(error?.description ?? "")")
        }
    }

    @Test("A container cannot be made in a read-only folder, and the error names the folder")
    func needsAWritableParent() async throws {
        try FileManager.default.createDirectory(atPath: group.home, withIntermediateDirectories: true)
        try Bystander.own(group.home)
        try setPermissions(0o500, group.home)
        let written = try await Bystander.run("register", "org.example.inbox")
        #expect(written.ending == .exit(77))
        #expect(written.errors.contains(group.lock) && written.errors.contains("check its permissions"))
        let read = try await Bystander.run("list")
        #expect(read.ending == .exit(0) && read.output.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: group.home).isEmpty)
    }

    @Test("A read-only container can be read, and a write says that it cannot be written", arguments: [true, false])
    func isReadWithoutWriting(withLog: Bool) async throws {
        try group.registry.register(try group.app("inbox"))
        if !withLog {
            // As after a restore: everything is in the registry itself.
            try await RegistryReplacement.run(in: group) { try $0.setSetting("k", to: 1) }
        }
        try Bystander.own(group.home)
        for name in try FileManager.default.contentsOfDirectory(atPath: group.container) {
            try setPermissions(0o400, "\(group.container)/\(name)")
        }
        try setPermissions(0o500, group.container)
        let before = try [UInt8](Data(contentsOf: URL(fileURLWithPath: group.database)))
        let read = try await Bystander.run("list")
        #expect(read.ending == .exit(0), "\(read.errors)")
        #expect(read.lines == ["org.example.inbox 0"])
        let written = try await Bystander.run("badge", "org.example.inbox", "1")
        #expect(written.ending == .exit(77))
        #expect(written.errors.contains(group.database) && written.errors.contains("check its permissions"))
        #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: group.database))) == before)
    }

    @Test("A change that was cut off is not read from a read-only container, where it cannot be taken back")
    func isNotReadHalf() async throws {
        try group.registry.register(try group.app("inbox"))
        try leaveHalfAChange(in: group.database)
        let changed = "SELECT count(*) FROM field WHERE value = 'new'"
        #expect(try await Sqlite3.query(changed, "file:\(group.database)?immutable=1") != "0")
        try Bystander.own(group.home)
        func permit(_ files: Int, _ folder: Int) throws {
            for ending in ["", "-journal"] { try setPermissions(files, group.database + ending) }
            try setPermissions(folder, group.container)
        }
        try permit(0o400, 0o500)
        let read = try await Bystander.run("list")
        #expect(read.ending == .exit(77))
        #expect(
            read.errors.contains("cannot be read, because its log needs a folder that can be written")
                && read.errors.contains("check the permissions of \(group.container),"), "\(read.errors)")
        try permit(0o600, 0o700)
        #expect(try await Bystander.run("list").lines == ["org.example.inbox 0"])
        #expect(try await Sqlite3.query(changed) == "0")
    }

    /// Leaves a registry as on a network file system after its writer was killed in the middle of a change.
    private func leaveHalfAChange(in path: String) throws {
        let (database, journal) = (URL(fileURLWithPath: path), URL(fileURLWithPath: "\(path)-journal"))
        do {
            let connection = try SQLiteConnection(path: path, access: .readWrite)
            try connection.execute(
                """
                PRAGMA journal_mode = DELETE;
                WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
                INSERT INTO field (app, key, kind, value) SELECT 'org.example.inbox', n, 'string', 'old' FROM n;
                PRAGMA cache_size = 5;
                BEGIN IMMEDIATE;
                UPDATE field SET value = 'new';
                """)
            let half = try (Data(contentsOf: database), Data(contentsOf: journal))
            try connection.execute("ROLLBACK")
            try half.0.write(to: database)
            try half.1.write(to: journal)
        }
    }

    @Test("A diagnosis finds no problem in a read-only container, with a log and without", arguments: [true, false])
    func isDiagnosed(withLog: Bool) async throws {
        try group.registry.register(try group.app("inbox"))
        if !withLog {
            try group.registry.backUp(to: "\(group.folder)/backup")
            try group.registry.restore(from: "\(group.folder)/backup", replacing: true)
            for ending in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: group.database + ending) }
        }
        try Bystander.own(group.home)
        for name in try FileManager.default.contentsOfDirectory(atPath: group.container) {
            try setPermissions(0o400, "\(group.container)/\(name)")
        }
        try setPermissions(0o500, group.container)
        let result = try await Bystander.run("doctor")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.lines.contains { $0.hasPrefix("note You can read") && $0.contains(group.container) })
        #expect(!result.output.contains("problem "), "\(result.output)")
    }

    @Test("A container that cannot be read says so")
    func isNotRead() async throws {
        try group.registry.register(try group.app("inbox"))
        try Bystander.own(group.home)
        try setPermissions(0o000, group.container)
        defer { try? setPermissions(0o700, group.container) }
        for command in [["list"], ["badge", "org.example.inbox", "1"]] {
            let result =
                command.count == 1
                ? try await Bystander.run("list") : try await Bystander.run("badge", "org.example.inbox", "1")
            #expect(result.ending == .exit(77))
            #expect(result.errors.contains(group.container) && result.errors.contains("check its permissions"))
        }
        let read = try await Bystander.run("list")
        #expect(!read.errors.contains(group.database), "\(read.errors)")
    }

    @Test("A file of the registry that cannot be read is named, and not its folder", arguments: ["", "-wal"])
    func namesUnreadableFiles(ending: String) async throws {
        try group.registry.register(try group.app("inbox"))
        try Bystander.own(group.home)
        try setPermissions(0o000, group.database + ending)
        let read = try await Bystander.run("list")
        #expect(read.ending == .exit(77))
        #expect(read.errors.contains("you cannot read \(group.database)\(ending); check its"), "\(read.errors)")
    }

    @Test(
        "A file beside the registry that cannot be written is named, and not the registry", arguments: ["-wal", "-shm"])
    func namesUnwritableFiles(ending: String) async throws {
        try group.registry.register(try group.app("inbox"))
        try Bystander.own(group.home)
        try setPermissions(0o400, group.database + ending)
        let written = try await Bystander.run("badge", "org.example.inbox", "1")
        #expect(written.ending == .exit(77))
        #expect(written.errors.contains("\(group.database)\(ending) cannot be written"), "\(written.errors)")
    }

    @Test("A command that an error names for a container or a registry is quoted for a shell")
    func quotesCommands() throws {
        let home = "\(group.folder)/my data"
        let registry = Registry(group: group.id, environment: ProcessEnvironment(["APP_GROUP_HOME": home]))
        try registry.setSetting("k", to: 1)
        let (container, database) = ("\(home)/\(group.id)", "\(home)/\(group.id)/registry.sqlite")
        func error() -> String { failure { _ = try registry.apps() }?.description ?? "" }
        try setPermissions(0o770, container)
        #expect(error().hasSuffix("run: chmod 700 '\(container)'"), "\(error())")
        try setPermissions(0o700, container)
        try setPermissions(0o666, database)
        #expect(error().hasSuffix("run: chmod 600 '\(database)'*"), "\(error())")
        #expect(registry.diagnose().contains { $0.remedy == "Run: chmod 600 '\(database)'" })
    }

    @Test("A container with a link or a folder in place of its lock is not written", arguments: [true, false])
    func refusesAStrangeLock(isLink: Bool) throws {
        try FileManager.default.createDirectory(atPath: group.home, withIntermediateDirectories: true)
        let victim = try group.makeFile("victim", [1])
        if isLink {
            try FileManager.default.createSymbolicLink(atPath: group.lock, withDestinationPath: victim)
        } else {
            try FileManager.default.createDirectory(atPath: group.lock, withIntermediateDirectories: true)
        }
        let error = failure { try group.registry.setSetting("k", to: 1) }
        #expect(error?.code == .permission)
        #expect(error?.description.contains(group.lock) == true)
        #expect(!FileManager.default.fileExists(atPath: group.container))
    }
}
