import Accounts
import AppCatalog
import AppGroup
import Foundation
import GRDB
import NIOCore
import ServerTestSupport
import PostgresClient
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("Copies of a catalog", .timeLimit(.minutes(20)))
struct CopyTests {
    /// A catalog with something in each table, and numbers that are no longer in use.
    private func filled() async throws -> ScratchCatalog {
        let scratch = try ScratchCatalog()
        let (store, who) = (scratch.store, ScratchCatalog.who)
        for name in ["ada", "ben", "cy"] {
            let user = try await scratch.addUser(name, role: name == "ada" ? .administrator : .user)
            _ = try await StoreFixture.logIn(user, to: store)
        }
        _ = try await store.addTeam(TeamName("sales"), by: who)
        try await store.addMember(UserName("ben"), to: TeamName("sales"), by: who)
        for (number, package) in ["rooms", "visa", "mail"].enumerated() {
            try await scratch.publish(package, "1.\(number)", notes: "“ü”\u{1F4C5}\n\u{10FFFD}")
            try await scratch.publish(package, "2.\(number)", channel: .beta, rollout: 50)
        }
        _ = try await store.addGrant(
            of: .package("com.example.rooms"), to: .user(UserName("ada")), channel: .beta, by: who)
        _ = try await store.addGrant(
            of: .package("com.example.visa"), to: .team(TeamName("sales")), channel: .stable, by: who)
        _ = try await store.addGrant(of: .everything, to: .everyone, channel: .stable, by: who)
        try await store.setDisabled(true, UserName("cy"), by: who)
        try await scratch.addUser("last")
        try await store.removeUser(UserName("last"), by: who)
        return scratch
    }

    private func copy(_ from: String, _ to: String) async throws -> Finished {
        try await Finished.run(
            [ServerProcess.program, "copy", "--from", from, "--to", to, "--format", "tsv"],
            environment: ["PATH": "/usr/bin:/bin"])
    }

    /// What each user sees.
    private func catalogs(of store: any CatalogStore) async throws -> [String] {
        let service = try CatalogService(store: store, changes: store.notifier)
        var catalogs: [String] = []
        for user in try await store.users(after: nil, limit: 500) {
            let catalog = try await service.catalog(of: user.id)
            catalogs.append("\(user.name) \(String(buffer: catalog.json))")
        }
        return catalogs
    }

    @Test func `A copy to PostgreSQL and back has the same rows, catalogs, keys and next numbers`() async throws {
        let scratch = try await filled()
        let before = try await catalogs(of: scratch.store)
        let url = try await SharedPostgres.all.value.embedded18.makeDatabase()
        let there = try await copy("sqlite:\(scratch.folder)", url)
        #expect(there.status == 0, "\(there.errors)")
        await expect(.busy) { try await scratch.addUser("late") }
        let place = PostgresCatalogStore.Place(address: try PostgresAddress(url))
        let moved = try await PostgresCatalogStore.open(place, group: nil)
        #expect(try await catalogs(of: moved) == before)
        #expect(moved.group == scratch.store.group && moved.signingKey == scratch.store.signingKey)
        let folder = try TemporaryFolder()
        let back = try await copy(url, "sqlite:\(folder.path)/back")
        #expect(back.status == 0 && back.output == there.output, "\(back.errors)")
        let returned = try SQLiteCatalogStore(folder: "\(folder.path)/back", group: nil)
        #expect(try await catalogs(of: returned) == before)
        #expect(returned.signingKey == scratch.store.signingKey)
        let new = try await returned.addUser(
            UserName("new"), role: .user, password: StoreFixture.hash("x"), by: ScratchCatalog.who)
        #expect(new.id.rawValue == 5)
        try await returned.close()
        try await moved.close()
        let again = try await copy("sqlite:\(scratch.folder)", url)
        #expect(again.status == 65 && again.errors.contains("There already is a catalog"), "\(again.errors)")
        let abandoned = try await abandon("sqlite:\(scratch.folder)")
        #expect(abandoned.status == 0, "\(abandoned.errors)")
        try await scratch.addUser("late")
    }

