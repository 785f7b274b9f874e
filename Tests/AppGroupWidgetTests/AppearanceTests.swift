import AppGroup
import Foundation
import TestSupport
import Testing

@testable import AppGroupWidget

/// Pages and images in the look of their group.
struct AppearanceTests {
    private static func widget(_ count: Int, _ settings: [FieldKey: FieldValue] = [:]) -> Widget {
        let apps = (0..<count).map { AppEntry.fake("A", id: AppID(stringLiteral: "org.example.a\($0)")) }
        return Widget(
            apps, layout: WidgetLayout(size: .medium, isComplete: true), group: "org.example.family",
            appearance: GroupAppearance(settings))
    }

    private static func size(_ image: String) throws -> (width: Int, height: Int) {
        let match = try #require(image.firstMatch(of: /viewBox="0 0 ([0-9]+) ([0-9]+)"/))
        return (Int(match.1) ?? 0, Int(match.2) ?? 0)
    }

    @Test("An image has at most as many apps side by side as was asked for, and otherwise 8", arguments: [1, 3, 8, 60])
    func columns(count: Int) throws {
        var widget = Self.widget(count)
        let plain = widget.drawn(as: .svg)
        #expect(try Self.size(plain).width <= 1000)
        #expect(plain.components(separatedBy: "class=\"name\"").count - 1 == count)
        var sizes: [(width: Int, height: Int)] = []
        for columns in [1, 5, 60] {
            widget = Widget(
                widget.rows.flatMap(\.items).map(\.app), layout: Self.layout(columns), group: "org.example.family")
            let image = widget.drawn(as: .svg)
            sizes.append(try Self.size(image))
            #expect(image.components(separatedBy: "class=\"name\"").count - 1 == count)
            // Each name is inside the image.
            for match in image.matches(of: /class="name" x="([0-9]+)" y="([0-9]+)"/) {
                #expect(
                    Int(match.1) ?? 0 < sizes[sizes.count - 1].width
                        && Int(match.2) ?? 0 < sizes[sizes.count - 1].height)
            }
        }
        #expect(sizes[0].width <= sizes[1].width && sizes[1].width <= sizes[2].width)
        #expect(sizes[0].height >= sizes[1].height && sizes[1].height >= sizes[2].height)
    }

    private static func layout(_ columns: Int) -> WidgetLayout {
        var layout = WidgetLayout(size: .medium, isComplete: true)
        layout.columns = columns
        return layout
    }

    @Test("A page and an image are as light or dark, as large and as dense as the group's settings say")
    func themes() throws {
        for format in [WidgetFormat.html, .svg] {
            #expect(Self.widget(3).drawn(as: format).contains("prefers-color-scheme"))
            let light = Self.widget(3, ["theme": "light"]).drawn(as: format)
            let dark = Self.widget(3, ["theme": "dark", "accent": "#123456"]).drawn(as: format)
            #expect(!light.contains("prefers-color-scheme") && !dark.contains("prefers-color-scheme"))
            #expect(light.contains(WidgetPalette.light.card) && !light.contains(WidgetPalette.dark.card))
            #expect(dark.contains(WidgetPalette.dark.card) && !dark.contains(WidgetPalette.light.text))
            #expect(dark.contains("#123456") && !light.contains("#123456"))
            #expect(Self.widget(3, ["name": "My <tools>"]).drawn(as: format).contains(">My &lt;tools&gt;<"))
            #expect(Self.widget(3).drawn(as: format).contains(">org.example.family<"))
        }
        let looks: [[FieldKey: FieldValue]] = [["size": "small"], [:], ["size": "large"], ["density": "compact"]]
        let widths = try looks.map { try Self.size(Self.widget(3, $0).drawn(as: .svg)).width }
        #expect(widths[0] < widths[1] && widths[1] < widths[2] && widths[3] < widths[1])
    }

    @Test("A page and an image show the icon that a theme has for dark backgrounds, if the group's settings allow both")
    func darkIcons() throws {
        let sandbox = try LaunchingSandbox()
        for (theme, color) in [("Own", "#ffffff"), ("Own-dark", "#000000")] {
            try sandbox.write("data/icons/\(theme)/index.theme", "[Icon Theme]\nDirectories=48\n[48]\nSize=48\n")
            try sandbox.write(
                "data/icons/\(theme)/48/tea.svg",
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><path fill=\"\(color)\" d=\"M0 0\"/></svg>"
            )
        }
        func drawn(_ format: WidgetFormat, _ theme: String, _ icons: String) -> (light: Bool, dark: Bool, text: String)
        {
            let widget = Widget(
                [.fake("A", icon: .named("tea"))], group: "org.example.family",
                appearance: GroupAppearance(["theme": .string(theme)]))
            let text = widget.drawn(as: format, theme: IconTheme(sandbox.environment(["APP_GROUP_ICON_THEME": icons])))
            let images = text.matches(of: /base64,([A-Za-z0-9+\/=]+)/).compactMap {
                Data(base64Encoded: String($0.1)).map { String(decoding: $0, as: UTF8.self) }
            }
            return (images.contains { $0.contains("#fff") }, images.contains { $0.contains("#000") }, text)
        }
        for format in [WidgetFormat.html, .svg] {
            for icons in ["Own", "Own-dark"] {
                let both = drawn(format, "auto", icons)
                #expect(both.light && both.dark)
                #expect(
                    both.text.contains(
                        format == .html ? "<source media=\"(prefers-color-scheme:dark)\"" : "class=\"dark\""))
                let (light, dark) = (drawn(format, "light", icons), drawn(format, "dark", icons))
                #expect(light.light && !light.dark && dark.dark && !dark.light)
            }
        }
        // The home screen, which has one image of each app.
        for icons in ["Own", "Own-dark"] {
            let theme = IconTheme(sandbox.environment(["APP_GROUP_ICON_THEME": icons]))
            func folder(_ look: GroupAppearance.Theme) -> String? {
                theme.fitting(look).file(of: "tea", size: 48)?.split(separator: "/").dropLast(2).last.map(String.init)
            }
            #expect(folder(.light) == "Own" && folder(.dark) == "Own-dark" && folder(.auto) == icons)
        }
    }

    @Test("An image shows a long name in two lines, and a very long one until the end of the second")
    func longNames() throws {
        func lines(_ name: AppName, _ settings: [FieldKey: FieldValue]) -> [String] {
            Widget([.fake(name)], appearance: GroupAppearance(settings)).drawn(as: .svg)
                .matches(of: /class="name"[^>]*>([^<]*)</).map { String($0.1) }
        }
        #expect(lines("Meeting rooms", ["size": "small", "density": "compact"]) == ["Meeting", "rooms"])
        #expect(lines("Tea", ["size": "small"]) == ["Tea"])
        let long = lines("A rather long name of an application", ["size": "small"])
        #expect(long.count == 2 && long[1].hasSuffix("…"))
        #expect(lines("Incomprehensibilities", [:]) == ["Incomprehensi", "bilities"])
    }

    @Test(
        "A very long name in an image is shortened between characters, and its title is the whole name",
        arguments: [
            "WWWWWWWWWWWWWWWWWWWWWWWWW", "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", "é e\u{301}é e\u{301}éééééééééééééééééééééééé",
            "日本語のとても長い名前のアプリケーションです",
        ] as [AppName])
    func veryLongNames(name: AppName) throws {
        let image = Widget([.fake(name)]).drawn(as: .svg)
        let lines = image.matches(of: /class="name"[^>]*>([^<]*)</).map { String($0.1) }
        #expect(lines.count == 2 && lines[1].hasSuffix("…"))
        let shown = lines.joined().dropLast()
        // Both are compared without spaces, because a line may end at one.
        let whole = Array("\(name)".filter { $0 != " " })
        #expect(shown.count >= 6 && whole.starts(with: shown.filter { $0 != " " }))
        #expect(image.contains("<title>\(name)</title>"))
    }

    @Test("A page without updates runs nothing; with them, its policy allows its one script")
    func policy() throws {
        let plain = Self.widget(1).drawn(as: .html)
        #expect(!plain.contains("<script") && plain.contains("default-src 'none'") && !plain.contains("script-src"))
        let page = Self.widget(1).drawn(as: .html, updates: PageUpdates(secret: "s3cret"))
        #expect(page.contains("script-src 'sha256-") && !page.contains("script-src 'unsafe-inline'"))
        #expect(page.components(separatedBy: "<script").count == 2 && page.components(separatedBy: "s3cret").count == 2)
        #expect(PageUpdates().secret != PageUpdates().secret && PageUpdates().secret.count > 20)
    }

    @Test("Names and headings have a contrast of 7 to 1 in the light and the dark colors")
    func contrast() {
        for palette in [WidgetPalette.light, .dark] {
            for color in [palette.text, palette.faint] {
                #expect(Self.contrast(color, palette.card) >= 7, "\(color) on \(palette.card)")
            }
        }
    }

    /// The formula of WCAG 2.2, “contrast ratio” and “relative luminance”.
    private static func contrast(_ one: String, _ other: String) -> Double {
        let lights = [one, other].map { color -> Double in
            let number = Int(color.dropFirst(), radix: 16) ?? 0x808080
            let parts = [16, 8, 0].map { shift -> Double in
                let part = Double(number >> shift & 255) / 255
                return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05
        }
        return max(lights[0], lights[1]) / min(lights[0], lights[1])
    }
}
