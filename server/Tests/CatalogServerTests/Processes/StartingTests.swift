import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

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
        #expect(try await ServerProcess.command(in: folder, words).status == 0)
        #expect(try await warning() == nil)
    }
}