    /// Starts a copy, and kills it when it has begun with the audit log, the longest table.
    ///
    /// - Returns: Whether the signal ended it.
    private func isKilledInTheMiddle(from source: String, to target: String) async throws -> Bool {
        let process = try RunningProcess(
            ServerProcess.program, ["copy", "--from", source, "--to", target], environment: .current)
        while process.isRunning, try await !hasAudit(target) {}
        return process.end(by: SIGKILL) == .signal(SIGKILL)
    }

    /// Whether a copy has anything of the audit log.
    private func hasAudit(_ target: String) async throws -> Bool {
        if target.hasPrefix("sqlite:") {
            let path = "\(target.dropFirst("sqlite:".count))/\(SQLiteCatalogStore.fileName)"
            return try await Finished.run(["/usr/bin/sqlite3", path, "SELECT 1 FROM audit LIMIT 1"]).output == "1\n"
        }
        let database = try await SharedPostgres.all.value.debian15
        guard try await database.query("SELECT to_regclass('audit') IS NOT NULL", in: target).hasPrefix("t") else {
            return false
        }
        return try await database.query("SELECT 1 FROM audit LIMIT 1", in: target) == "1\n"
    }

    /// Makes the old place of a copy writable again.
    private func abandon(_ source: String) async throws -> Finished {
        try await Finished.run([ServerProcess.program, "copy", "--from", source, "--abandon"])
    }

