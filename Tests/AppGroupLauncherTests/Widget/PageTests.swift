import Foundation
import TestSupport
import Testing

/// The page in Chromium, driven by pages.py.
@Suite(.ownGroup) struct PageTests {
    private static let names = [
        "Tea", "Coffee", "A name that is much longer than any tile and goes on",
        "Donaudampfschifffahrtsgesellschaftskapitän", "بريد وارد", "דואר נכנס", "日本語メール", "<b>bold</b>", "👩‍👩‍👧 Family",
    ]

    @Test("axe-core finds nothing on the page, light and dark, wide and narrow, with few, many and no apps")
    func accessible() async throws {
        var pages = [try await page("empty")]
        try await register("Tea", "--badge", "3", "--scheme", "tea")
        pages.append(try await page("one"))
        for (number, name) in Self.names.enumerated() {
            try await printed(
                "register", "org.example.n\(number)", "--name", name, "--scheme", "name\(number)", "--badge",
                "\(number % 3 * 400)", "--terminal", "--", "/bin/true")
        }
        for number in 0..<40 { try await register("Application\(number)") }
        try await printed("open", "application7")
        pages.append(try await page("many"))
        for (key, value) in [("theme", "dark"), ("accent", "#ffff00"), ("density", "compact"), ("size", "large")] {
            try await printed("settings", "set", key, value)
        }
        try await printed("settings", "set", "name", "Τα εργαλεία μου, a heading that is longer than a phone is wide")
        pages.append(try await page("dark"))
        try await printed("settings", "set", "theme", "light")
        try await printed("settings", "set", "accent", "#000033")
        pages.append(try await page("light", "--limit", "2"))
        let found = try await Self.chromium(["check"] + pages)
        #expect(found == "[]\n")
    }

    @Test("A page in a file shows changes without reloading, and keeps the focus, the position and unchanged images")
    func follows() async throws {
        let icon = try TestGroup.current.makeFile("icon.png", ExampleImage.png)
        try await register("Tea", "--badge", "3", "--scheme", "tea", "--icon", icon)
        try await register("Coffee", "--scheme", "coffee")
        for number in 0..<20 { try await register("App\(number)", "--scheme", "app\(number)") }
        let path = "\(TestGroup.current.folder)/page.html"
        let widget = try BuiltProgram.launcher.start("widget", "--format", "html", "--follow", "--output", path)
        #expect(await comesTrue { FileManager.default.fileExists(atPath: path) }, "\(widget.errors)")
        let answer = try await Self.chromium(["follow", path, BuiltProgram.launcher.path])
        let states = try #require(
            try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [[String: Any]], "\(answer)")
        #expect(states.count == 5)
        for state in states {
            #expect(state["mark"] as? String == "not reloaded" && state["focus"] as? String == "tea:", "\(state)")
            #expect(state["scroll"] as? Int == 120 && state["isOutlined"] as? Bool == true, "\(state)")
            #expect(state["isSameImage"] as? Bool == true, "\(state)")
        }
        #expect(Set(states.compactMap { $0["history"] as? Int }).count == 1)
    }

    @Test("Another page that shows the page in a frame gets none of its content")
    func keepsContent() async throws {
        try await register("Tea", "--badge", "3")
        let path = "\(TestGroup.current.folder)/page.html"
        let widget = try BuiltProgram.launcher.start("widget", "--format", "html", "--follow", "--output", path)
        #expect(await comesTrue { FileManager.default.fileExists(atPath: path) }, "\(widget.errors)")
        let thief = try TestGroup.current.makeFile(
            "thief.html",
            Array(
                """
                <script>const told = []; addEventListener('message', event => told.push(event.data))</script>
                <iframe name="launcher:" src="page.html"></iframe>
                """.utf8))
        #expect(try await Self.chromium(["steal", path, thief]) == "[\"\"]\n")
    }

    private func page(_ name: String, _ options: String...) async throws -> String {
        let text = try await printed(["widget", "--format", "html", "--size", "large"] + options)
        return try TestGroup.current.makeFile("\(name).html", Array(text.utf8))
    }

    private static func chromium(_ words: [String]) async throws -> String {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let root = tests.appending(path: "../../..").standardized
        let result = try await RunningProcess.run(
            Python.interpreter.path,
            [
                "-B", tests.appending(path: "pages.py").path,
                root.appending(path: "server/Tests/CatalogServerTests/Browser").path,
                root.appending(path: ".build/tools/axe-playwright-python-0.1.8/axe_playwright_python/axe.min.js").path,
            ] + words, environment: TestGroup.current.environment)
        #expect(result.ending == .exit(0), "\(result.errors)")
        return result.output
    }
}
