import Feeds
import Testing

@Suite("The text of HTML from strangers")
struct PageTextTests {
    private func text(_ html: String, limit: Int = 1 << 20) -> String {
        PageText.of(html: html, limit: limit, showsLinks: true)
    }

    @Test(
        "The address of a link to the web follows its text, unless it is the text",
        arguments: [
            (
                "See <a href='https://example.org/a?b=1&amp;c=2'>the report</a>.",
                "See the report <https://example.org/a?b=1&c=2>."
            ),
            ("<A CLASS=x HREF=http://example.org/>Us</A>, too", "Us <http://example.org/>, too"),
            ("<a href='https://example.org/a'> https://example.org/a </a>", "https://example.org/a"),
            ("<a href='https://example.org/'>example.org</a>", "example.org"),
            (
                "<a href='https://evil.example/bank.example'>bank.example</a>",
                "bank.example <https://evil.example/bank.example>"
            ),
            ("<a href='https://example.org/a'><img src=x></a> b", "b"),
            ("<a href='https://example.org/a'><p>a</p></a><p>b</p>", "a <https://example.org/a>\nb"),
            ("<a href='https://example.org/a'>a <b>b</b>", "a b <https://example.org/a>"),
            (
                "<a href='https://a.example/'>a<a href='https://b.example/'>b</a></a>",
                "a <https://a.example/>b <https://b.example/>"
            ),
            ("a <a href='https://example.org/'> b </a>c", "a b <https://example.org/> c"),
            ("<a name=x>a</a> <abbr href='https://example.org/'>b</abbr>", "a b"),
        ])
    func showsLinks(html: String, shown: String) { #expect(text(html) == shown) }

    @Test(
        "Links that lead to scripts, files or mail are not shown",
        arguments: [
            "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "/a", "#a", "mailto:a@example.org", "",
        ])
    func leavesOutLinks(reference: String) { #expect(text("<a href='\(reference)'>a</a>") == "a") }

    @Test("The address of a link is shown however long it is")
    func longAddresses() {
        let address = "https://example.org/" + String(repeating: "a", count: 10_000)
        #expect(text("<a href='\(address)'>a</a> b") == "a <\(address)> b")
    }

    @Test("No address of a link is obeyed by a terminal")
    func harmlessAddresses() {
        #expect(
            text("<a href='https://example.org/\u{1B}[2J&#x202E;&#10;x'>a</a>")
                == "a <https://example.org/%1B[2J%E2%80%AEx>")
    }

    @Test(
        "No letter that looks like another or like a slash is shown in a host",
        arguments: [
            ("https://b&#x430;nk.example/а", "https://b%D0%B0nk.example/а"),
            ("https://bank.example&#x3033;x.evil.example/", "https://bank.example%E3%80%B3x.evil.example/"),
            ("https://user@bank.example:8080/?a#b", "https://user@bank.example:8080/?a#b"),
        ])
    func plainHosts(reference: String, shown: String) {
        #expect(text("<a href='\(reference)'>Sign in</a>") == "Sign in <\(shown)>")
    }

    @Test("Links without an end and links in links take as long as their text, and stay within the limit")
    func hostile() {
        let links = String(repeating: "<a href=https://example.org/>x", count: 10_000)
        #expect(text(links).hasPrefix("x <https://example.org/>x <https://example.org/>x"))
        #expect(text(links, limit: 1000).utf8.count <= 1000)
        let empty = String(repeating: "<a href=https://example.org/>", count: 10_000)
        #expect(text(empty + "end") == "end <https://example.org/>")
        #expect(text(String(repeating: "<div><blockquote>", count: 10_000) + "end") == "end")
    }
}
