import Feeds
import TestSupport
import Testing

@Suite("Random feeds", .timeLimit(.minutes(20)))
struct FuzzTests {
    private static let examples = [
        """
        <?xml version="1.0" encoding="utf-8"?><!DOCTYPE rss [<!ENTITY a "b">]><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <channel><title>T &amp; &nbsp;&a;</title><link>/x</link><item><title><![CDATA[<b>x</b>]]></title><guid>1</guid>
        <dc:creator>A</dc:creator><pubDate>Tue, 02 Jan 2024 03:04:05 GMT</pubDate><enclosure url="/e" length="1"/></item></channel></rss>
        """,
        """
        <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://a.example/"><title type="xhtml"><div>x <br/> y</div></title>
        <entry><id>urn:1</id><link href="../b"/><author><name>A</name></author><updated>2024-01-02T03:04:05Z</updated>
        <content type="html">&lt;p>a&lt;/p>&#x202E;</content></entry></feed>
        """,
        #"{"version":"https://jsonfeed.org/version/1.1","title":"\u00fc\ud83d\ude00","items":[{"id":1,"content_html":"<p>a"}]}"#,
        #"<opml version="2.0"><body><outline text="F"><outline text="A" xmlUrl="https://a.example/f"/></outline></body></opml>"#,
        #"<html><head><link rel="alternate" type="application/rss+xml" href="/f" title='a'><base href="/b"></head></html>"#,
    ]

    @Test("No mutated feed, list or page crashes the readers, and all texts are harmless")
    func mutated() {
        MutatedTexts.each(1500, seed: 19, of: Self.examples, with: "<>&;\"'[]/!-?= \n{}:,\\u0x\u{1B}\u{202E}é基\u{0}") {
            text in
            check(Array(text.utf8))
        }
    }

    @Test("No bytes in any encoding crash the readers")
    func bytes() {
        let types = [
            "text/xml", "text/xml; charset=windows-1251", "text/xml; charset=utf-16", "text/xml; charset=gb18030",
        ]
        for seed in Fuzz.seeds(from: 20) {
            var random = RandomSource(seed: seed)
            for _ in 0..<500 {
                var bytes = Array(random.pick(Self.examples).utf8)
                for _ in 0..<random.below(8) {
                    let place = random.below(bytes.count)
                    if random.isOnce(in: 3) {
                        bytes.removeSubrange(place...)
                    } else {
                        bytes[place] = UInt8(random.below(256))
                    }
                    if bytes.isEmpty { bytes = [0] }
                }
                check(bytes, contentType: random.pick(types))
            }
        }
    }

    private func check(_ bytes: [UInt8], contentType: String? = nil) {
        if let feed = try? FeedDocument.read(bytes, contentType: contentType, address: "https://feeds.example/f") {
            expectHarmless(feed.title)
            for item in feed.items {
                for text in [item.title, item.headline, item.summary, item.link ?? "", item.author ?? ""] {
                    expectHarmless(text)
                }
            }
            #expect(Set(feed.items.map(\.identity)).count == feed.items.count)
        }
        for feed in (try? OutlineDocument(reading: bytes, contentType: contentType))?.feeds ?? [] {
            expectHarmless(feed.title)
        }
        for link in FeedDiscovery.links(in: bytes, contentType: contentType, address: "https://feeds.example/") {
            expectHarmless(link.title + link.address)
        }
    }

    private func expectHarmless(_ text: String) {
        let harmful = text.unicodeScalars.first {
            $0.value < 0x20 || 0x7F...0x9F ~= $0.value || 0x202A...0x202E ~= $0.value || 0x2066...0x2069 ~= $0.value
        }
        #expect(harmful == nil, "\(text.debugDescription)")
    }
}
