import AppGroup
import AppGroupText
import Foundation
import TestSupport
import Testing

@testable import AppGroupWidget

/// A tool chooses its own name. No name may be drawn as anything but text.
@Suite(.ownGroup) struct HostileNameTests {
    static let names: [AppName] = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "a & b &amp; c", "]]> --> </svg>", "'; x='",
        "%{A1:touch pwned:}x%{A}", "%%{F#f00}", "#[fg=red]#(touch pwned)#{pid}", "100%H", "<span color='red'>x</span>",
        #"back\slash "quoted""#, "日本語 é 👩‍👩‍👧",
    ]

    private static func widget(_ name: AppName) -> Widget {
        Widget([.fake(name, badge: 5, schemes: ["tea"])], layout: .small)
    }

    @Test("Independent parsers find only text in the names on an HTML page and in an SVG image", arguments: names)
    func markup(name: AppName) async throws {
        let result = try await Self.python(
            """
            import html.parser, sys, xml.dom.minidom
            page, image, name = sys.argv[1:]
            class Reader(html.parser.HTMLParser):
                tags, texts, labels = [], [], []
                def handle_starttag(self, tag, attributes):
                    self.tags.append(tag); self.labels.append(dict(attributes).get("aria-label"))
                    assert not [key for key, _ in attributes if key.startswith("on")], attributes
                def handle_data(self, data): self.texts.append(data)
            reader = Reader(); reader.feed(page); reader.close()
            assert name in reader.texts, reader.texts
            assert name + ", 5" in reader.labels, reader.labels
            assert set(reader.tags) <= {"html", "head", "meta", "title", "style", "body", "main", "header", "h1", "p",
                "section", "h2", "ul", "li", "a", "span", "img"}, reader.tags
            tree = xml.dom.minidom.parseString(image)
            names = {node.tagName for node in tree.getElementsByTagName("*")}
            assert names <= {"svg", "title", "style", "rect", "text", "a", "g", "image"}, names
            titles = [node.firstChild.data for node in tree.getElementsByTagName("title")]
            assert name + ", 5" in titles, titles
            """,
            Self.widget(name).drawn(as: .html), Self.widget(name).drawn(as: .svg), "\(name)")
        #expect(result.ending == .exit(0), "\(result.errors)")
    }

    @Test("Status bars get names as text without markup", arguments: names)
    func bars(name: AppName) async throws {
        let widget = Self.widget(name)
        let result = try await Self.python(
            """
            import json, sys, xml.dom.minidom
            waybar, i3blocks, name = sys.argv[1:]
            waybar, i3blocks = json.loads(waybar), json.loads(i3blocks)
            for key in ("text", "tooltip"):
                node = xml.dom.minidom.parseString("<markup>" + waybar[key] + "</markup>").documentElement
                assert all(child.nodeType == child.TEXT_NODE for child in node.childNodes), waybar
                assert name in "".join(child.data for child in node.childNodes), waybar
            assert i3blocks["full_text"] == name + " 5" and i3blocks["markup"] == "none", i3blocks
            """, widget.drawn(as: .waybar), widget.drawn(as: .i3blocks), "\(name)")
        #expect(result.ending == .exit(0), "\(result.errors)")
        let tags = try widget.drawn(as: .polybar).matches(of: Regex(#"%\{([^}]*)\}"#, as: (Substring, Substring).self))
        #expect(tags.map { $0.1.prefix(1) } == ["A", "F", "F", "A"])
    }

    @Test("Every widget format except text is one line", arguments: WidgetFormat.allCases.filter { $0 != .text }, names)
    func oneLine(format: WidgetFormat, name: AppName) {
        #expect(!Self.widget(name).drawn(as: format).contains { $0.isNewline })
    }

    @Test("A scheme that a browser would run never becomes a link, even if it is in the registry")
    func schemes() {
        let widget = Widget([.fake("A", schemes: ["javascript", "data"])])
        #expect(!widget.drawn(as: .html).contains("href"))
        #expect(!widget.drawn(as: .svg).contains("href"))
    }

    private static func python(_ script: String, _ arguments: String...) async throws -> RunningProcess.Result {
        try await RunningProcess.run(
            Python.interpreter.path, ["-c", script] + arguments, environment: TestGroup.current.environment)
    }
}
