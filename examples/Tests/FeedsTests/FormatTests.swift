import AppGroup
import Feeds
import Testing

@Suite("Formats of feeds")
struct FormatTests {
    @Test("RSS 2.0 gives a feed with its title, page, pace and items")
    func rss() throws {
        let feed = try read(
            """
            <?xml version="1.0"?>
            <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom">
            <channel><title>Funds</title><link>https://example.com/</link><description>News</description>
            <atom:link rel="self" href="https://example.com/feed.xml"/><language>en-us</language>
            <ttl>90</ttl><skipHours><hour>3</hour><hour>24</hour></skipHours><skipDays><day>Sunday</day></skipDays>
            <image><title>Logo</title><url>/logo.png</url><link>https://other.example/</link></image>
            <item><title>Up</title><link>/1</link><guid isPermaLink="false">a1</guid><author>ada@example.com (Ada)</author>
            <pubDate>Tue, 02 Jan 2024 03:04:05 GMT</pubDate><description>Short</description>
            <content:encoded><![CDATA[<p>First &amp; last</p><p>Second</p>]]></content:encoded><category>Equity</category>
            <enclosure url="https://example.com/1.pdf" type="application/pdf" length="12345"/></item>
            </channel></rss>
            """)
        #expect(feed.format == .rss20)
        #expect(feed.title == "Funds")
        #expect(feed.summary == "News")
        #expect(feed.link == "https://example.com/")
        #expect(feed.address == "https://example.com/feed.xml")
        #expect(feed.language == "en-us")
        #expect(feed.icon == "https://feeds.example/logo.png")
        #expect(feed.pace.minutes == 90)
        #expect(feed.pace.skippedHours == [0, 3])
        #expect(feed.pace.skippedDays == [0])
        #expect(feed.damage == nil)
        let item = try #require(feed.items.first)
        #expect(item.title == "Up")
        #expect(item.link == "https://feeds.example/1")
        #expect(item.id == "a1")
        #expect(item.author == "Ada")
        #expect(item.date == Timestamp(seconds: 1_704_164_645))
        #expect(item.summary == "Short")
        #expect(item.text == "First & last\nSecond")
        #expect(item.categories == ["Equity"])
        #expect(item.enclosures.map(\.address) == ["https://example.com/1.pdf"])
        #expect(item.enclosures.first?.mediaType == "application/pdf")
        #expect(item.enclosures.first?.length == 12345)
    }

