import AppGroup
import Downloading
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing
import ToolDatabase
import ToolProgram

@testable import fund

@Suite("Updating feeds")
struct UpdateTests {
    private let anna: Investor
    private let server: FeedServer

    init() async throws {
        anna = try Investor()
        server = try await FeedServer()
    }

    private typealias Item = FeedServer.Item

    private func update(_ more: String...) async throws -> RunningProcess.Result {
        try await anna.start(["news", "update", "--now"] + more).result()
    }

    @Test("Validators go back byte for byte, and a server that has nothing new sends nothing")
    func conditions() async throws {
        try server.put([Item(guid: "1", title: "One")])
        try server.behave(200, ["ETag": "W/\"a 1\"", "Last-Modified": "Mon, 02 Nov 2026 08:00:00 GMT"])
        try await anna.follow(["feed.xml"], of: server)
        #expect(try await update().ending == .exit(0))
        #expect(try await update().ending == .exit(0))
        let last = try #require(try server.requests.last)
        #expect(last["if-none-match"] == "W/\"a 1\"")
        #expect(last["if-modified-since"] == "Mon, 02 Nov 2026 08:00:00 GMT")
        #expect(last["accept-encoding"]?.contains("gzip") == true && last["user-agent"] == "fund/0.1")
        #expect(try await anna.records("news", "list").count == 1)
    }

    @Test("An answer that comes after its feed was removed goes to no other feed")
    func lateAnswer() async throws {
        try server.put([Item(guid: "1", title: "Late")], as: "slow.xml", title: "Slow")
        try server.put([Item(guid: "2", title: "Right")], as: "right.xml", title: "Right feed")
        try server.behave(200, pause: 600, for: "slow.xml")
        try await anna.follow(["slow.xml"], of: server)
        let running = try anna.start(["news", "update", "--now", "--timeout", "600"])
        #expect(try await comesTrue { try server.requests.count == 1 })
        try await anna.succeed("feed", "rm", "slow.xml")
        try await anna.succeed("feed", "add", server.address("right.xml"))
        try server.go()
        _ = try await running.result()
        #expect(try await anna.records("news", "list").map { $0[3...4].joined(separator: "/") } == ["Right feed/Right"])
    }

    @Test("The same bytes with a new ETag are not parsed, and the new ETag goes back")
    func sameBytes() async throws {
        try server.put([Item(guid: "1", title: "One")])
        try server.behave(200, ["ETag": "\"a\""])
        try await anna.follow(["feed.xml"], of: server)
        #expect(try await update().ending == .exit(0))
        // An update that parses the feed brings this item back.
        let database = try Database(path: "\(Store.folder(in: anna.root.path))/store.sqlite")
        try database.run("DELETE FROM items")
        try server.behave(200, ["ETag": "\"b\""])
        #expect(try await update().errors.contains("nothing new"))
        #expect(try await anna.records("news", "list").isEmpty)
        #expect(try await update().ending == .exit(0))
        #expect(try #require(try server.requests.last)["if-none-match"] == "\"b\"")
        try server.put([Item(guid: "1", title: "One"), Item(guid: "2", title: "Two")])
        try server.behave(200, ["ETag": "\"c\""])
        #expect(try await update().ending == .exit(0))
        #expect(try await anna.records("news", "list").count == 2, "other bytes are parsed")
    }

    @Test("A redirection from https to http is refused with status 77, and the other server is not asked")
    func insecureRedirection() async throws {
        let secure = try await FeedServer(isSecure: true)
        let ben = try Investor(["SSL_CERT_FILE": secure.authority])
        try secure.put([Item(guid: "1", title: "One")])
        try await ben.succeed("feed", "add", secure.address())
        try server.put([Item(guid: "2", title: "Two")])
        for status in [301, 302, 307, 308] {
            try secure.behave(status, ["Location": server.address()])
            let result = try await ben.fund("news", "update", "--now")
            #expect(result.ending == .exit(77) && result.errors.contains("not encrypted"), "\(result.errors)")
        }
        #expect(try server.requests.isEmpty)
        #expect(try await ben.records("news", "list").map { $0[4] } == ["One"])
        #expect(try await ben.records("feed", "list")[0][0] == secure.address())
    }