    @Test(arguments: [true, false])
    func `A copy that is killed goes on where it ended, and can't be served before it is complete`(isToPostgres: Bool)
        async throws
    {
        let scratch = try await filled()
        try await scratch.store.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE numbers(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 60000)
                    INSERT INTO audit (moment, actor, action, subject) SELECT n, 'ada', 'download', 'x' || n FROM numbers
                    """)
        }
        let before = try await catalogs(of: scratch.store)
        let folder = try TemporaryFolder()
        var source = "sqlite:\(scratch.folder)"
        if !isToPostgres {
            let first = try await SharedPostgres.all.value.debian15.makeDatabase()
            let copied = try await copy(source, first)
            #expect(copied.status == 0, "\(copied.errors)")
            source = first
        }
        // On a busy machine, a copy may end before this process gets to kill it: then there is another one.
        var killed: String?
        for round in 0..<20 where killed == nil {
            let place =
                isToPostgres
                ? try await SharedPostgres.all.value.debian15.makeDatabase() : "sqlite:\(folder.path)/back\(round)"
            if try await isKilledInTheMiddle(from: source, to: place) {
                killed = place
            } else {
                #expect(try await abandon(source).status == 0)
            }
        }
        let target = try #require(killed, "Every copy ended before it could be killed.")
        let address = try CopyAddress(target, option: "--to", connections: 1, isPooled: false)
        await expect(.configuration) {
            switch address {
            case .sqlite(let folder): _ = try SQLiteCatalogStore(folder: folder, group: nil)
            case .postgres(let place): _ = try await PostgresCatalogStore.open(place, group: nil)
            }
        }
        let second = try await copy(source, target)
        #expect(second.status == 0 && second.errors.contains("Continuing"), "\(second.errors)")
        #expect(second.output.contains("audit\t600"), "\(second.output)")
        switch address {
        case .sqlite(let folder):
            #expect(try await catalogs(of: SQLiteCatalogStore(folder: folder, group: nil)) == before)
        case .postgres(let place):
            #expect(try await catalogs(of: PostgresCatalogStore.open(place, group: nil)) == before)
        }
    }

    @Test func `While a catalog moves, its server serves on and answers changes with 503 and the reason`() async throws
    {
        let server = try await RunningServer()
        let ada = try await server.addUser("ada", role: .administrator)
        let url = try await SharedPostgres.all.value.debian15.makeDatabase()
        let copied = try await copy("sqlite:\(server.folder.path)", url)
        #expect(copied.status == 0, "\(copied.errors)")
        #expect(try await server.curl(ada.header, "/v1/catalog").status == 200)
        let refused = try await server.curl(ada.header + ["-d", "{\"name\":\"sales\"}"], "/v1/admin/teams")
        #expect(refused.status == 503 && refused.headers["retry-after"] == "60", "\(refused)")
        #expect(refused.message?.contains("is moving to another place") == true)
        #expect(server.log.contains("is moving to the database") && !refused.text.contains("127.0.0.1"))
    }

    @Test func `A mistyped folder of packages is refused before the catalog can only be read`() async throws {
        let scratch = try await filled()
        let folder = try TemporaryFolder()
        let refused = try await Finished.run([
            ServerProcess.program, "copy", "--from", "sqlite:\(scratch.folder)", "--to", "sqlite:\(folder.path)/new",
            "--blobs-from", "\(folder.path)/missing", "--blobs-to", "\(folder.path)/blobs",
        ])
        #expect(refused.status == 66 && refused.errors.contains("correct --blobs-from"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/new"))
        try await scratch.addUser("late")
    }

    @Test(arguments: ["from", "to"])
    func `If packages belong to another catalog, that is refused before the catalog can only be read`(_ foreign: String)
        async throws
    {
        let scratch = try await filled()
        let folder = try TemporaryFolder()
        let (source, target) = (
            try DiskBlobStore(folder: "\(folder.path)/from"), try DiskBlobStore(folder: "\(folder.path)/to")
        )
        _ = try await source.put(OneBuffer(ByteBuffer(string: "a package")), limit: 10)
        let words = [
            "copy", "--from", "sqlite:\(scratch.folder)", "--to", "sqlite:\(folder.path)/new", "--blobs-from",
            "\(folder.path)/from", "--blobs-to", "\(folder.path)/to",
        ]
        try await (foreign == "from" ? source : target).setOwner("com.example.tools 1", replacing: false)
        let refused = try await Finished.run([ServerProcess.program] + words)
        #expect(refused.status == 78 && refused.errors.contains("com.example.tools 1"), "\(refused)")
        #expect(refused.errors.contains("--blobs-\(foreign)"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/new"))
        #expect(try await target.isEmpty())
        try await scratch.addUser("late")

        try FileManager.default.removeItem(atPath: "\(folder.path)/\(foreign)/catalog-owner")
        let copied = try await Finished.run([ServerProcess.program] + words)
        #expect(copied.status == 0, "\(copied)")
        // The old place names none.
        #expect(try await target.owner() == scratch.store.identity)

        // The catalog can be changed again, whatever there is about its packages.
        try await target.setOwner("com.example.tools 1", replacing: true)
        let abandoned = try await Finished.run(
            [ServerProcess.program, "copy", "--from", "sqlite:\(scratch.folder)", "--abandon"] + words.suffix(4))
        #expect(abandoned.status == 78, "\(abandoned)")
        try await scratch.addUser("later")
    }

    @Test(arguments: ["mysql://x", "sqlite:", "postgres://ada:secret@x/y", "sqlite:/nonexistent/folder"])
    func `A copy from a place that can't be one ends with a sentence and changes nothing`(_ place: String) async throws
    {
        let folder = try TemporaryFolder()
        let finished = try await copy(place, "sqlite:\(folder.path)/new")
        #expect([65, 66, 78].contains(finished.status) && !finished.errors.contains("secret"), "\(finished)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/new"))
    }
}

extension StoreFixture {
    /// Opens a session for a user of any catalog.
    static func logIn(_ user: User, to store: any CatalogStore) async throws -> Session {
        let token = SessionToken()
        let session = Session(
            id: Session.ID(rawValue: "session-\(token.text.prefix(8))"), user: user.id, client: "“ä”",
            created: ScratchCatalog.who.moment, lastUsed: ScratchCatalog.who.moment)
        try await store.addSession(session, of: user, token: token.hash, by: ScratchCatalog.who)
        return session
    }
}
