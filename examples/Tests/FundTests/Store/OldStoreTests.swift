import ExamplesTestSupport
import Foundation
import TestSupport
import Testing
import ToolDatabase

@testable import fund

@Suite("Stores of earlier versions of fund")
struct OldStoreTests {
    /// A user whose store has an earlier version of the tables.
    private func investor(_ version: Int) async throws -> Investor {
        let anna = try Investor()
        let folder = Store.folder(in: anna.root.path)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["Equity 500", "Фонд облигаций"] {
            let fund = anna.root.appending(path: name)
            try FileManager.default.createDirectory(at: fund, withIntermediateDirectories: true)
        }
        for step in 1...version {
            let script = try String(contentsOfFile: Python.path(of: "fund_store_\(step).sql"), encoding: .utf8)
            let result = try await RunningProcess.run(
                "/usr/bin/sqlite3", ["-bail", "\(folder)/store.sqlite"], input: script)
            try #require(result.ending == .exit(0), "\(result.errors)")
        }
        return anna
    }

    @Test("A store that an earlier version has written keeps its funds, notes, news and places", arguments: [1, 2])
    func opens(version: Int) async throws {
        let anna = try await investor(version)
        // The first one changes the tables, and the others wait.
        let lists = try (0..<4).map { _ in try anna.start(["list", "--format", "tsv"]) }
        for list in lists {
            let result = try await list.result()
            #expect(result.ending == .exit(0) && result.lines.count == 2, "\(result.errors)")
        }
        #expect(try await anna.succeed("note", "show", "Equity", "Fees").output.contains("Low fees, high yield"))
        let news = try await anna.records("news", "list")
        #expect(news.map { $0[4] } == ["Rates fall", "Rates rise"], "\(news)")
        #expect(news.map { $0[1] } == ["unread", "read"])
        #expect(try await anna.records("search", "КЛЮЧЕВОЙ").count == 1)
        #expect(try await anna.records("feed", "list").count == 1)
        let places = try await anna.records("remote", "list")
        #expect(places == (version == 1 ? [] : [["disk", "folder", "/tmp", ""]]))
        if version == 2 {
            let pending = try await anna.fund("open", "Equity 500/report.pdf")
            #expect(pending.ending == .exit(66) && pending.errors.contains("fund get"), "\(pending.errors)")
        }
        let cloud = try await FailingCloud()
        try cloud.put(Array("report".utf8), as: "report.txt")
        try await anna.succeed("remote", "add", "cloud", "webdav", cloud.address)
        try await anna.succeed("get", "cloud:/report.txt", "--to", "Equity")
        #expect(try await anna.records("search", "report", "--in", "files").count == 1)
        try await anna.succeed("news", "read", "--all")
        let database = try Database(path: "\(Store.folder(in: anna.root.path))/store.sqlite")
        #expect(try database.row("PRAGMA user_version") { $0.integer(0) } == Int64(Schema.steps.count))
        #expect(try database.row("PRAGMA integrity_check") { $0.text(0) } == "ok")
        #expect(try database.row("PRAGMA foreign_key_check") { $0.text(0) } == nil)
    }

    @Test("Identities of several lines, which no server takes, become one line each, and their items stay read")
    func identities() throws {
        let anna = try Investor()
        let folder = Store.folder(in: anna.root.path)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let database = try Database(path: "\(folder)/store.sqlite")
        try database.run(script: "PRAGMA journal_mode = WAL")
        let version = 5
        for case .script(let statements) in Schema.steps.prefix(version) { try database.run(script: statements) }
        try database.run(
            script: """
                INSERT INTO settings(key, value) VALUES('sync.account', 'ada');
                INSERT INTO feeds(id, address, title) VALUES(1, 'https://f.example/', 'F');
                INSERT INTO items(feed, identity, title, date, seen) VALUES(1, 'text:Read' || char(10) || '5', 'Read', 5, 5),
                    (1, 'text:Elsewhere' || char(10) || '6', 'Elsewhere', 6, 6), (1, 'id:unread', 'Unread', 7, 7);
                UPDATE items SET is_read = 1 WHERE title = 'Read';
                INSERT INTO sync_reads(feed, identity, version, state)
                    SELECT id, 'text:Elsewhere 6', 3, 0 FROM sync_objects WHERE kind = 3;
                PRAGMA user_version = \(version);
                """)
        let store = try Store(root: anna.root.path)
        let items = try store.database.rows("SELECT identity, is_read FROM items ORDER BY date") {
            "\($0.text(0)) \($0.integer(1))"
        }
        #expect(items == ["text:Read 5 1", "text:Elsewhere 6 1", "id:unread 0"])
        let marks = try store.database.rows("SELECT identity, state FROM sync_reads ORDER BY identity") {
            "\($0.text(0)) \($0.integer(1))"
        }
        #expect(marks == ["text:Elsewhere 6 0", "text:Read 5 1"])
    }

    @Test("A change of a file that an earlier version of fund records makes its SHA-256 unknown")
    func earlierWriter() throws {
        let anna = try Investor()
        let store = try Store(root: anna.root.path)
        try store.database.run(
            script: """
                INSERT INTO funds(id, name, created) VALUES(1, 'Equity', 1);
                INSERT INTO files(id, fund, path, size, modified) VALUES(1, 1, 'a.txt', 5, 5);
                """)
        let sha256 = try #require(SHA256Digest(String(repeating: "a", count: 64)))
        try store.setSHA256(sha256, of: try #require(try store.file(id: 1)))
        for (size, expected) in [(5, sha256), (9, nil)] as [(Int, SHA256Digest?)] {
            try store.database.run(
                script: """
                    INSERT INTO files(fund, path, size, modified, text) VALUES(1, 'a.txt', \(size), 5, NULL)
                        ON CONFLICT(fund, path) DO UPDATE SET size = \(size), modified = 5, text = NULL
                    """)
            #expect(try store.file(id: 1)?.sha256 == expected)
        }
    }

    @Test("A store that a newer version has written is left alone, with status 65")
    func newer() async throws {
        let anna = try await investor(1)
        let path = "\(Store.folder(in: anna.root.path))/store.sqlite"
        try Database(path: path).run(script: "PRAGMA user_version = 1000")
        let result = try await anna.fund("list")
        #expect(result.ending == .exit(65) && result.errors.contains("newer version"), "\(result.errors)")
        #expect(try Database(path: path).row("PRAGMA user_version") { $0.integer(0) } == 1000)
    }
}
