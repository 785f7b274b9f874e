import Testing

@testable import Feeds

@Suite("What is not a feed")
struct RefusalTests {
    private func error(_ bytes: [UInt8], contentType: String? = nil, limits: FeedLimits = FeedLimits()) -> FeedError? {
        do throws(FeedError) {
            _ = try FeedDocument.read(bytes, contentType: contentType, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "A web page is refused as one",
        arguments: ["<!DOCTYPE html><html><title>x", "<!-- a --> <HTML><body>", "<div>x</div>"])
    func page(text: String) {
        #expect(error(Array(text.utf8))?.code == .page)
    }

    @Test("A film, a picture, text, other XML, other JSON and nothing are refused with a sentence")
    func others() {
        let film: [UInt8] =
            [0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70, 0x6D, 0x70, 0x34, 0x32] + Array(repeating: 0xFF, count: 5000)
        #expect(error(film, contentType: "video/mp4")?.description == "This is not a feed but a film.")
        #expect(error(film)?.code == .notFeed)
        #expect(
            error(Array("hello".utf8), contentType: "text/plain")?.description == "This is not a feed but text/plain.")
        #expect(error(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8))?.code == .notFeed)
        #expect(error(Array(#"{"a": 1}"#.utf8))?.code == .notFeed)
        #expect(error([])?.code == .empty)
        #expect(error(Array(" \n\t".utf8))?.code == .empty)
        #expect(error(Array("<?xml version='1.0'?>".utf8))?.code != nil)
    }

    @Test("A document that is too large is refused before it is read")
    func size() {
        #expect(error(Array(repeating: 0x20, count: 101), limits: FeedLimits(bytes: 100))?.code == .tooLarge)
    }

    @Test("More items than the limit are left out, and the feed says so")
    func items() throws {
        let text = (1...30).map { "<item><guid>\($0)</guid></item>" }.joined()
        let feed = try readChannel(text, limits: FeedLimits(items: 20))
        #expect(feed.items.count == 20)
        #expect(feed.damage == "The feed has more than 20 items; the rest was left out.")
    }

    @Test("More JSON values than the limit are left out with the item that they are in, and the feed says so")
    func values() throws {
        let items = (1...3).map { "{\"id\": \"\($0)\", \"title\": \"T\"}" }.joined(separator: ", ")
        let text = "{\"title\": \"F\", \"items\": [\(items)], \"_more\": [\(String(repeating: "{}, ", count: 50)){}]}"
        // The document, its title, the list of items, and each item with two members.
        for (limit, count) in [(12, 3), (11, 2), (20, 3)] {
            let feed = try read(text, limits: FeedLimits(values: limit))
            #expect(feed.items.compactMap(\.id) == (1...count).map { "\($0)" })
            #expect(feed.damage == "The document has more than \(limit) values; the rest was left out.")
        }
        #expect(try read(text).damage == nil)
    }

    @Test("A text longer than the limit is cut between two characters")
    func text() throws {
        let feed = try readChannel(
            "<item><description>\(String(repeating: "é", count: 1000))</description></item>",
            limits: FeedLimits(text: 101))
        #expect(feed.items.first?.text == String(repeating: "é", count: 50))
    }

    @Test("An entity bomb stays as small as it is")
    func bomb() throws {
        let declarations = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }
            .joined()
        let feed = try read(
            "<!DOCTYPE rss [<!ENTITY l0 \"lol\">\(declarations)]><rss version='2.0'><channel><title>&l9;</title></channel></rss>"
        )
        #expect(feed.title.utf8.count < 100)
        #expect(feed.isDamaged)
    }

    @Test("External entities are not opened")
    func external() throws {
        let feed = try read(
            "<!DOCTYPE rss [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><rss version='2.0'><channel><title>a&x;b</title></channel></rss>"
        )
        #expect(!feed.title.contains("root"))
    }

    @Test("A document with very many elements inside each other ends")
    func depth() {
        let deep = "<rss version='2.0'><channel>" + String(repeating: "<a>", count: 100_000)
        _ = error(Array(deep.utf8))
        let brackets = #"{"version":"https://jsonfeed.org/version/1","items":"# + String(repeating: "[", count: 100_000)
        _ = error(Array(brackets.utf8))
        #expect(error(Array(String(repeating: "<b>", count: 50_000).utf8)) != nil)
    }

    @Test(
        "Texts that are made to be slow are read in one pass",
        arguments: [
            "<a ", "<!-- >", "<script></a ", "&", "&#", "</", "<a =\"", "<![CDATA[", "<!ENTITY a", "\u{301}", "<x>",
            "]]>",
        ])
    func slow(piece: String) {
        let filling = String(repeating: piece, count: 10_000)
        let escaped = filling.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
            "]]>", with: "]]&gt;")
        for text in [filling, escaped] {
            for document in [
                "<rss version='2.0'><channel><item><title>\(text)</title><description>\(text)</description></item></channel></rss>",
                "<!DOCTYPE rss [<!ENTITY a 'b'>\(text)", "<rss><channel><link>\(text)",
            ] {
                let feed = try? FeedDocument.read(Array(document.utf8))
                #expect((feed?.items.first?.text.utf8.count ?? 0) <= 256 << 10)
            }
        }
        #expect(FeedDiscovery.links(in: Array(filling.utf8)).isEmpty)
    }

    @Test("An entity that is used again and again adds a few megabytes at most")
    func repeatedEntity() {
        let text =
            "<!DOCTYPE rss [<!ENTITY a '\(String(repeating: "\"", count: 380))'>]><rss version='2.0'><channel>"
            + "<title>\(String(repeating: "&a;", count: 100_000))</title></channel></rss>"
        #expect(RepairedXML.repair(Array(text.utf8)).count < 8 << 20)
    }
}