    @Test("Atom 1.0 gives a feed, and its relative addresses start at xml:base")
    func atom() throws {
        let feed = try read(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.com/a/" xml:lang="de">
            <title type="html">A &amp;lt;b&amp;gt; &lt;i>c&lt;/i></title><id>urn:f</id><updated>2024-01-02T03:04:05.5+01:00</updated>
            <link href="b"/><link rel="self" href="feed.atom"/><author><name>Ada</name><email>a@example.com</email></author>
            <entry xml:base="c/"><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">1 &lt; <b>2</b></div></title>
            <id>urn:1</id><link rel="alternate" href="d"/><link rel="enclosure" href="e.mp3" type="audio/mpeg" length="7"/>
            <published>2024-01-01T00:00:00Z</published><updated>2024-01-03T00:00:00Z</updated>
            <author><name>Ben</name></author><author><name>Cy</name></author>
            <summary>S</summary><content type="text">&lt;b> is bold</content>
            <source><title>Another</title><id>urn:other</id></source></entry></feed>
            """)
        #expect(feed.format == .atom10)
        #expect(feed.title == "A <b> c")
        #expect(feed.link == "https://example.com/a/b")
        #expect(feed.address == "https://example.com/a/feed.atom")
        #expect(feed.language == "de")
        #expect(feed.author == "Ada")
        #expect(feed.updated == Timestamp(milliseconds: 1_704_161_045_500))
        let item = try #require(feed.items.first)
        #expect(item.title == "1 < 2")
        #expect(item.id == "urn:1")
        #expect(item.link == "https://example.com/a/c/d")
        #expect(item.author == "Ben, Cy")
        #expect(item.published == Timestamp(seconds: 1_704_067_200))
        #expect(item.updated == Timestamp(seconds: 1_704_240_000))
        #expect(item.text == "<b> is bold")
        #expect(item.summary == "S")
        #expect(item.enclosures.map(\.address) == ["https://example.com/a/c/e.mp3"])
    }

    @Test(
        "Every version of RSS and Atom is recognized",
        arguments: [
            ("<rss version='0.91'><channel><item><title>T</title></item></channel></rss>", FeedFormat.rss091),
            ("<rss version='0.92'><channel><item><title>T</title></item></channel></rss>", .rss092),
            ("<rss version='0.93'><channel><item><title>T</title></item></channel></rss>", .rss093),
            ("<rss version='0.94'><channel><item><title>T</title></item></channel></rss>", .rss094),
            ("<rss><channel><item><title>T</title></item></channel></rss>", .rss),
            (
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
                    + "xmlns='http://my.netscape.com/rdf/simple/0.9/'><channel/><item><title>T</title></item></rdf:RDF>",
                .rss090
            ),
            (
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>"
                    + "<channel/><item rdf:about='urn:1'><title>T</title></item></rdf:RDF>", .rss10
            ),
            (
                "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry><title>T</title></entry></feed>", .atom03
            ),
        ])
    func version(text: String, format: FeedFormat) throws {
        let feed = try read(text)
        #expect(feed.format == format)
        #expect(feed.items.map(\.title) == ["T"])
    }

    @Test("JSON Feed gives a feed, and numbers serve as ids")
    func json() throws {
        let feed = try read(
            #"""
            {"version": "https://jsonfeed.org/version/1.1", "title": "J\u00fc \ud83d\ude00", "home_page_url": "https://example.com/",
             "feed_url": "https://example.com/feed.json", "authors": [{"name": "Ada"}],
             "items": [{"id": 7, "url": "/7", "title": "T", "content_html": "<p>a</p><script>b</script>", "summary": "s",
               "date_published": "2024-01-02T03:04:05Z", "tags": ["x", "x"],
               "attachments": [{"url": "/a.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 9}]}]}
            """#)
        #expect(feed.format == .json11)
        #expect(feed.title == "Jü 😀")
        #expect(feed.author == "Ada")
        let item = try #require(feed.items.first)
        #expect(item.id == "7")
        #expect(item.link == "https://feeds.example/7")
        #expect(item.text == "a")
        #expect(item.summary == "s")
        #expect(item.categories == ["x"])
        #expect(item.date == Timestamp(seconds: 1_704_164_645))
        #expect(item.enclosures.first?.length == 9)
    }

    @Test("In Atom and JSON Feed, items without an author have the feed's author, but not items of another feed")
    func inheritedAuthor() throws {
        let atom = try read(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title>1</title><id>1</id></entry>
            <author><name>Ada</name></author><entry><title>2</title><id>2</id><author><name>Ben</name></author></entry>
            <entry><title>3</title><id>3</id><source><title>Other</title><author><name>Cy</name></author></source></entry></feed>
            """)
        #expect(atom.items.map(\.author) == ["Ada", "Ben", nil])
        let json = try read(
            #"""
            {"version": "https://jsonfeed.org/version/1.1", "title": "T", "authors": [{"name": "Ada"}],
             "items": [{"id": "1", "title": "1"}, {"id": "2", "title": "2", "authors": [{"name": "Ben"}]}]}
            """#)
        #expect(json.items.map(\.author) == ["Ada", "Ben"])
        let rss = try readChannel("<managingEditor>ada@example.com (Ada)</managingEditor><item><title>1</title></item>")
        #expect(rss.author == "Ada" && rss.items.map(\.author) == [nil])
    }

    @Test("Titles in pictures, sources and unknown elements are not the item's")
    func strangers() throws {
        let feed = try read(
            """
            <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><textInput><title>Search</title></textInput>
            <title>Feed</title><item><media:group><media:title>Film</media:title></media:group><x><title>X</title></x>
            <source url="https://other.example/">Other</source><title>Item</title></item></channel></rss>
            """)
        #expect(feed.title == "Feed")
        #expect(feed.items.map(\.title) == ["Item"])
    }
}

/// Reads a feed that came from https://feeds.example/feed.
func read(_ text: String, contentType: String? = nil, limits: FeedLimits = FeedLimits()) throws -> Feed {
    try FeedDocument.read(
        Array(text.utf8), contentType: contentType, address: "https://feeds.example/feed", limits: limits)
}

/// Reads a feed that consists of this inside RSS's channel.
func readChannel(_ text: String, limits: FeedLimits = FeedLimits()) throws -> Feed {
    try read("<rss version=\"2.0\"><channel>\(text)</channel></rss>", limits: limits)
}