    @Test("A Last-Modified in the future is not sent back")
    func future() async throws {
        try server.put([Item(guid: "1", title: "One")])
        try server.behave(200, ["Last-Modified": "Tue, 19 Jan 2038 03:14:07 GMT"])
        try await anna.follow(["feed.xml"], of: server)
        for _ in 0..<2 { #expect(try await update().ending == .exit(0)) }
        #expect(try #require(try server.requests.last)["if-modified-since"] == nil)
    }

    @Test("A feed is due an hour after it was fetched, and at once with --now")
    func due() async throws {
        try server.put([Item(guid: "1", title: "One")])
        try await anna.follow(["feed.xml"], of: server)
        _ = try await anna.succeed("news", "update")
        let second = try await anna.succeed("news", "update")
        #expect(second.errors.contains("1 feed not due yet"))
        #expect(try server.requests.count == 1)
        _ = try await update()
        #expect(try server.requests.count == 2)
    }

    @Test("A feed is not due on the days and in the hours in which it wants to be left alone")
    func skippedTimes() async throws {
        let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        // 1970 began on a Thursday.
        let day = (Int(Date().timeIntervalSince1970) / 86_400 + 4 + 3) % 7
        let skipped = days.indices.filter { $0 != day }.map { "<day>\(days[$0])</day>" }.joined()
        let pace = "<skipDays>\(skipped)</skipDays><skipHours><hour>0</hour><hour>1</hour></skipHours>"
        let feed = FeedServer.feed([Item(guid: "1", title: "One")])
        try server.put(feed.replacing("<channel>", with: "<channel>\(pace)").utf8)
        try await anna.follow(["feed.xml"], of: server)
        #expect(try await update().ending == .exit(0))
        let database = try Database(path: "\(Store.folder(in: anna.root.path))/store.sqlite")
        let due = try #require(try database.row("SELECT due FROM feeds") { Int($0.integer(0)) })
        #expect((due / 86_400 + 4) % 7 == day && due % 86_400 == 2 * 3600)
    }

    @Test("Status 429 with Retry-After silences the host for that time, even with --now")
    func retryAfter() async throws {
        try server.behave(429, ["Retry-After": "3600"], for: "busy.xml")
        try server.put([Item(guid: "1", title: "One")])
        try await anna.follow(["busy.xml", "feed.xml"], of: server)
        let first = try await update("--jobs", "1")
        #expect(first.ending == .exit(69) && first.errors.contains("1 feed at servers"), "\(first.errors)")
        let second = try await update()
        #expect(second.errors.contains("2 feeds at servers"), "\(second.errors)")
        #expect(try server.requests.count == 1)
        let database = try Database(path: "\(Store.folder(in: anna.root.path))/store.sqlite")
        let left = try database.row("SELECT rests_until - unixepoch() FROM hosts") { $0.integer(0) }
        #expect((2400...3600).contains(try #require(left)))
    }

    @Test("A host that asked for a rest while the clock was a year ahead is asked again")
    func restOfWrongClock() throws {
        let store = try Store(root: anna.root.path)
        let now = Timestamp.now
        try store.rest("right.example", until: Timestamp(seconds: now.seconds + 3600))
        try store.rest("wrong.example", until: Timestamp(seconds: now.seconds + 366 * 86_400))
        #expect(try store.restingHosts(at: now).keys.sorted() == ["right.example"])
    }

    @Test("An answer that has not ended after the time for a whole answer is given up, with status 69")
    func slowAnswer() throws {
        try server.put([Item(guid: "1", title: "One")])
        try server.behave(200, pause: 600)
        let address = try #require(WebAddress(server.address()))
        let error = #expect(throws: ToolError.self) {
            try Fetcher(timeout: 600, total: 1).get(address) { _ in nil }
        }
        #expect(error?.kind == .unavailable)
        #expect(Fetcher(timeout: 5).client.patience.total == 600)
    }

    @Test("The feeds of one server are fetched in a row, except those that are gone")
    func serversInARow() throws {
        let store = try Store(root: anna.root.path)
        for (title, address) in [
            ("A", "https://b.example/1"), ("B", "https://a.example/"), ("C", "https://b.example/2"),
        ] {
            _ = try store.addFeed(address, title: title, home: nil, fund: nil)
        }
        let gone = try store.addFeed("https://b.example/3", title: "D", home: nil, fund: nil).feed
        try store.record(FeedCheck(isGone: true), of: gone)
        #expect(try store.feedsToFetch().map(\.title) == ["B", "A", "C"])
    }

