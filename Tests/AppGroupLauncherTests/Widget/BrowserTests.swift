import Foundation
import TestSupport
import Testing

/// The page and the image in a real browser.
@Suite(.ownGroup) struct BrowserTests {
    /// An SVG image that would report its script and load a file if a browser did not treat it as an image.
    private static let hostileImage = """
        <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="document.title='ran'">\
        <script>parent.document.title = 'ran'; top.document.title = 'ran'</script>\
        <image href="file:///etc/passwd" width="9" height="9"/><rect width="9" height="9" fill="blue"/></svg>
        """

    @Test("A browser finds the counts, names and labels of the page, runs no scripts, and shows each image")
    func page() async throws {
        let svg = try TestGroup.current.makeFile("hostile.svg", Array(Self.hostileImage.utf8))
        let png = try TestGroup.current.makeFile("icon.png", ExampleImage.png)
        try await register("Tea", "--badge", "3", "--icon", svg, "--scheme", "tea")
        try await register("Coffee", "--badge", "1234", "--icon", png)
        try await launcher(
            "register", "org.example.x", "--name", "<img src=x onerror=\"document.title='ran'\">", "--terminal", "--",
            "/bin/true")
        // Another page inspects this one and reports its text and appearance.
        let page = try await printed("widget", "--format", "html")
        let probe = """
            <script>
            const page = \(try Self.literal(page));
            const frame = document.createElement('iframe');
            frame.onload = () => {
                const found = frame.contentDocument;
                const badges = [...found.querySelectorAll('.badge')];
                document.body.dataset.title = found.title;
                document.body.dataset.badges = badges.map(badge => badge.textContent).join(' ');
                document.body.dataset.labels = [...found.querySelectorAll('[aria-label]')].slice(1)
                    .map(each => each.getAttribute('aria-label')).join('|');
                document.body.dataset.images = [...found.images].map(each => each.naturalWidth > 0).join(' ');
                document.body.dataset.corner = badges.every(badge => {
                    const inner = badge.getBoundingClientRect(), icon = badge.parentElement.getBoundingClientRect();
                    return inner.left < icon.right && inner.right > icon.right && inner.top < icon.top
                        && inner.bottom > icon.top
                        && getComputedStyle(badge).backgroundColor === 'rgb(192, 28, 40)';
                });
            };
            frame.srcdoc = page;
            document.documentElement.appendChild(document.createElement('body')).appendChild(frame);
            </script>
            """
        let dump = try await Self.dump(probe, named: "probe.html")
        #expect(dump.contains("data-title=\"org.example.family: 1237 to do\""), "\(dump.prefix(2000))")
        #expect(dump.contains("data-badges=\"999+ 3\""))
        #expect(dump.contains("=\"Coffee, 1234|Tea, 3|"))
        #expect(dump.contains("data-images=\"true true\""))
        #expect(dump.contains("data-corner=\"true\""))
    }

    @Test("A browser finds the counts in the SVG image and runs no scripts")
    func image() async throws {
        let svg = try TestGroup.current.makeFile("hostile.svg", Array(Self.hostileImage.utf8))
        try await register("Tea", "--badge", "3", "--icon", svg, "--scheme", "tea")
        try await register("Coffee", "--badge", "1234")
        let image = try await printed("widget", "--format", "svg")
        let dump = try await Self.dump(image, named: "widget.svg")
        let counts = dump.matches(of: /class="count"[^>]*>([^<]*)</).map(\.1)
        #expect(counts == ["999+", "3"])
        #expect(dump.contains("<title id=\"title\">org.example.family: 1237 to do</title>"))
    }

    @Test("No name in the SVG image is wider than its tile", arguments: ["system-ui", "DejaVu Sans"])
    func names(font: String) async throws {
        let names = [
            "WWWWWWWWWWWWWWWWWWWWWWWWWWWW", "mmmmmmm mmmmmmm mmmmmmm", "Internationalization of everything",
            "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", "日本語のとても長い名前のアプリケーションです",
            "ЩЩЩЩЩЩЩЩЩЩЩЩ ЖЖЖЖЖЖЖЖЖЖЖЖ", "Ένα πολύ μακρύ ελληνικό όνομα", "@@@@@@@@@@@@@@@@@@@@@@@@@@",
        ]
        for (number, name) in names.enumerated() {
            try await launcher("register", "org.example.n\(number)", "--name", name, "--", "/bin/true")
        }
        let image = try await printed("widget", "--format", "svg", "--size", "large", "--columns", "8")
            .replacing("system-ui,sans-serif", with: "'\(font)',sans-serif")
        let page = """
            <!doctype html><meta charset="utf-8"><body>\(image)<script>
            const names = [...document.querySelectorAll('.name')], places = names.map(each => +each.getAttribute('x'));
            const pitch = Math.min(...places.filter(x => x > places[0])) - places[0];
            document.body.dataset.pitch = pitch;
            document.body.dataset.wide = names.filter(each => each.getComputedTextLength() > pitch)
                .map(each => each.textContent).join('|');
            document.body.dataset.longest = Math.max(...names.map(each => each.getComputedTextLength())) > 0.6 * pitch;
            </script>
            """
        let dump = try await Self.dump(page, named: "names.html")
        #expect(dump.contains("data-pitch=\"104\""))
        #expect(dump.contains("data-wide=\"\"") && dump.contains("data-longest=\"true\""), "\(dump.suffix(3000))")
    }

    private static func dump(_ text: String, named name: String) async throws -> String {
        let file = try TestGroup.current.makeFile(name, Array(text.utf8))
        let result = try await RunningProcess.run(
            "/usr/bin/chromium",
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--user-data-dir=\(TestGroup.current.folder)/browser", "--virtual-time-budget=5000", "--dump-dom",
                "file://\(file)",
            ], environment: TestGroup.current.environment)
        #expect(result.ending == .exit(0), "\(result.errors)")
        return result.output
    }

    /// Text as a JavaScript literal inside a page.
    private static func literal(_ text: String) throws -> String {
        let data = try JSONSerialization.data(withJSONObject: [text], options: [])
        return String(decoding: data, as: UTF8.self).dropFirst().dropLast().replacingOccurrences(of: "</", with: "<\\/")
    }
}
