import Feeds
import TestSupport
import Testing

@Suite("Harmless text from feeds")
struct HarmlessTests {
    private func title(_ text: String) throws -> String {
        try readChannel("<item><title>\(text)</title></item>").items[0].title
    }

    @Test("Scripts and styles are left out of titles and texts")
    func scripts() throws {
        #expect(try title("a&lt;script>alert(1)&lt;/script> b") == "a b")
        #expect(try title("<![CDATA[<b onclick='x()'>bold</b> <style>p{}</style>]]>") == "bold")
        let feed = try readChannel(
            "<item><description>&lt;p>one&lt;/p>&lt;SCRIPT>var a = '&lt;p>';&lt;/SCRIPT >two&lt;img src=x onerror=y></description></item>"
        )
        #expect(feed.items[0].text == "one\ntwo")
    }

    @Test("Escape sequences are shown, and not obeyed")
    func escapes() throws {
        #expect(try title("\u{1B}[31mred") == "␛[31mred")
        #expect(try title("&#27;[31mred") == "␛[31mred")
        #expect(try title("&amp;#27;[31mred") == "␛[31mred")
        #expect(try title("a\u{9B}31mb") == "a\\u{9B}31mb")
    }

    @Test("Overrides of direction and invisible characters are left out")
    func directions() throws {
        #expect(try title("a\u{202E}fdp.exe\u{202C} \u{2066}b\u{2069}\u{200B}\u{FEFF}") == "afdp.exe b")
        #expect(try title("a&#x202E;b") == "ab")
    }

    @Test("Emoji and text of every script stay as they are")
    func scriptsOfTheWorld() throws {
        for text in ["👩‍👩‍👧 ok", "Фонд", "基金", "صندوق", "हिन्दी", "한국어", "Ünïcödé – “q”", "❤️"] {
            #expect(try title(text) == text)
        }
    }

    @Test("A plain title with signs of HTML stays as it is")
    func signs() throws {
        #expect(try title("a &lt; b and c > d") == "a < b and c > d")
        #expect(try title("if x&lt;y then") == "if x<y then")
        #expect(try title("Vec&lt;T> in Rust") == "Vec<T> in Rust")
    }

    @Test("A title is one line, and blanks are collapsed")
    func line() throws {
        #expect(try title("\n a\n\t b&#10;c \n") == "a b c")
    }

    @Test("Blanks on both sides of a tag or an entity become one space, and none stays at the end of a line")
    func blanksAroundTags() throws {
        #expect(try title("<![CDATA[a <b> b </b> c &nbsp; d <p>]]>") == "a b c d")
        let item = try readChannel("<item><description>&lt;p>one &lt;br> two &lt;/p></description></item>").items[0]
        #expect(item.text == "one\ntwo")
    }

    @Test("Any text without markup keeps its characters, and each run of blanks becomes one space")
    func blanks() throws {
        var random = RandomSource(seed: 20)
        let characters = Array("ab.,:;!?\"'()#%*+-/=@\\^_`|~>é   \n\t")
        for _ in 0..<300 {
            let text = String((0..<random.below(30)).map { _ in characters[random.below(characters.count)] })
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let item = try readChannel(
                "<item><title>\(text)</title><description>\(text)</description><guid>1</guid></item>"
            ).items[0]
            #expect(item.title == words && item.text == words, "\(text.debugDescription)")
        }
    }

    @Test("Links that lead to scripts or files are left out, and addresses hold no control characters")
    func links() throws {
        let feed = try readChannel(
            """
            <link>javascript:alert(1)</link><item><link>file:///etc/passwd</link><guid>1</guid></item>
            <item><link> https://example.com/a b\u{9}c"&lt;&#27; </link></item><item><link>data:text/html,x</link><guid>2</guid>
            <enclosure url="ftp://example.com/x"/></item>
            """)
        #expect(feed.link == nil)
        #expect(feed.items.map(\.link) == [nil, "https://example.com/a%20bc%22%3C%E2%90%9B", nil])
        #expect(feed.items[2].enclosures.isEmpty)
    }
}