    @Test("If a server redirects to one that wants to be left alone, only that one is left alone")
    func retryAfterRedirection() async throws {
        let other = try await FeedServer()
        try other.behave(429, ["Retry-After": "3600"], for: "busy.xml")
        try server.behave(302, ["Location": other.address("busy.xml")], for: "moved.xml")
        try server.behave(302, ["Location": other.address("other.xml")], for: "moved2.xml")
        try server.put([Item(guid: "1", title: "One")])
        try await anna.follow(["moved.xml", "moved2.xml", "feed.xml"], of: server)
        let first = try await update("--jobs", "1")
        #expect(first.ending == .exit(69) && first.errors.contains("1 feed at servers"), "\(first.errors)")
        #expect(try await anna.records("news", "list").map { $0[4] } == ["One"])
        // A feed that leads to a resting host is due only when that host may be asked again.
        _ = try await anna.fund("news", "update")
        #expect(try server.requests.count { $0["path"] == "/moved2.xml" } == 1)
        let second = try await update()
        #expect(second.ending == .exit(0) && second.errors.contains("2 feeds at servers"), "\(second.errors)")
        let added = try await anna.fund("feed", "add", server.address("moved.xml"))
        let sentence = "127.0.0.1:\(other.port) asked clients to wait"
        #expect(added.ending == .exit(69) && added.errors.contains(sentence), "\(added.errors)")
        #expect(try other.requests.map { $0["path"] } == ["/busy.xml"])
        try await anna.succeed("feed", "add", server.address())
    }

    @Test("A feed that is gone for good is not asked again, and stays in the list with the reason")
    func gone() async throws {
        try server.behave(410)
        try await anna.follow(["feed.xml"], of: server)
        #expect(try await update().ending == .exit(66))
        #expect(try await update().ending == .exit(0))
        #expect(try server.requests.count == 1)
        #expect(try await anna.records("feed", "list")[0][5].contains("gone"))
    }

    @Test("A feed that is missing is named with its whole address")
    func missing() async throws {
        try server.behave(404)
        let result = try await anna.fund("feed", "add", server.address())
        #expect(result.ending == .exit(66) && result.errors.contains(server.address()), "\(result.errors)")
    }

