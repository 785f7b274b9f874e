import AppGroup
import AppGroupText
import Foundation
import TestSupport
import Testing

@testable import AppGroupWidget

struct TextTests {
    static let image = AppIcon.image(format: .png, digest: String(repeating: "a", count: 64))

    private static func screen(_ columns: Int, colors: Bool = true, _ graphics: TerminalGraphics? = nil)
        -> WidgetScreen
    {
        WidgetScreen(
            terminal: Terminal(isTerminal: true, columns: columns, noColor: colors ? nil : "1"), graphics: graphics,
            hasColors: colors, showsGrid: true)
    }

    private static func unstyled(_ text: String) -> [Substring] {
        text.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test("A widget in a file or pipe has one line for each row")
    func plain() {
        #expect(
            Widget(AppEntry.five).drawn(as: .text)
                == "Needs you: E (7) · A (3) · C (1)\nLikely next: B · D\nTo do: 11")
        #expect(Widget([]).drawn(as: .text) == "Nothing yet")
    }

    @Test("No line of a widget is wider than the terminal, for any names", arguments: [1, 5, 20, 29, 30, 80, 200])
    func widths(columns: Int) {
        let apps =
            AppEntry.five + [
                .fake("日本語メール日本語メール", id: "org.example.f", badge: 12345, opened: 8, count: 3),
                .fake("A name that is much longer than any tile", id: "org.example.g", badge: 88, opened: 9, count: 3),
            ]
        for colors in [true, false] {
            for apps in [apps, []] {
                let text = Widget(apps, layout: WidgetLayout(size: .large)).drawn(
                    as: .text, on: Self.screen(columns, colors: colors))
                for line in Self.unstyled(text) where columns >= 2 {
                    #expect(DisplayWidth.of(String(line)) <= columns, "\(line)")
                }
                #expect(colors || !text.contains("\u{1B}"))
            }
        }
    }

    @Test("Names that begin alike are shortened in the middle, so that they can be told apart, and others at the end")
    func namesAlike() {
        let names: [AppName] = ["Quarterly Report 2023", "Quarterly Report 2024", "Mail of the company", "Tea"]
        let apps = zip(["a", "b", "c", "d"], names).map {
            AppEntry.fake($1, id: AppID(stringLiteral: "org.example.\($0)"))
        }
        let text = Widget(apps).drawn(as: .text, on: Self.screen(100, colors: false))
        let shown = ["Mail of the …", "Quarte…t 2023", "Quarte…t 2024", "Tea"]
        #expect(Self.unstyled(text).contains { line in shown.allSatisfy { line.contains($0) } }, "\(text)")
    }

    @Test(
        "Names that begin and end alike show where they differ, and an ellipsis for all that they lose",
        arguments: [
            [("Quarterly Report 2023 (draft)", "Qua…3 (draft)"), ("Quarterly Report 2024 (draft)", "Qua…4 (draft)")],
            [
                ("Application 1", "Application 1"), ("Application 1 (beta)", "Appl…1 (beta)"),
                ("Application 2 (beta)", "Appl…2 (beta)"), ("Application 1 (alpha)", "App…1 (alpha)"),
                ("Application 2 (alpha)", "App…2 (alpha)"),
            ],
            [("Application 1", "Application 1"), ("Application 1 (beta)", "Application …")],
            [
                ("Quarterly Report 2023 of the company", "Quarte… 2023…"),
                ("Quarterly Report 2024 of the company", "Quarte… 2024…"),
            ],
            [("Xyz Xyz Xyz Xyz", "Xyz Xyz Xyz …"), ("Xyz Xyz Xyz Xyz Xyz", "Xyz Xy… Xyz …")],
        ])
    func namesThatEndAlike(names: [(name: AppName, shown: String)]) {
        let apps = names.enumerated().map { AppEntry.fake($1.name, id: AppID(stringLiteral: "org.example.a\($0)")) }
        let tiles = TileNames(apps)
        #expect(apps.map { tiles.shortened(SafeText("\($0.name)")).description } == names.map(\.shown))
    }

    @Test("Names that are equal, or too long in a different way, are shortened at the end")
    func namesNotAlike() {
        let apps: [AppEntry] = [
            .fake("Quarterly Report 2023", id: "org.example.a"), .fake("Quarterly Report 2023", id: "org.example.b"),
            .fake("Quarterly Re…", id: "org.example.c"), .fake("受信箱のメール一覧", id: "org.example.d"),
        ]
        let names = TileNames(apps)
        let shown = apps.map { names.shortened(SafeText("\($0.name)")).description }
        #expect(shown == ["Quarterly Re…", "Quarterly Re…", "Quarterly Re…", "受信箱のメー…"])
    }

    @Test("The count is at the icon's upper right corner, above the name")
    func corner() {
        let lines = Self.unstyled(
            Widget([.fake("Tea", badge: 42)]).drawn(as: .text, on: Self.screen(80, colors: false)))
        #expect(
            lines.prefix(5).map { $0.trimmingCharacters(in: .whitespaces) } == [
                "Needs you", "┌────┐(42)", "│ TE │", "└────┘", "Tea",
            ])
    }

    @Test(
        "A terminal that supports images gets them over empty cells, and initials for apps without one",
        arguments: TerminalGraphics.allCases)
    func images(graphics: TerminalGraphics) {
        let apps: [AppEntry] = [
            .fake("Tea", icon: Self.image), .fake("Coffee", id: "org.example.c", icon: Self.image),
        ]
        let text = Widget(apps).drawn(as: .text, on: Self.screen(80, graphics)) { app in
            app.name == "Tea" ? ExampleImage.png : [1, 2, 3]
        }
        let drawing = graphics.drawing(ExampleImage.png, columns: 6, rows: 3)
        #expect(text.components(separatedBy: drawing).count == 2)
        // Coffee comes first, so Tea's icon is in the second tile.
        #expect(text.contains("\u{1B}7\u{1B}[5A\r\u{1B}[18C\(drawing)\u{1B}8"))
        #expect(text.contains(" CO ") && !text.contains(" TE "))
    }
}
