import AppGroup
import AppGroupText
import AppGroupWidget
import Testing

@testable import AppGroup
@testable import AppGroupLauncher

/// The home screen in a terminal with colors, in which three icons are side by side.
struct HomeFrameTests {
    /// Three apps, the first with a badge.
    private static let apps = apps(badges: [3, 0, 0])

    private static func apps(badges: [BadgeCount]) -> [AppEntry] {
        zip(["A", "B", "C"] as [AppName], badges).map { name, badge in
            var record = AppRecord(
                id: AppID(stringLiteral: "org.example.\("\(name)".lowercased())"), name: name,
                launch: .terminal("/bin/true"), registered: Timestamp(milliseconds: 0))
            record.badge = badge
            return AppEntry(record, of: "org.example.family", availability: .installed, lastOpeningOfGroup: 0)
        }
    }

    private static func frame(
        _ settings: [FieldKey: FieldValue] = [:], graphics: TerminalGraphics? = nil, selecting keys: [Key] = [],
        apps: [AppEntry] = Self.apps, in layout: HomeLayout = HomeLayout(columns: 45, rows: 20)
    ) -> HomeFrame {
        var state = HomeState()
        state.show(apps, in: layout)
        for key in keys { _ = state.press(key, in: layout) }
        var look = HomeLook()
        look.group = GroupAppearance(settings)
        let screen = WidgetScreen(
            terminal: Terminal(isTerminal: true, columns: 45), graphics: graphics, hasColors: true, showsGrid: true)
        return HomeFrame(
            state, layout: layout, screen: screen, group: nil, look: look, hasImage: { _ in graphics != nil })
    }