    @Test("A permanent redirection becomes the feed's address after it was seen twice, and a temporary one never does")
    func moves() async throws {
        try server.put([Item(guid: "1", title: "One")], as: "new.xml")
        try server.behave(301, ["Location": "http://HOST/new.xml"], for: "old.xml")
        try server.behave(302, ["Location": "http://HOST/new.xml"], for: "temporary.xml")
        try await anna.follow(["old.xml", "temporary.xml"], of: server)
        _ = try await update()
        #expect(
            Set(try await anna.records("feed", "list").map { $0[0] }) == [
                server.address("old.xml"), server.address("temporary.xml"),
            ])
        _ = try await update()
        #expect(
            Set(try await anna.records("feed", "list").map { $0[0] }) == [
                server.address("new.xml"), server.address("temporary.xml"),
            ])
    }

    @Test("A feed without a title is called by its address, after a change and after it has moved, too")
    func untitled() async throws {
        try server.put([Item(guid: "1", title: "One")], as: "old.xml", title: "")
        try await anna.succeed("feed", "add", server.address("old.xml"))
        let items = ["One", "Two"].map { Item(guid: $0, title: $0) }
        try server.put(items, as: "old.xml", title: "")
        #expect(try await update().ending == .exit(0))
        let old = server.address("old.xml")
        #expect(try await anna.records("feed", "list").map { Array($0[...1]) } == [[old, old]])
        try server.put(items, as: "new.xml", title: "")
        try server.behave(301, ["Location": "http://HOST/new.xml"], for: "old.xml")
        for _ in 0..<2 { #expect(try await update().ending == .exit(0)) }
        let new = server.address("new.xml")
        #expect(try await anna.records("feed", "list").map { Array($0[...1]) } == [[new, new]])
    }

    @Test("A feed that has moved to the address of another one stays, and the list says so")
    func movesTogether() async throws {
        try server.put([Item(guid: "1", title: "One")], as: "new.xml")
        try server.behave(301, ["Location": "http://HOST/new.xml"], for: "old.xml")
        try await anna.follow(["old.xml", "new.xml"], of: server)
        for _ in 0..<2 { #expect(try await update().ending == .exit(0)) }
        let problems = Dictionary(try await anna.records("feed", "list").map { ($0[0], $0[5]) }) { first, _ in first }
        #expect(problems[server.address("new.xml")] == "")
        let problem = try #require(problems[server.address("old.xml")])
        #expect(problem.contains("has moved to \(server.address("new.xml"))"), "\(problem)")
    }

    @Test(
        "A failing feed leaves the others and its own news alone, and is reported with its status",
        arguments: [(500, 69), (403, 77), (404, 66), (418, 76)])
    func failures(status: Int, expected: Int32) async throws {
        try server.put([Item(guid: "1", title: "One")])
        try server.put([Item(guid: "2", title: "Two")], as: "other.xml")
        try await anna.follow(["feed.xml", "other.xml"], of: server)
        #expect(try await update().ending == .exit(0))
        try server.behave(status)
        try server.put([Item(guid: "2", title: "Two"), Item(guid: "3", title: "Three")], as: "other.xml")
        let result = try await update()
        #expect(result.ending == .exit(expected) && result.errors.contains("feed.xml"), "\(result.errors)")
        #expect(Set(try await anna.records("news", "list").map { $0[4] }) == ["One", "Two", "Three"])
        try server.behave(200)
        #expect(try await update().ending == .exit(0))
        #expect(try await anna.records("feed", "list").allSatisfy { $0[5].isEmpty })
    }

    @Test("A redirection from one address to itself ends with status 76")
    func loop() async throws {
        try server.behave(302, ["Location": "http://HOST/feed.xml"])
        try await anna.follow(["feed.xml"], of: server)
        #expect(try await update().ending == .exit(76))
    }

    @Test("No more feeds are fetched at once than the user allows")
    func jobs() async throws {
        let names = (0..<12).map { "\($0).xml" }
        for name in names {
            try server.put([Item(guid: name, title: name)], as: name)
            try server.behave(200, pause: 0.1, for: name)
        }
        try await anna.follow(names, of: server)
        #expect(try await update("--jobs", "3").ending == .exit(0))
        let open = try server.requests.compactMap { $0["open"].flatMap { Int($0) } }
        #expect(open.count == 12 && open.max()! <= 3)
        #expect(try await anna.records("news", "list").count == 12)
    }

    @Test("An update that is killed at any moment loses nothing and doubles nothing")
    func killed() async throws {
        let names = (0..<6).map { "\($0).xml" }
        try await anna.follow(names, of: server)
        var source = RandomSource(seed: 100)
        var expected: Set<String> = []
        var read: Set<String> = []
        for round in 0..<100 {
            let name = names[round % names.count]
            let titles = (0...(round / names.count)).map { "\(name) \($0)" }
            try server.put(titles.map { Item(guid: $0, title: $0, text: "Text of \($0)") }, as: name)
            expected.formUnion(titles)
            let process = try anna.start(["news", "update", "--now", "--quiet"])
            let delay = source.below(60)
            try await Task.sleep(for: .milliseconds(delay))
            process.send(SIGKILL)
            _ = try await process.result()
            if round % 10 == 9, let first = try await anna.records("news", "list", "--unread", "--limit", "1").first {
                try await anna.succeed("news", "read", first[0])
                read.insert(first[4])
            }
        }
        #expect(try await update().ending == .exit(0))
        let items = try await anna.records("news", "list", "--limit", "10000")
        #expect(items.count == expected.count && Set(items.map { $0[4] }) == expected)
        #expect(Set(items.filter { $0[1] == "read" }.map { $0[4] }) == read)
        #expect(try await anna.records("search", "text of", "--limit", "10000").count == expected.count)
        let database = try Database(path: "\(Store.folder(in: anna.root.path))/store.sqlite")
        #expect(try database.row("PRAGMA integrity_check") { $0.text(0) } == "ok")
        try database.run("INSERT INTO trigrams(trigrams) VALUES('integrity-check')")
    }

    @Test("A full disk ends an update with status 74 and names the store, and the next update brings everything")
    func fullDisk() async throws {
        try server.put(
            (0..<2000).map {
                Item(guid: "\($0)", title: "Item \($0)", text: String(repeating: "text \($0) ", count: 20))
            })
        try await anna.follow(["feed.xml"], of: server)
        let result = try await anna.shell("trap '' XFSZ; ulimit -f 1000; exec \"$fund\" news update --now")
        #expect(result.ending == .exit(74) && result.errors.contains("store.sqlite"), "\(result.errors)")
        #expect(try await update("--quiet").ending == .exit(0))
        #expect(try await anna.records("news", "list", "--limit", "10000").count == 2000)
    }

    @Test("Watching prints what is new, each item once")
    func watch() async throws {
        try server.put([Item(guid: "1", title: "One")])
        try await anna.follow(["feed.xml"], of: server)
        try await anna.succeed("new", "Equity")
        let process = try anna.start(["watch", "--every", "1s"])
        #expect(await comesTrue { process.output.contains("One") })
        try anna.write("x", to: "data/fund/Equity/new.txt")
        #expect(await comesTrue { process.output.contains("Equity/new.txt") })
        #expect(process.output.split(separator: "\n").count == 2, "\(process.output)")
    }
}
