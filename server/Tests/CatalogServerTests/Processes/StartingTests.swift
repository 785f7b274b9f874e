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
}
