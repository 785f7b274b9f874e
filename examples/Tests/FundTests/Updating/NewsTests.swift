import AppGroup
import ExamplesTestSupport
import Feeds
import Foundation
import TestSupport
import Testing

@testable import fund

@Suite("News of feeds")
struct NewsTests {
    private let anna: Investor
    private let server: FeedServer

    init() async throws {
        anna = try Investor()
        server = try await FeedServer()
    }

    private typealias Item = FeedServer.Item

    /// Follows the feed `feed.xml` of the server.
    private func follow(_ items: [Item]) async throws {
        try server.put(items)
        try await anna.succeed("feed", "add", server.address())
    }

    private func update() async throws -> RunningProcess.Result { try await anna.fund("news", "update", "--now") }

    /// The titles of all items, each after its state.
    private func news() async throws -> Set<String> {
        Set(try await anna.records("news", "list").map { "\($0[1]) \($0[4])" })
    }

    @Test("A new feed brings its items unread, and reading one marks it")
    func reading() async throws {
        try await follow([
            Item(
                guid: "1", title: "Rates rise", link: "http://example.org/1", text: "The &lt;b&gt;whole&lt;/b&gt; story"
            )
        ])
        let number = try await anna.records("news", "list")[0][0]
        let page = try await anna.succeed("news", "open", number).output
        #expect(
            page.contains("Rates rise\n") && page.contains("The whole story\n") && page.contains("http://example.org/1")
        )
        #expect(try await news() == ["read Rates rise"])
        #expect(try await anna.fund("news", "open", "999").ending == .exit(66))
    }

    @Test("Marking news as read says how many items were unread")
    func markingAsRead() async throws {
        try await follow(["One", "Two", "Three"].map { Item(guid: $0, title: $0) })
        let number = try await anna.records("news", "list")[0][0]
        let first = try await anna.succeed("news", "read", number, number)
        #expect(first.errors == "fund: 1 item marked as read.\n")
        let again = try await anna.succeed("news", "read", number)
        #expect(again.errors == "fund: 0 items marked as read.\n")
        let rest = try await anna.succeed("news", "read", "--all")
        #expect(rest.errors == "fund: 2 items marked as read.\n")
    }

    @Test("An item stays read if only its date, its title or its text changes, or if it leaves the feed and comes back")
    func identity() async throws {
        let first = Item(guid: "1", title: "One")
        try await follow([first, Item(guid: "2", title: "Two")])
        try await anna.succeed("news", "read", "--all")
        try server.put([
            Item(guid: "1", title: "One, edited", date: "Tue, 10 Nov 2026 08:00:00 GMT", text: "more"),
            Item(guid: "2", title: "Two"),
        ])
        #expect(try await update().ending == .exit(0))
        #expect(try await news() == ["read One, edited", "read Two"])
        try server.put([Item(guid: "2", title: "Two")])
        _ = try await update()
        try server.put([])
        _ = try await update()
        try server.put([first, Item(guid: "2", title: "Two")])
        _ = try await update()
        #expect(try await news() == ["read One", "read Two"])
    }

    @Test("Without a guid, items with the same link are one item, though the title was edited")
    func sameLink() async throws {
        try await follow([Item(title: "Draft", link: "http://example.org/a")])
        try server.put([Item(title: "Final", link: "https://example.org/a")])
        _ = try await update()
        #expect(try await news() == ["unread Final"])
    }

    @Test("If a feed moves to another host with all its items, they stay read")
    func movedHost() async throws {
        try await follow([
            Item(title: "One", link: "http://old.example/a/1"), Item(title: "Two", link: "http://old.example/a/2"),
        ])
        try await anna.succeed("news", "read", "--all")
        try server.put([
            Item(title: "One", link: "https://new.example/a/1"), Item(title: "Two", link: "https://new.example/a/2"),
        ])
        _ = try await update()
        #expect(try await news() == ["read One", "read Two"])
    }

    @Test("In a feed of links to other sites, a new item with the path of an earlier one is new")
    func foreignLinks() async throws {
        try await follow([
            Item(title: "One", link: "https://a.example/blog/"), Item(title: "Two", link: "https://x.example/1"),
        ])
        try await anna.succeed("news", "read", "--all")
        try server.put([
            Item(title: "Three", link: "https://b.example/blog/"), Item(title: "Four", link: "https://y.example/2"),
        ])
        _ = try await update()
        #expect(try await news() == ["read One", "read Two", "unread Three", "unread Four"])
    }

    @Test("News items without dates are listed in the order of their feed, and the first one counts as the newest")
    func order() async throws {
        let titles = ["Newest", "Middle", "Oldest"]
        try await follow(titles.map { Item(guid: $0, title: $0, date: "") })
        #expect(try await anna.records("news", "list").map { $0[4] } == titles)
        #expect(try anna.app.fields["newest"] == "Newest")
    }

    @Test("An item with a date that programs write if they know none is as new as its arrival")
    func placeholders() async throws {
        let dates = ["Mon, 01 Jan 0001 00:00:00 +0000", "Thu, 01 Jan 1970 00:00:00 -0800"]
        try await follow(dates.map { Item(guid: $0, title: $0, date: $0) })
        let times = try await anna.records("news", "list").map { $0[2] }
        #expect(times.count == 2 && times.allSatisfy { $0 > "2000" }, "\(times)")
    }

    @Test("An empty feed deletes nothing")
    func emptyFeed() async throws {
        try await follow([Item(guid: "1", title: "One")])
        try server.put([])
        #expect(try await update().ending == .exit(0))
        #expect(try await news() == ["unread One"])
    }

    @Test("Scripts, escape sequences and bidirectional overrides become harmless text")
    func harmless() async throws {
        try server.put(
            """
            {"version": "https://jsonfeed.org/version/1.1", "title": "T\\u001b[2J", "items": [{"id": "1", \
            "title": "<script>alert(1)</script>Sale \\u001b[31mred \\u202Egnp.exe", "content_html": \
            "<p>Text<script>alert(2)</script><img src='http://tracker.example/x.png'></p>"}]}
            """.utf8)
        try await anna.succeed("feed", "add", server.address())
        for arguments in [
            ["news", "list"], ["news", "list", "--format", "json"], ["news", "open", "1"], ["feed", "list"],
        ] {
            let result = try await anna.start(arguments).result()
            #expect(result.ending == .exit(0))
            #expect(!result.output.contains("\u{1B}") && !result.output.contains("\u{202E}"), "\(result.output)")
            #expect(!result.output.contains("alert(2)") && !result.output.contains("tracker"))
        }
    }

    @Test(
        "An encoding that only HTTP declares, a BOM, blanks before the declaration, entities and bare ampersands are read"
    )
    func encodings() async throws {
        let text =
            "<rss version=\"2.0\"><channel><title>Рынок</title><item><guid>1</guid><title>Фонд вырос</title></item></channel></rss>"
        try server.put(try #require(text.data(using: .windowsCP1251)), as: "cp1251.xml")
        try server.behave(200, ["Content-Type": "text/xml; charset=windows-1251"], for: "cp1251.xml")
        try server.put(
            [0xEF, 0xBB, 0xBF] + Array(FeedServer.feed([Item(guid: "2", title: "Marked")]).utf8), as: "bom.xml")
        try server.put(Array(" \n\(FeedServer.feed([Item(guid: "3", title: "A&nbsp;B & C")]))".utf8), as: "blanks.xml")
        for name in ["cp1251.xml", "bom.xml", "blanks.xml"] {
            try await anna.succeed("feed", "add", server.address(name))
        }
        #expect(try await news() == ["unread Фонд вырос", "unread Marked", "unread A B & C"])
    }

    @Test("Of a feed that was cut in the middle, the whole items are kept, and the feed is called damaged")
    func cut() async throws {
        let whole = FeedServer.feed((1...9).map { Item(guid: "\($0)", title: "Item \($0)") })
        try server.put(whole.utf8.prefix(whole.utf8.count * 2 / 3))
        let added = try await anna.succeed("feed", "add", server.address())
        #expect(added.errors.contains(server.address()))
        let count = try await anna.records("news", "list").count
        #expect(count >= 4 && count < 9)
        #expect(try await anna.records("feed", "list")[0][5].isEmpty == false)
        try server.put(whole.utf8)
        _ = try await update()
        #expect(try await anna.records("news", "list").count == 9)
        #expect(try await anna.records("feed", "list")[0][5].isEmpty)
    }

    @Test("A page that is not a feed is refused with a sentence, and nothing is followed")
    func refusals() async throws {
        try server.put("<!DOCTYPE html><html><head><title>Shop</title></head><body>Buy</body></html>".utf8, as: "page")
        try server.put([0, 0, 0, 0x20] + Array("ftypisom".utf8), as: "film")
        try server.behave(200, ["Content-Type": "video/mp4"], for: "film")
        try server.put("".utf8, as: "empty")
        var bomb = "<?xml version=\"1.0\"?><!DOCTYPE r [<!ENTITY a0 \"ha\">"
        for level in 1...40 { bomb += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">" }
        bomb += "]><html><body>&a40;</body></html>"
        try server.put(bomb.utf8, as: "bomb")
        try server.behave(200, ["Content-Length": "\(200 << 20)"], for: "huge")
        try server.put("<rss>".utf8, as: "huge")
        try server.behave(410, for: "gone")
        for (name, status) in [
            ("page", 65), ("film", 65), ("empty", 65), ("bomb", 65), ("huge", 65), ("gone", 66), ("missing", 66),
        ] {
            let result = try await anna.fund("feed", "add", server.address(name), "--timeout", "120")
            #expect(result.ending == .exit(Int32(status)), "\(name): \(result.errors)")
            #expect(result.errors.contains("127.0.0.1"), "\(name): \(result.errors)")
        }
        #expect(try await anna.records("feed", "list").isEmpty)
        #expect(try await anna.fund("feed", "add", "http://127.0.0.1:1/").ending == .exit(69))
        #expect(try await anna.fund("feed", "add", "no address").ending == .exit(64))
    }

    @Test("An address with a user name is refused, left out of an import, and its password is not repeated")
    func passwords() async throws {
        try server.put([Item(guid: "1", title: "One")])
        let address = server.address().replacing("http://", with: "http://anna:secret@")
        let added = try await anna.fund("feed", "add", address)
        #expect(added.ending == .exit(64) && added.errors.contains("user name"), "\(added.errors)")
        #expect(!added.errors.contains("secret") && !added.output.contains("secret"))
        let outlines = [address, server.address("other.xml")].map { "<outline text=\"Feed\" xmlUrl=\"\($0)\"/>" }
        let path = try anna.write("<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>", to: "feeds.opml")
        let imported = try await anna.succeed("feed", "import", path)
        #expect(imported.errors.contains("1 feed left out") && imported.errors.contains("1 feed added"))
        #expect(!imported.errors.contains("secret"), "\(imported.errors)")
        #expect(try await anna.records("feed", "list").map { $0[0] } == [server.address("other.xml")])
        #expect(try server.requests.isEmpty)
    }

    @Test("A page leads to the feed that it names")
    func discovery() async throws {
        try server.put([Item(guid: "1", title: "Found")], as: "news/rss.xml".replacing("news/", with: ""))
        try server.put(
            """
            <!DOCTYPE html><html><head><link rel="alternate" type="application/rss+xml" title="News" href="rss.xml">
            <link rel="alternate" type="application/atom+xml" href="/comments"></head><body>Welcome</body></html>
            """.utf8, as: "home")
        let result = try await anna.succeed("feed", "add", server.address("home"))
        #expect(result.errors.contains("/comments"))
        #expect(try await anna.records("feed", "list").map { $0[0] } == [server.address("rss.xml")])
        #expect(try await news() == ["unread Found"])
    }

    @Test("A feed can belong to a fund, and its news are shown there")
    func fund() async throws {
        try await anna.succeed("new", "Equity 500")
        try await follow([Item(guid: "1", title: "General")])
        try server.put([Item(guid: "2", title: "Special")], as: "special.xml", title: "Special feed")
        try await anna.succeed("feed", "add", server.address("special.xml"), "--fund", "equity")
        #expect(try await anna.records("news", "list", "--fund", "equity").map { $0[4] } == ["Special"])
        #expect(try await anna.records("news", "list", "--source", "special").map { $0[4] } == ["Special"])
        #expect(try await anna.records("show", "Equity 500").map { $0[1] } == ["Special"])
        #expect(try await anna.records("list")[0][3] == "1")
        try await anna.succeed("news", "read", "--all", "--fund", "equity")
        #expect(try await anna.records("news", "list", "--unread").map { $0[4] } == ["General"])
        try await anna.succeed("rm", "Equity 500", "--yes")
        #expect(try await anna.records("feed", "list").count == 2)
    }

    @Test("A list of 500 feeds in nested folders, with a feed twice, is read back equal after an export")
    func outlines() async throws {
        var text = "<?xml version=\"1.0\"?><opml version=\"2.0\"><head><title>Mine</title></head><body>"
        for group in 0..<10 {
            text += "<outline text=\"Group &amp; \(group)\"><outline text=\"Inner\">"
            for number in 0..<50 {
                text +=
                    "<outline type=\"rss\" text=\"Feed \(group * 50 + number) &lt;b&gt;\" xmlUrl=\"http://f.example/\(group * 50 + number)?a=1&amp;b=2\"/>"
            }
            text += "</outline></outline>"
        }
        text += "<outline type=\"rss\" text=\"Twice\" xmlUrl=\"http://f.example/0?a=1&amp;b=2\"/></body></opml>"
        let path = try anna.write(text, to: "feeds.opml")
        let result = try await anna.succeed("feed", "import", path)
        #expect(result.errors.contains("500 feeds added"), "\(result.errors)")
        let exported = try await anna.succeed("feed", "export").output
        let other = try Investor()
        try await other.succeed("feed", "import", other.write(exported, to: "copy.opml"))
        #expect(try await other.succeed("feed", "export").output == exported)
        #expect(
            try await other.records("feed", "list").map { $0.prefix(2) }
                == anna.records("feed", "list").map { $0.prefix(2) })
        #expect(try await anna.succeed("feed", "import", path).errors.contains("0 feeds added"))
        #expect(try await anna.fund("feed", "import", anna.write("x", to: "bad.opml")).ending == .exit(65))
        #expect(try await anna.fund("feed", "import", "\(anna.home.path)/missing").ending == .exit(66))
    }

    @Test("An export writes each folder once, and an import names the feeds that have no web address")
    func folders() async throws {
        let feeds = [("A", "News"), ("B", "Tech"), ("C", "News"), ("D", "Tech")].map { title, folder in
            "<outline text=\"\(folder)\"><outline text=\"\(title)\" xmlUrl=\"https://f.example/\(title)\"/></outline>"
        }
        let others = "<outline text=\"Local\" xmlUrl=\"file:///feed\"/><outline xmlUrl=\"f.example/feed\"/>"
        let path = try anna.write(
            "<opml version=\"2.0\"><body>\(feeds.joined())\(others)</body></opml>", to: "feeds.opml")
        let imported = try await anna.succeed("feed", "import", path)
        #expect(imported.errors.contains("2 feeds left out") && imported.errors.contains("4 feeds added"))
        #expect(imported.errors.contains("“Local”, “f.example/feed”"), "\(imported.errors)")
        let exported = try await anna.succeed("feed", "export").output
        for folder in ["News", "Tech"] {
            #expect(
                exported.split(separator: "\n").count { $0.contains("<outline text=\"\(folder)\">") } == 1,
                "\(exported)")
        }
    }

    @Test("A feed that is no longer followed takes its news along")
    func remove() async throws {
        try await follow([Item(guid: "1", title: "One")])
        try await anna.succeed("feed", "rm", "markets")
        #expect(try await anna.records("feed", "list").isEmpty)
        #expect(try await news().isEmpty)
        #expect(try await anna.fund("search", "One").ending == .exit(66))
    }

    @Test("Read items are kept for half a year after they left the feed, and their texts for a quarter")
    func memory() throws {
        let store = try Store(root: anna.root.path)
        let feed = try store.addFeed("http://f.example/", title: "F", home: nil, fund: nil).feed
        func see(_ names: [String], onDay day: Int64) throws { try store.see(names, in: feed, onDay: day) }
        try see(["read", "unread", "present"], onDay: 1000)
        try store.markAsRead(store.news(limit: 10).filter { $0.title != "Title unread" }.map(\.id), .news)
        try see(["present"], onDay: 1095)
        #expect(try store.search("text", in: nil, limit: 10).count == 2)
        #expect(try store.search("title read", in: nil, limit: 10).count == 1)
        try see(["read", "present"], onDay: 1100)
        #expect(try store.news(limit: 10).filter(\.isRead).count == 2)
        try see(["present"], onDay: 1290)
        #expect(Set(try store.news(limit: 10).map(\.title)) == ["Title unread", "Title present"])
    }

    @Test("An item of a feed that said nothing new for half a year stays read if one version lacks it")
    func quietFeed() throws {
        let store = try Store(root: anna.root.path)
        var feed = try store.addFeed("http://f.example/", title: "F", home: nil, fund: nil).feed
        try store.see(["annual", "present"], in: feed, onDay: 1000)
        try store.markAsRead(store.news(limit: 10).map(\.id), .news)
        feed.check.checked = Timestamp(seconds: 1200 * 86_400)
        try store.see(["present"], in: feed, onDay: 1201)
        try store.see(["annual", "present"], in: feed, onDay: 1202)
        let news = try store.news(limit: 10)
        #expect(news.count == 2 && news.allSatisfy(\.isRead))
        // If it does not come back, it is forgotten like every other one.
        for day: Int64 in [1300, 1400, 1500] {
            feed.check.checked = Timestamp(seconds: (day - 1) * 86_400)
            try store.see(["present"], in: feed, onDay: day)
        }
        #expect(try store.news(limit: 10).map(\.title) == ["Title present"])
    }
}

extension Store {
    /// Records items of a feed as an update does on a day after 1970.
    fileprivate func see(_ names: [String], in feed: FollowedFeed, onDay day: Int64) throws {
        let entries = names.map {
            FeedEntry(
                identity: $0, alias: nil, title: "Title \($0)", link: nil, author: nil, date: nil, text: "Text \($0)")
        }
        try database.transaction { _ = try record(entries, of: feed, at: Timestamp(seconds: day * 86_400)) }
    }
}
