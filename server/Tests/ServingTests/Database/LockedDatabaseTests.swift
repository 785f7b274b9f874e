import Foundation
import GRDB
import TestSupport
import Testing

@testable import Serving

struct LockedDatabaseTests {
    /// Fails only with a build of SQLite that does not overwrite by default, unlike that of Debian.
    @Test func `What a migration drops is in no page of the database`() throws {
        let folder = try TemporaryFolder()
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(sql: "CREATE TABLE person (name); INSERT INTO person VALUES ('Ada ' || 'Lovelace')")
        }
        migrator.registerMigration("2") { try $0.execute(sql: "DROP TABLE person") }
        let database = try LockedDatabase(folder: folder.path, name: "data", migrator: migrator, program: "a test")
        let copy = "\(folder.path)/copy"
        try database.backUp(to: copy)
        #expect(try Data(contentsOf: URL(filePath: copy)).range(of: Data("Ada Lovelace".utf8)) == nil)
        try database.close()
    }
}
