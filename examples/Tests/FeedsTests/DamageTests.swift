import Feeds
import Testing

@Suite("Damaged feeds")
struct DamageTests {
    @Test("Names of HTML's characters and blanks before the declaration are read")
    func lenient() throws {
        let feed = try read(
            "\n\n  <?xml version='1.0'?><rss version='2.0'><channel><title>a&nbsp;b&hellip;</title></channel></rss>")
        #expect(feed.title == "a b…")
    }

    @Test("A bare ampersand and a bare less-than sign are text, and the feed says it was damaged")
    func bare() throws {
        let feed = try readChannel(
            "<item><title>R&D at 5 < 6 & AT&T;</title><link>https://example.com/?a=1&b=2</link></item>")
        #expect(feed.items.map(\.title) == ["R&D at 5 < 6 & AT&T;"])
        #expect(feed.items.map(\.link) == ["https://example.com/?a=1&b=2"])
        #expect(feed.isDamaged)
    }

    @Test("A feed that is cut in the middle keeps each complete item")
    func cut() throws {
        let whole =
            "<rss version='2.0'><channel><title>F</title>"
            + (1...3).map { "<item><title>T\($0)</title><guid>g\($0)</guid></item>" }.joined() + "</channel></rss>"
        for length in 0..<whole.utf8.count {
            let bytes = Array(whole.utf8.prefix(length))
            guard let feed = try? FeedDocument.read(bytes) else { continue }
            let count =
                String(decoding: bytes, as: UTF8.self).split(separator: "</item>", omittingEmptySubsequences: false)
                .count - 1
            #expect(feed.items.count == count, "\(length)")
            #expect(feed.items.map(\.title) == (0..<count).map { "T\($0 + 1)" })
            #expect(feed.isDamaged)
        }
        #expect(try !FeedDocument.read(Array(whole.utf8)).isDamaged)
    }

    @Test("A JSON Feed that is cut in the middle keeps each complete item")
    func cutJSON() throws {
        let whole =
            #"{"version":"https://jsonfeed.org/version/1","title":"F","items":[{"id":"1","title":"T1"},{"id":"2","title":"T2"}]}"#
        let feed = try read(String(whole.dropLast(8)))
        #expect(feed.items.map(\.title) == ["T1"])
        #expect(feed.isDamaged)
    }

    @Test("HTML that was not escaped, tags that end wrongly and missing ends of items do not spoil other items")
    func tags() throws {
        let feed = try readChannel(
            "<item><title>A<br>b</title><description><p>one<p>two<b></description><guid>1</guid>"
                + "<item><title>B</i></title><guid>2</guid></item><item><TITLE>C</title><guid>3</guid></item>")
        #expect(feed.items.map(\.id) == ["1", "2", "3"])
        #expect(feed.items.map(\.title) == ["A b", "B", "C"])
        #expect(feed.items.first?.text == "one\ntwo")
    }

    @Test("Prefixes that the document does not declare mean what they usually mean")
    func prefixes() throws {
        let feed = try readChannel("<item><title>A</title><dc:creator>Ada</dc:creator></item>")
        #expect(feed.items.first?.author == "Ada")
        #expect(feed.isDamaged)
    }

    @Test("Messages of a server before the feed are left out")
    func messages() throws {
        let feed = try read(
            "Warning: mysql_connect() failed\n<?xml version='1.0'?><rss version='2.0'><channel><title>A</title></channel></rss>"
        )
        #expect(feed.title == "A")
        #expect(feed.isDamaged)
    }

    @Test("Simple entities of a document type are text")
    func entities() throws {
        let feed = try read(
            "<!DOCTYPE rss [<!ENTITY firm 'A &#38; B'><!ENTITY who \"Ada\">]><rss version='2.0'><channel><title>&who; x</title></channel></rss>"
        )
        #expect(feed.title == "Ada x")
    }
}
