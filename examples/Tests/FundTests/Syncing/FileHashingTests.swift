import Foundation
import TestSupport
import Testing
import ToolDatabase

@testable import fund

@Suite("The SHA-256 of files")
struct FileHashingTests {
    private static let sha256 = SHA256Digest(String(repeating: "a", count: 64))!

    /// A store with one fund and the files 1 to 3, whose SHA-256 is not known.
    private func store(_ anna: Investor) throws -> Store {
        let store = try Store(root: anna.root.path)
        try store.database.run(
            script: """
                INSERT INTO funds(id, name, created) VALUES(1, 'Equity', 1);
                INSERT INTO files(id, fund, path, size, modified) VALUES(1, 1, 'a.txt', 5, 5), (2, 1, 'b.txt', 5, 5),
                    (3, 1, 'c.txt', 5, 5);
                """)
        return store
    }

    @Test("Before versions are compared, a changed file is hashed if another device has its ID, path or size")
    func choice() throws {
        let anna = try Investor()
        let store = try store(anna)
        #expect(try store.filesToHash().isEmpty)
        let content = #"{"fund":"f","modified":5,"path":"PATH","sha256":"\#(Self.sha256)","size":6}"#
        try store.database.run(
            script: """
                INSERT INTO files(id, fund, path, size, modified) VALUES(4, 1, 'e.txt', 6, 5);
                INSERT INTO sync_incoming(kind, id, version, content)
                    SELECT 4, id, 7, '\(content.replacing("PATH", with: "d.txt"))' FROM sync_objects
                        WHERE kind = 4 AND owner = 1;
                INSERT INTO sync_objects(kind, id, version, changes, base)
                    VALUES(4, 'other', 6, 0, '\(content.replacing("PATH", with: "b.txt"))');
                """)
        #expect(Set(try store.filesToHash().map(\.owner)) == [1, 2, 4])
        try store.setSHA256(Self.sha256, of: try #require(try store.file(id: 1)))
        try store.database.run(
            script: """
                DELETE FROM sync_objects WHERE id = 'other';
                INSERT INTO sync_incoming VALUES(4, 'third', 8, '\(content.replacing("PATH", with: "c.txt"))');
                """)
        #expect(Set(try store.filesToHash().map(\.owner)) == [3, 4])
    }

    @Test(
        "After a restore of the server, or with another account, no unchanged file has to be read again",
        arguments: [true, false])
    func forgetting(isSameAccount: Bool) throws {
        let anna = try Investor()
        let store = try store(anna)
        try store.database.run(
            script: """
                UPDATE sync_objects SET version = 3, changes = owner = 2, base = '{"sha256":"\(Self.sha256)"}'
                    WHERE kind = 4;
                """)
        try store.database.transaction { try store.forgetVersions(isSameAccount: isSameAccount) }
        #expect(try (1...3).map { try store.file(id: $0)?.sha256 } == [Self.sha256, nil, Self.sha256])
    }
}
