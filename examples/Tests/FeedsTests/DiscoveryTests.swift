import Feeds
import Testing

@Suite("Feeds that a page names")
struct DiscoveryTests {
    private func links(_ html: String) -> [FeedLink] {
        FeedDiscovery.links(
            in: Array(html.utf8), contentType: "text/html", address: "https://example.com/news/index.html")
    }

    @Test("Links to feeds are found with their titles, absolute and each once")
    func found() {
        let links = links(
            """
            <!DOCTYPE html><html><head><link rel=stylesheet href=a.css><LINK REL='Alternate home' TYPE=application/rss+xml
            title="News &amp; more" href='/rss'><link rel="alternate" type="application/atom+xml; charset=utf-8" href="atom.xml"/>
            <link rel="alternate" type="application/rss+xml" href="/rss"><link rel="alternate" hreflang="de" href="/de">
            <link rel="alternate" type="application/feed+json" href="https://other.example/f.json">
            """)
        #expect(
            links.map(\.address) == [
                "https://example.com/rss", "https://example.com/news/atom.xml", "https://other.example/f.json",
            ])
        #expect(links.first?.title == "News & more")
    }

    @Test("A link of WordPress to its REST API is not a feed")
    func wordPress() {
        let links = links(
            """
            <link rel="alternate" title="JSON" type="application/json" href="/wp-json/wp/v2/pages/2">
            <link rel="alternate" type="application/rss+xml" title="News" href="/feed/">
            """)
        #expect(links.map(\.address) == ["https://example.com/feed/"])
    }

    @Test("Links in comments and scripts, and to scripts, are not found")
    func hidden() {
        #expect(
            links(
                """
                <!-- <link rel=alternate type=application/rss+xml href=/a> --><script>"<link rel=alternate type=application/rss+xml
                href=/b>"</script><link rel=alternate type=application/rss+xml href="javascript:x">
                """
            ).isEmpty)
    }

    @Test("The encoding that a page names in one of many elements counts for titles")
    func encoding() {
        func title(_ head: String) -> String? {
            let link = "<link rel=alternate type=application/rss+xml href=/f title='"
            return FeedDiscovery.links(
                in: Array("\(head)\(link)".utf8) + [0xD4, 0xEE, 0xED, 0xE4] + Array("'>".utf8),
                address: "https://example.com/"
            ).first?.title
        }
        #expect(title("<meta charset='windows-1251'>") == "Фонд")
        #expect(
            title("<META name=x charset=><meta content=\"text/html; Charset = windows-1251\" http-equiv=Content-Type>")
                == "Фонд")
        let (elements, blanks) = (String(repeating: "<meta", count: 300), String(repeating: " ", count: 2000))
        #expect(title("\(elements) charset=\(blanks)><meta charset=windows-1251>") == "Фонд")
        #expect(title("<?xml encoding=\"\(blanks.prefix(1000))>\"><meta charset=windows-1251>") == "Фонд")
    }

    @Test("Relative links start at the page's base")
    func base() {
        #expect(
            links("<base href='/other/'><link rel=alternate type=application/rss+xml href=feed>").map(\.address)
                == ["https://example.com/other/feed"])
    }

    @Test("A page that is refused as a feed names its feeds")
    func refused() {
        let page = "<!doctype html><link rel=alternate type=application/rss+xml href=https://example.com/f>"
        #expect(throws: FeedError.self) { try FeedDocument.read(Array(page.utf8)) }
        #expect(FeedDiscovery.links(in: Array(page.utf8)).map(\.address) == ["https://example.com/f"])
    }
}
