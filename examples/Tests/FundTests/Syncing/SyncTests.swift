import Foundation
import TestSupport
import Testing
import ToolDatabase

@testable import fund

@Suite("Syncs of one person's devices")
struct SyncTests {
    @Test("Funds, notes and feeds of one device appear on the next one")
    func following() async throws {
        let server = try await SyncServer()
        let feeds = try await FeedServer()
        try feeds.put([FeedServer.Item(guid: "1", title: "Rates rise")])
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].make("Equity 500", note: "Fees", "0.2 % a year\n")
        try await devices[0].succeed("feed", "add", feeds.address(), "--fund", "Equity 500")
        let sent = try await devices[0].succeed("sync")
        #expect(
            sent.lines.sorted() == ["sent\tfeed\tMarkets", "sent\tfund\tEquity 500", "sent\tnote\tEquity 500/Fees"])
        let received = try await devices[1].succeed("sync")
        #expect(received.lines.count == 3 && received.lines.allSatisfy { $0.hasPrefix("received\t") })
        #expect(try await devices[1].notes == ["Equity 500": ["Fees": "0.2 % a year\n"]])
        #expect(
            try await devices[1].records("feed", "list").map { [$0[0], $0[1], $0[3]] } == [
                [feeds.address(), "Markets", "Equity 500"]
            ])
        #expect(FileManager.default.fileExists(atPath: devices[1].root.appending(path: "Equity 500").path))
        // Nothing is sent or received twice.
        for device in devices { #expect(try await device.succeed("sync").output.isEmpty) }
    }

    @Test("Hundreds of notes and read marks that come in one sync are all stored, and the notes are found")
    func many() async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].make("Equity", note: "Note 1", "from desk 1\n")
        let store = try Store(devices[0].environment)
        let fund = try store.fund("Equity")
        let texts = (2...150).map { "from desk \($0)\n" }
        try store.database.transaction {
            for (number, text) in zip(2..., texts) {
                _ = try store.insert("Note \(number)", text, into: fund, at: store.notes(of: fund)[0].changed)
            }
            let feed = try store.insertFeed(
                "https://example.org/feed", title: "News", home: nil, folders: [], fund: nil
            ).feed.id
            for number in 0..<150 {
                try store.database.run(
                    "INSERT INTO items(feed, identity, title, date, seen) VALUES(?, ?, 'Item', 0, 0)", .integer(feed),
                    .text("\(number)"))
            }
            try store.database.run("UPDATE items SET is_read = 1")
        }
        try await devices[1].make("Equity", note: "Note 7", "from laptop\n")
        for device in [devices[0], devices[1], devices[0]] { try await device.succeed("sync") }
        for device in devices {
            let store = try Store(device.environment)
            let found = try store.search("FROM ", in: .note, limit: 1000)
            #expect(found.count == 151 && Set(found.map(\.owner)).count == 151)
            for match in found {
                let note = try #require(try store.note(id: match.owner))
                #expect(try store.search(note.text.folded, in: .note, limit: 1000).contains { $0.owner == note.id })
            }
            let marks = try store.database.row("SELECT count(*), sum(state) FROM sync_reads") {
                [$0.integer(0), $0.integer(1)]
            }
            #expect(marks == [150, 0])
        }
    }

    @Test("An account never gets anything of another one")
    func accounts() async throws {
        let server = try await SyncServer()
        let ada = try await server.devices("desk")[0]
        try await ada.make("Secret", note: "Plan", "Buy\n")
        try await ada.succeed("sync")
        let bob = try Investor()
        try await server.logIn(bob, as: "bob", device: "desk")
        #expect(try await bob.notes.isEmpty)
        // What was one person's may become another one's, if they say so.
        try await ada.succeed("logout")
        let login = server.login(as: "bob", device: "desk")
        let unasked = try await ada.start(login).result()
        #expect(unasked.ending == .exit(77), "\(unasked)")
        for words in ["logged in as ada at \(server.address)", "--yes", "XDG_DATA_HOME"] {
            #expect(unasked.errors.contains(words), "\(unasked.errors)")
        }
        #expect(try await ada.fund("sync").ending == .exit(77))
        #expect(try await bob.succeed("sync").output.isEmpty)
        #expect(try await ada.start(login + ["--yes"]).result().ending == .exit(0))
        try await bob.succeed("sync")
        #expect(try await bob.notes == ["Secret": ["Plan": "Buy\n"]])
    }

    @Test("A device without funds and feeds logs in to another account without a question")
    func emptyDevice() async throws {
        let server = try await SyncServer()
        let desk = try await server.devices("desk")[0]
        try await desk.succeed("logout")
        try await server.logIn(desk, as: "bob", device: "desk")
    }

    @Test("A device that logged in to an account before it was made again sends it everything, and loses no newer name")
    func madeAgain() async throws {
        let server = try await SyncServer()
        // An account as servers made it until November 2026, with more versions than the new one will have.
        try Database(path: server.data.appending(path: "fund.sqlite").path)
            .run(script: "UPDATE user SET history = '', counter = 1000")
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].make("Equity", note: "Fees", "0.1 %\n")
        try await syncAll(devices)
        try await devices[1].make("Equity", note: "Taxes", "26 %\n")
        try await devices[1].succeed("sync")
        try await devices[1].succeed("note", "rm", "--forever", "Equity", "Fees")
        try await server.run("user", "remove", "ada")
        try await server.run("user", "add", "ada", "--password-stdin", input: "\(SyncServer.password)\n")
        try await server.logIn(devices[0], device: "desk")
        try await devices[0].make("Equity", note: "Costs", "0.3 %\n")
        try await devices[0].succeed("rename", "Equity", "Shares")
        try await devices[0].succeed("sync")
        let login = try await devices[1].start(server.login(device: "laptop")).result()
        #expect(login.ending == .exit(0) && login.errors.contains("your account was made again"), "\(login.errors)")
        try await syncAll(devices)
        for device in devices {
            // What was deleted here since the last sync stays deleted.
            #expect(try await device.notes == ["Shares": ["Taxes": "26 %\n", "Costs": "0.3 %\n"]])
            #expect(try await device.succeed("sync").output.isEmpty)
        }
    }

    @Test("News that were read on one device are read on the others, even if they come there later")
    func readMarks() async throws {
        let server = try await SyncServer()
        let feeds = try await FeedServer()
        try feeds.put((1...3).map { FeedServer.Item(guid: "\($0)", title: "Item \($0)") })
        let devices = try await server.devices("desk", "laptop")
        for device in devices { try await device.succeed("feed", "add", feeds.address()) }
        let numbers = try await devices[0].records("news")
        try await devices[0].succeed("news", "read", numbers[0][0])
        try await devices[0].succeed("sync")
        try await devices[1].succeed("sync")
        let unread = try await devices[1].records("news", "--unread")
        #expect(unread.count == 2 && !unread.contains { $0[4] == numbers[0][4] })

        try feeds.put((1...4).map { FeedServer.Item(guid: "\($0)", title: "Item \($0)") })
        try await devices[1].succeed("news", "update", "--now")
        try await devices[1].succeed("news", "read", "--all")
        try await devices[1].succeed("sync")
        try await devices[0].succeed("sync")
        try await devices[0].succeed("news", "update", "--now")
        #expect(try await devices[0].records("news", "--unread").isEmpty)
        #expect(try await devices[0].records("news").count == 4)
        #expect(try devices[0].app.badge == 0)
    }

    @Test("Items that have only a title and a date are read on all devices")
    func readMarksOfTitles() async throws {
        let server = try await SyncServer()
        let feeds = try await FeedServer()
        try feeds.put([FeedServer.Item(title: "Rates rise"), FeedServer.Item(title: "Rates fall")])
        let devices = try await server.devices("desk", "laptop")
        for device in devices { try await device.succeed("feed", "add", feeds.address()) }
        try await devices[0].succeed("news", "read", "--all")
        for device in devices { try await device.succeed("sync") }
        #expect(try await devices[1].records("news").count == 2)
        #expect(try await devices[1].records("news", "--unread").isEmpty)
    }

    @Test("A feed that is removed on one device is removed on the others, unless they changed it")
    func feeds() async throws {
        let server = try await SyncServer()
        let feeds = try await FeedServer()
        for name in ["a.xml", "b.xml"] {
            try feeds.put([FeedServer.Item(guid: "1", title: "One")], as: name, title: name)
        }
        let devices = try await server.devices("desk", "laptop")
        for name in ["a.xml", "b.xml"] { try await devices[0].succeed("feed", "add", feeds.address(name)) }
        try await syncAll(devices)
        for name in ["a.xml", "b.xml"] { try await devices[0].succeed("feed", "rm", name) }
        try await devices[1].succeed("new", "Bonds")
        try await devices[1].succeed("feed", "add", feeds.address("b.xml"), "--fund", "Bonds")
        try await syncAll(devices)
        for device in devices {
            #expect(try await device.records("feed", "list").map { [$0[1], $0[3]] } == [["b.xml", "Bonds"]])
        }
    }

    @Test("A store of an older version gets what a sync needs, and loses nothing")
    func migration() async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk")
        let old = try Investor()
        try old.makeOldStore()
        try await server.logIn(old, device: "old")
        try await devices[0].succeed("sync")
        #expect(try await devices[0].notes == ["Old": ["Fees": "0.1 %\n"]])
        #expect(try await old.notes == ["Old": ["Fees": "0.1 %\n"]])
    }

    @Test("fund watch syncs, and prints what came")
    func watching() async throws {
        let server = try await SyncServer()
        let devices = try await server.devices("desk", "laptop")
        try await devices[0].make("Equity", note: "Fees", "0.2 %\n")
        try await devices[0].succeed("sync")
        let watch = try devices[1].start(["watch", "--every", "1h"])
        #expect(await comesTrue { watch.output.contains("received\tnote\tEquity/Fees") })
        watch.send(SIGKILL)
    }
}

extension Investor {
    /// Makes the store of a version of fund without syncs, with one note.
    fileprivate func makeOldStore() throws {
        let folder = root.appending(path: ".fund")
        for path in [folder, root.appending(path: "Old")] {
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        }
        let database = try Database(path: folder.appending(path: "store.sqlite").path)
        try database.run(script: "PRAGMA journal_mode = WAL")
        for case .script(let statements) in Schema.steps.prefix(1) { try database.run(script: statements) }
        try database.run(
            script: """
                INSERT INTO funds(id, name, created) VALUES(1, 'Old', 0);
                INSERT INTO notes(fund, title, created, changed, text) VALUES(1, 'Fees', 0, 0, '0.1 %' || char(10));
                PRAGMA user_version = 1;
                """)
    }
}
