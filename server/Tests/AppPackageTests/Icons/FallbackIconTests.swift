@testable import AppPackage
import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("Drawn icons")
struct FallbackIconTests {
    /// Names, each with the character that its icon shows.
    private static let names: [(String, String)] = [
        ("Rooms", "R"), ("rooms", "r"), ("  Visa ", "V"), ("<script>", "<"), ("&amp;", "&"), (">", ">"), ("\"'", "\""),
        ("<\u{338}b", "<\u{338}"), ("漢字", "漢"), ("مرحبا", "م"), ("日本", "日"), ("e\u{301}clair", "e\u{301}"),
        ("éclair", "é"),
        ("👨‍👩‍👧‍👦 Family", "👨‍👩‍👧‍👦"), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"), ("🇩🇪🇫🇷", "🇩🇪"), ("👍🏽", "👍🏽"),
        ("\u{202E}evil", "e"), ("\u{0}\u{1B}[31mred", "["), ("\u{200D}\u{FEFF}a", "a"), ("नमस्ते", "न"),
        ("\u{FFFF}x", "x"),
        ("", ""), ("   ", ""), ("\u{200B}", ""), ("\u{10FFFF}", "\u{10FFFF}"), ("]]>", "]"),
    ]

    @Test("A drawn icon shows the first character of the name, as an XML parser reads it", arguments: names)
    func showsInitial(name: String, initial: String) throws {
        let text: String = try Python.run(
            """
            import xml.etree.ElementTree
            root = xml.etree.ElementTree.fromstring(base64.b64decode(given))
            assert root.tag == '{http://www.w3.org/2000/svg}svg'
            rectangle, text = root
            assert rectangle.tag.endswith('}rect') and text.tag.endswith('}text') and not len(text)
            answer = text.text or ''
            """, given: Data(FallbackIcon.svg(name: name, id: "com.example.a")))
        #expect(Array(text.unicodeScalars) == Array(initial.unicodeScalars))
    }

    @Test("librsvg renders a drawn icon as a square with something on it", arguments: names)
    func isDrawn(name: String, initial: String) throws {
        let folder = try TemporaryFolder()
        let drawing = try folder.write("icon.svg", FallbackIcon.svg(name: name, id: "com.example.a"))
        let image = "\(folder.path)/icon.png"
        let answer = try Finished.run(["/usr/bin/rsvg-convert", "-o", image, drawing])
        #expect(answer.status == 0, "\(answer.errors)")
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: image)))
        let header = try PNGFile(bytes[...], named: "x").header
        #expect(header.width == 256 && header.height == 256)
    }

    @Test("A group accepts a drawn icon", arguments: names)
    func isTaken(name: String, initial: String) throws {
        let svg = FallbackIcon.svg(name: name, id: "com.example.a")
        #expect(throws: Never.self) { try VectorIcon.check(svg, named: "x") }
        let registry = Registry(group: "com.example.tools", storage: InMemoryStorage())
        _ = try registry.register(
            AppDescription(
                id: "com.example.a", name: "A", icon: .svg(svg), launch: .terminal("/bin/true")))
    }

    @Test("A drawn icon is small, however many marks are combined")
    func isSmall() {
        let name = "Z" + String(repeating: "\u{301}", count: 100_000)
        #expect(FallbackIcon.svg(name: name, id: "com.example.a").count < 1000)
    }

    @Test("A drawn icon is the same for the same app, and its color depends on the identifier regardless of case")
    func isStable() {
        let icon = FallbackIcon.svg(name: "Rooms", id: "com.example.rooms")
        #expect(icon == FallbackIcon.svg(name: "Rooms", id: "com.Example.Rooms"))
        #expect(String(decoding: icon, as: UTF8.self).contains("fill=\"#"))
        let some = Set((0..<200).map { FallbackIcon.svg(name: "Rooms", id: "com.example.app\($0)") })
        #expect(some.count == 16)
    }
}
