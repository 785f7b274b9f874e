import AppGroup
import AppGroupPlatform
import Foundation
import GRDB
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer
@testable import Serving

/// What a server finds out about its catalog and its folder when it starts.
struct StartingTests {
    private func makeCatalog() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        _ = try await StoreFixture.logIn("root", role: .administrator, in: folder)
        return folder
    }

    @Test func `A server warns if modes let every user of the machine read its database, and leaves them as they are`()
        async throws
    {
        let folder = try await makeCatalog()
        let data = "\(folder.path)/data"
        let database = "\(data)/\(SQLiteCatalogStore.fileName)"
        func warns(_ folderMode: Int, _ fileMode: Int) async throws -> Bool {
            let modes = [data: folderMode, database: fileMode]
            for (path, mode) in modes {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            }
            let server = try await ServerProcess(in: folder)
            #expect(server.end(SIGTERM) == 0)
            for (path, mode) in modes {
                #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
            }
            return server.log.contains("let every user of this machine read the database")
                && server.log.contains("run: chmod o= \(data)")
        }
        #expect(try await warns(0o755, 0o644))
        #expect(try await !warns(0o700, 0o644))
        #expect(try await !warns(0o750, 0o640))
        #expect(try await !warns(0o755, 0o600))
    }

    @Test func `A server warns if its catalog was moved, until the copy is given up by the command that it names`()
        async throws
    {
        let folder = try await makeCatalog()
        let new = "\(folder.path)/new"
        let words = ["copy", "--from", "sqlite:\(folder.path)/data", "--abandon"]
        let command = "catalog-server \(words.joined(separator: " "))"
        func warning() async throws -> String? {
            let server = try await ServerProcess(in: folder)
            #expect(server.end(SIGTERM) == 0)
            return server.log.split(separator: "\n").first { $0.contains("was moved there") }.map(String.init)
        }
        #expect(try await warning() == nil)
        let copied = try await ServerProcess.command(in: folder, Array(words.dropLast()) + ["--to", "sqlite:\(new)"])
        #expect(copied.status == 0 && copied.errors.contains("To give up: \(command)\n"), "\(copied)")
        let said = try #require(try await warning())
        let entry = try JSONSerialization.jsonObject(with: Data(said.utf8)) as? [String: Any]
        let sentence = entry?["message"] as? String ?? ""
        #expect(sentence.contains("\(new)/\(SQLiteCatalogStore.fileName)") && sentence.hasSuffix(command), "\(said)")
        #expect(sentence.contains("stop this server. Only to give up the new place, and every change made there:"))
        #expect(try await ServerProcess.command(in: folder, words).status == 0)
        #expect(try await warning() == nil)
    }

    @Test func `The place of a moved catalog is absolute in the command that gives the copy up`() throws {
        let here = FileManager.default.currentDirectoryPath
        let read = try CopyAddress("sqlite:old data/", option: "--from", connections: nil, isPooled: false)
        for address in [read, CopyAddress(of: Settings(folder: "old data"))] {
            #expect(
                address.abandonment
                    == ShellWords.line(
                        ["catalog-server", "copy", "--from", "sqlite:\(here)/old data", "--abandon"]))
        }
    }

    @Test func `The advice about modes is quoted for a shell`() throws {
        let folder = try TemporaryFolder("who's")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        let database = try folder.write(SQLiteCatalogStore.fileName, [])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: database)
        let warning = try #require(StorageFolder.warning(ofReadable: database))
        #expect(warning.hasSuffix("run: \(ShellWords.line(["chmod", "o=", folder.path]))"), "\(warning)")
        #expect(!warning.hasSuffix(folder.path))
    }

    @Test func `Without a catalog and without a group, a server makes no folder`() async throws {
        let folder = try TemporaryFolder()
        let refused = try await ServerProcess.command(in: folder, "serve", "--port", "0")
        #expect(refused.status == 66 && refused.errors.contains("There is no catalog in"), "\(refused)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(arguments: [false, true])
    func `A command waits for the process that is just making its catalog`(_ hasTables: Bool) async throws {
        let folder = try TemporaryFolder()
        let database = try folder.write("data/\(SQLiteCatalogStore.fileName)", [])
        let data = "\(folder.path)/data"
        let scratch = try ScratchCatalog()
        let complete = "\(folder.path)/complete.sqlite"
        try await scratch.store.backUp(to: complete)
        let (isHeld, isFree) = (Gate(), DispatchSemaphore(value: 0))
        let lock = Serving.WriterLock(path: "\(data)/.\(SQLiteCatalogStore.fileName).lock")
        Thread.detachNewThread {
            try? lock.holding {
                if hasTables {
                    let tables = try DatabaseQueue(path: database)
                    try Schema.migrator(Schema.migrations).migrate(tables)
                    try tables.close()
                }
                isHeld.open()
                isFree.wait()
                _ = try Files.rename(complete, to: database)
            }
        }
        await isHeld.wait()
        async let listed = ServerProcess.command(in: folder, "team", "list")
        try await Task.sleep(for: .seconds(1))
        isFree.signal()
        let finished = try await listed
        #expect(finished.status == 0, "\(finished)")
    }

    @Test(.enabled(if: getuid() == 0, "only root can mount"))
    func `A restored catalog on a read-only file system is refused with a sentence that says so`() async throws {
        let folder = try await makeCatalog()
        let restored = try folder.write("restored/mark", []).replacing("/mark", with: "")
        let database = "\(restored)/\(SQLiteCatalogStore.fileName)"
        #expect(try await ServerProcess.command(in: folder, "backup", database).status == 0)
        #expect(try await Finished.run(["/usr/bin/sqlite3", database, "PRAGMA journal_mode = WAL"]).status == 0)
        let script = """
            mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && exec "$2" user list --data "$1"
            """
        let refused = try await Finished.run(
            ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, "sh", restored, ServerProcess.program])
        #expect(refused.status == 77 && refused.errors.contains("is read-only; mount it for writing."), "\(refused)")
    }
}
