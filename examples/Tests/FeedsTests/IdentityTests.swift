import Feeds
import Testing

@Suite("Identity of items")
struct IdentityTests {
    private func item(_ text: String) throws -> FeedItem {
        try #require(try readChannel("<item>\(text)</item>").items.first)
    }

    @Test("An item with the same guid is the same, whatever else changes")
    func guid() throws {
        let first = try item(
            "<guid>g</guid><title>A</title><link>/1</link><pubDate>Tue, 02 Jan 2024 03:04:05 GMT</pubDate>")
        let second = try item(
            "<guid>g</guid><title>B</title><link>/2</link><pubDate>Wed, 03 Jan 2024 03:04:05 GMT</pubDate>")
        #expect(first.identity == second.identity)
        #expect(try item("<guid>h</guid>").identity != first.identity)
    }

    @Test("Without a guid, an item with the same link is the same, even with an edited title")
    func link() throws {
        #expect(
            try item("<link>/1</link><title>A</title>").identity == item("<link>/1</link><title>B</title>").identity)
        #expect(
            try item("<link>/1</link><title>A</title>").identity != item("<link>/2</link><title>A</title>").identity)
    }

    @Test("Without guid and link, title and date identify an item")
    func title() throws {
        let date = "<pubDate>Tue, 02 Jan 2024 03:04:05 GMT</pubDate>"
        #expect(
            try item("<title>A</title>\(date)").identity == item("<title>A</title>\(date)<author>x</author>").identity)
        #expect(try item("<title>A</title>\(date)").identity != item("<title>A</title>").identity)
    }

    @Test("A move from http to https changes no identity, and a move to another host changes no alias")
    func moves() throws {
        let old = try item("<guid>http://a.example/post?id=1</guid>")
        let secure = try item("<guid>https://a.example/post?id=1</guid>")
        let moved = try item("<guid>https://b.example/post?id=1</guid>")
        #expect(old.identity == secure.identity)
        #expect(old.identity != moved.identity)
        #expect(old.aliases == moved.aliases)
        #expect(!old.aliases.isEmpty)
        #expect(try item("<guid>https://a.example/</guid>").aliases.isEmpty)
    }

    @Test("An item of another host than most of the items has no alias")
    func foreignAliases() throws {
        func aliases(_ guids: String...) throws -> [Int] {
            let items = guids.map { "<item><guid>\($0)</guid></item>" }
            return try readChannel(items.joined()).items.map(\.aliases.count)
        }
        #expect(try aliases("https://a.example/1", "http://www.a.example/2", "https://b.example/3") == [1, 1, 0])
        #expect(try aliases("https://a.example/1", "https://b.example/2") == [0, 0])
        #expect(try aliases("urn:1", "https://a.example/2") == [0, 1])
    }

    @Test("An identity is one line of at most 4,096 bytes, which servers take")
    func line() throws {
        let long = String(repeating: "基", count: 5000)
        for text in [
            "<title>A</title>", "<title>\(long)</title>", "<guid>\(long)</guid>", "<guid>a\nb\u{85}c</guid>",
            "<description>&lt;p&gt;A&lt;/p&gt;&lt;p&gt;B&lt;/p&gt;</description>",
        ] {
            let identity = try item(text).identity
            #expect(identity.utf8.count <= 4096)
            #expect(!identity.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(identity)")
        }
        #expect(ItemIdentity.line("text:A\n5") == "text:A 5")
        #expect(ItemIdentity.line("id:°5 ü") == "id:°5 ü")
    }

    @Test("An item that occurs twice in a feed is kept once")
    func twice() throws {
        let feed = try readChannel(
            "<item><guid>1</guid><title>A</title></item><item><guid>1</guid><title>B</title></item>")
        #expect(feed.items.map(\.title) == ["A"])
    }

    @Test("A guid that items with different links share identifies none of them")
    func shared() throws {
        let feed = try readChannel(
            "<item><guid>0</guid><link>/1</link></item><item><guid>0</guid><link>/2</link></item>")
        #expect(feed.items.count == 2)
        #expect(Set(feed.items.map(\.identity)).count == 2)
    }

    @Test("Two places of one page are two items")
    func fragments() throws {
        #expect(
            try item("<guid>https://a.example/log#v1</guid>").aliases
                != item("<guid>https://a.example/log#v2</guid>").aliases)
    }

    @Test("The headline of an item is never empty if anything is known")
    func headline() throws {
        #expect(try item("<title>A</title>").headline == "A")
        #expect(try item("<description>Some text</description>").headline == "Some text")
        #expect(try item("<link>https://example.com/1</link>").headline == "https://example.com/1")
        #expect(try item("<guid>urn:1</guid>").headline == "urn:1")
    }
}