    private static func plain(_ frame: HomeFrame) -> [[Character]] {
        frame.lines.map { Array($0.replacing(/\u{1B}\[[0-9;]*m/, with: "")) }
    }

    @Test("A frame is around the selected app, even if it is not the first")
    func selection() {
        let places: [(keys: [Key], column: Int)] = [([], 0), ([.right], 15)]
        for (keys, column) in places {
            let lines = Self.plain(Self.frame(selecting: keys))
            let (top, bottom) = (lines[2], lines[7])
            #expect(top.dropFirst(column).starts(with: "╭─────────────╮") && bottom[column] == "╰")
            for row in 3..<7 { #expect(lines[row][column] == "│" && lines[row][column + 14] == "│") }
            #expect(top.count { $0 == "╭" } == 1)
        }
    }

    @Test(
        "The cursor is on the name of the selected app, on the chosen line of a popup, or else behind what is typed",
        arguments: [HomeLayout(columns: 45, rows: 20), HomeLayout(columns: 20, rows: 20)])
    func cursor(layout: HomeLayout) {
        let next: Key = layout.isGrid ? .right : .down
        let places: [(keys: [Key], text: String)] = [
            ([], "A"), ([next], "B"), ([next, .control("i")], "Open "), ([next, .control("i"), .down], "Pin "),
            ([.character("z")], "▏"),
        ]
        for (keys, text) in places {
            let frame = Self.frame(selecting: keys, in: layout)
            let seen = Self.plain(frame)[frame.cursor.row].dropFirst(frame.cursor.column)
            #expect(seen.starts(with: text), "\(keys): \(String(seen))")
        }
    }

    @Test(
        "A count is over the corner of its icon, no matter how the icon is drawn",
        arguments: [nil, .kitty, .sixel] as [TerminalGraphics?])
    func counts(graphics: TerminalGraphics?) throws {
        let frame = Self.frame(graphics: graphics)
        // The icon is in the columns from 4 to 9, and the count with its spaces in those from 8 to 10.
        #expect(Self.plain(frame)[3][9] == "3")
        #expect(frame.lines[3].contains("\u{1B}[1;38;5;231;48;5;160m 3 "))
        guard graphics != nil else { return }
        let image = try #require(frame.images.first)
        #expect(image.row == 3 && image.column == 4 && image.count?.column == 8)
        #expect(image.count?.text.contains(" 3 ") == true && frame.images.dropFirst().allSatisfy { $0.count == nil })
    }

    @Test("No cell next to an icon stays red, however long the count", arguments: [7, 77, 777, 7777] as [BadgeCount])
    func longCounts(count: BadgeCount) throws {
        let line = Self.frame(apps: Self.apps(badges: [0, count, 0])).lines[3]
        #expect(line.split(separator: "48;5;160m").count == 2)
        let text = try #require(line.split(separator: "48;5;160m").last?.prefix { $0 != "\u{1B}" })
        #expect(text == " \(count.value > 999 ? "999+" : "\(count)") ")
    }

    @Test("A popup turns only the icons that it touches into letters, and no image is over it")
    func popup() {
        let layout = HomeLayout(columns: 160, rows: 20)
        var state = HomeState()
        let apps = (0..<8).map { Self.apps[$0 % 3] }
        state.show(apps, in: layout)
        let screen = WidgetScreen(
            terminal: Terminal(isTerminal: true, columns: 160), graphics: .kitty, hasColors: true, showsGrid: true)
        func images() -> [HomeFrame.Image] {
            HomeFrame(state, layout: layout, screen: screen, group: nil, hasImage: { _ in true }).images
        }
        #expect(images().count == 8)
        state.popup = .help
        let box = HomePopupBox(.help, in: layout)
        let left = images()
        #expect(!left.isEmpty && left.count < 8)
        for image in left {
            let columns = image.column..<image.column + layout.tile.iconColumns
            #expect(!box.touches(rows: image.row..<image.row + layout.tile.iconRows, columns: columns))
        }
    }

    @Test("The keys in the help are complete, however narrow the terminal is", arguments: [22, 28, 40, 60, 80])
    func narrowHelp(columns: Int) {
        let layout = HomeLayout(columns: columns, rows: 60)
        var state = HomeState()
        state.show(Self.apps, in: layout)
        state.popup = .help
        let screen = WidgetScreen(
            terminal: Terminal(isTerminal: true, columns: columns), hasColors: true, showsGrid: true)
        let frame = HomeFrame(state, layout: layout, screen: screen, group: nil, hasImage: { _ in false })
        let lines = Self.plain(frame).map { String($0) }
        for keys in ["Tab, right click", "PgUp, PgDn, wheel", "Ctrl-u, Ctrl-w"] {
            #expect(lines.contains { $0.contains(keys) }, "\(keys): \(lines)")
        }
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
    }

    @Test(
        "A screen without apps shows the whole command that lists all of the group, however narrow the terminal is",
        arguments: [20, 60], [nil, "x.y"] as [GroupID?])
    func narrowAbsence(columns: Int, group: GroupID?) {
        let layout = HomeLayout(columns: columns, rows: 10)
        var state = HomeState()
        state.show([], in: layout)
        let screen = WidgetScreen(
            terminal: Terminal(isTerminal: true, columns: columns), hasColors: true, showsGrid: true)
        let frame = HomeFrame(state, layout: layout, screen: screen, group: group, hasImage: { _ in false })
        let text = Self.plain(frame).map { String($0) }.joined(separator: " ")
        let list = group.command("list --all")
        #expect(text.split(separator: " ").joined(separator: " ").contains("To list all: \(list)"))
    }

    @Test(
        "What is typed is shown up to the cursor, and the keys only next to a whole search",
        arguments: [30, 31, 40, 80])
    func longSearch(columns: Int) {
        let layout = HomeLayout(columns: columns, rows: 20)
        let screen = WidgetScreen(
            terminal: Terminal(isTerminal: true, columns: columns), hasColors: true, showsGrid: true)
        var state = HomeState()
        state.show(Self.apps, in: layout)
        for character in "archive of last year and the one before, with attachments" {
            _ = state.press(.character(character), in: layout)
            let frame = HomeFrame(state, layout: layout, screen: screen, group: nil, hasImage: { _ in false })
            let line = String(Self.plain(frame)[1])
            let whole = "Search: \(state.query)▏"
            let end = whole.suffix(columns - 1 - "Search: …".count)
            #expect(line.hasPrefix(whole) || line.hasPrefix("Search: …\(end)") && !line.contains("help"), "\(line)")
        }
    }

    @Test("The frame has the group's accent, and icons stay close together if the settings say so")
    func look() {
        let (plain, red) = (Self.frame(), Self.frame(["accent": "#ff0000"]))
        #expect(red.lines[2].hasPrefix("\u{1B}[1m\u{1B}[38;5;196m╭") && !plain.lines[2].contains("5;196m"))
        let (wide, compact) = (HomeLayout(columns: 100, rows: 24), HomeLayout(columns: 100, rows: 24, isCompact: true))
        #expect(wide.pitch == 16 && compact.pitch == 15 && wide.perLine == compact.perLine)
    }

    @Test("A name is shortened in the same way while the apps that begin alike are not on the screen")
    func namesAlike() {
        let names: [AppName] = ["Quarterly Report 2023", "Quarterly Report 2024"]
        let apps = zip(["a", "b"], names).map { id, name in
            let record = AppRecord(
                id: AppID(stringLiteral: "org.example.\(id)"), name: name, launch: .terminal("/bin/true"),
                registered: Timestamp(milliseconds: 0))
            return AppEntry(record, of: "org.example.family", availability: .installed, lastOpeningOfGroup: 0)
        }
        func text(_ keys: [Key]) -> String {
            Self.plain(Self.frame(selecting: keys, apps: apps)).map { String($0) }.joined()
        }
        #expect(text([]).contains("Quarte…t 2023") && text([]).contains("Quarte…t 2024"))
        let found = text("2024".map { .character($0) })
        #expect(!found.contains("2023") && found.contains("Quarte…t 2024"))
    }

    @Test(
        "Icons are as large as the settings say, and every line of a tile is as wide as the tile",
        arguments: GroupAppearance.Size.allCases)
    func sizes(size: GroupAppearance.Size) throws {
        let tile = TileSize(size)
        let layout = HomeLayout(columns: 100, rows: 30, tile: tile)
        var state = HomeState()
        state.show(Self.apps, in: layout)
        for hasColors in [true, false] {
            let screen = WidgetScreen(
                terminal: Terminal(isTerminal: true, columns: 100), hasColors: hasColors, showsGrid: true)
            for app in Self.apps {
                let lines = Tile(WidgetItem(app), size: tile).lines(on: screen).map {
                    $0.replacing(/\u{1B}\[[0-9;]*m/, with: "")
                }
                #expect(lines.count == tile.iconRows + 1 && lines.allSatisfy { DisplayWidth.of($0) == tile.width })
                let letters = Initials(of: app).letters
                #expect(lines.dropLast().count { $0.contains(letters) } == 1, "\(lines)")
            }
            let frame = HomeFrame(state, layout: layout, screen: screen, group: nil, hasImage: { _ in true })
            let images = frame.images
            #expect(images.count == Self.apps.count)
            // No image is over another one, or over a name.
            for (one, next) in zip(images, images.dropFirst()) where one.row == next.row {
                #expect(next.column >= one.column + tile.iconColumns)
            }
            let first = try #require(images.first)
            let name = Self.plain(frame)[first.row + tile.iconRows]
            #expect(String(name).contains("\(first.app.name)"))
        }
        #expect(tile.width >= 15 && (tile == .medium) == (size == .medium))
    }
}
