import Feeds
import TestSupport
import Testing

@Suite("Lists of subscriptions")
struct OutlineTests {
    @Test("A list with folders inside each other is read, and each feed once")
    func folders() throws {
        let list = try OutlineDocument(
            reading: Array(
                """
                <?xml version="1.0"?><opml version="1.0"><head><title>Mine</title></head><body>
                <outline text="Funds"><outline text="Asia"><outline type="rss" text="A" xmlUrl="https://a.example/f"
                htmlUrl="https://a.example/"/></outline><outline text="B" xmlurl="https://b.example/f"/></outline>
                <outline text="A again" xmlUrl="https://a.example/f"/><outline title="C" xmlUrl="feed://c.example/f"/>
                <outline text="note"/><outline text="bad" xmlUrl="javascript:x"/></body></opml>
                """.utf8))
        #expect(list.title == "Mine")
        #expect(
            list.feeds == [
                OutlineFeed(
                    address: "https://a.example/f", title: "A", link: "https://a.example/", folders: ["Funds", "Asia"]),
                OutlineFeed(address: "https://b.example/f", title: "B", folders: ["Funds"]),
                OutlineFeed(address: "http://c.example/f", title: "C"),
            ])
    }

    @Test("A feed with the scheme of Apple's readers is read, and one without a web address is named")
    func addresses() throws {
        let addresses = ["feed:https://a.example/f", "FEED://b.example/f", "//c.example/f", "ftp://d.example/f"]
        let outlines = addresses.map { "<outline xmlUrl=\"\($0)\"/>" } + ["<outline text=\"E\" xmlUrl=\"e.example\"/>"]
        let list = try OutlineDocument(
            reading: Array("<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>".utf8))
        #expect(list.feeds.map(\.address) == ["https://a.example/f", "http://b.example/f"])
        #expect(list.unusable == ["//c.example/f", "ftp://d.example/f", "E"])
    }

    @Test("A list of 500 feeds in folders reads back equal")
    func equal() throws {
        var random = RandomSource(seed: 500)
        let folders = [[], ["Funds"], ["Funds", "Asia & \"<more>\""], ["Фонды", "基金", "deep"], ["Funds", "Europe"]]
        var feeds = (0..<500).map { number in
            OutlineFeed(
                address: "https://example.com/\(number)?a=1&b='2'",
                title: random.isOnce(in: 5) ? "" : "Feed \(number) <&>\"' ü 基金",
                link: random.isOnce(in: 2) ? "https://example.com/\(number)" : nil, folders: random.pick(folders))
        }
        feeds.sort { $0.folders.joined(separator: "/") < $1.folders.joined(separator: "/") }
        let list = OutlineDocument(title: "My <feeds>", feeds: feeds)
        let again = try OutlineDocument(reading: list.written())
        #expect(again == list)
        #expect(again.written() == list.written())
    }

    @Test("A list that is cut off keeps the feeds before the cut, and says so")
    func cut() throws {
        let bytes = OutlineDocument(
            feeds: (0..<10).map { OutlineFeed(address: "https://example.com/\($0)", title: "F\($0)") }
        )
        .written()
        let list = try OutlineDocument(reading: Array(bytes.dropLast(60)))
        #expect(list.feeds.count == 9)
        #expect(list.damage != nil)
    }

    @Test("A document that is not a list of feeds is refused")
    func refused() {
        #expect(throws: FeedError.self) { try OutlineDocument(reading: Array("<rss version='2.0'/>".utf8)) }
        #expect(throws: FeedError.self) { try OutlineDocument(reading: Array("hello".utf8)) }
        #expect(throws: FeedError.self) { try OutlineDocument(reading: []) }
    }
}
