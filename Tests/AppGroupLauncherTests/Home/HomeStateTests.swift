import AppGroup
import AppGroupHome
import AppGroupText
import AppGroupWidget
import Foundation
import Testing

@testable import AppGroup
@testable import AppGroupLauncher

struct HomeStateTests {
    /// Two lines with three icons each.
    static let layout = HomeLayout(columns: 45, rows: 14)

    private static func apps(_ count: Int) -> [AppEntry] {
        (0..<count).compactMap { number in
            guard let id = try? AppID("org.example.app\(number)"), let name = try? AppName("App \(number)") else {
                return nil
            }
            let record = AppRecord(
                id: id, name: name, launch: .terminal("/bin/true"), registered: Timestamp(milliseconds: 0))
            return AppEntry(record, of: "org.example.family", availability: .installed, lastOpeningOfGroup: 0)
        }
    }

    private static func state(_ count: Int, _ keys: [Key] = []) -> HomeState {
        var state = HomeState()
        state.show(apps(count), in: layout)
        for key in keys { _ = state.press(key, in: layout) }
        return state
    }

    @Test("The layout in this suite has the expected size")
    func layout() {
        #expect(Self.layout.perLine == 3 && Self.layout.isGrid)
        #expect(Self.state(11).grid.visibleLines.map(\.apps) == [0..<3, 3..<6])
        #expect(!HomeLayout(columns: 20, rows: 24).isGrid && !HomeLayout(columns: 80, rows: 8).isGrid)
    }

    @Test(
        "Arrow keys move over the grid and stop at its ends",
        arguments: [
            ([.right, .right, .right], 3), ([.left], 0), ([.down], 3), ([.down, .up], 0), ([.up], 0),
            ([.down, .down, .down, .down], 9), ([.end], 10), ([.end, .right], 10), ([.end, .home], 0),
            ([.right, .down, .down, .down], 10), ([.end, .down], 10), ([.pageDown], 6), ([.pageDown, .pageDown], 10),
            ([.right, .pageDown, .pageUp, .pageUp], 1), ([.control("n"), .control("f"), .control("b")], 3),
        ] as [([Key], Int)])
    func arrows(keys: [Key], selection: Int) {
        #expect(Self.state(11, keys).selection == selection)
    }

    @Test("The selected app is always on the screen", arguments: 0..<11)
    func sight(place: Int) {
        var state = Self.state(11, Array(repeating: .right, count: place))
        for layout in [Self.layout, HomeLayout(columns: 20, rows: 6), HomeLayout(columns: 300, rows: 80), Self.layout] {
            state.fit(layout)
            #expect(state.grid.visibleLines.contains { $0.apps.contains(place) })
            #expect(state.selection == place)
        }
    }

    @Test("Typing narrows the apps, and Escape clears the search before it leaves")
    func typing() {
        var state = Self.state(11, [.right, .character("1"), .character("0")])
        #expect(state.query == "10" && state.found.map(\.name) == ["App 10"])
        #expect(state.press(.enter, in: Self.layout) == .home(.open("org.example.app10", "org.example.family")))
        #expect(state.press(.escape, in: Self.layout) == nil)
        #expect(state.found.count == 11)
        #expect(state.press(.escape, in: Self.layout) == .home(.leave))
        #expect(Self.state(11, [.character("x"), .character("y")]).press(.enter) == nil)
        #expect(Self.state(3, [.character("a"), .character(" "), .character("b"), .control("w")]).query == "a ")
        #expect(Self.state(3, [.character("a"), .character("b"), .backspace]).query == "a")
        #expect(Self.state(3, Array(repeating: .character("a"), count: 1000)).query.utf8.count == AppName.maximumLength)
    }

    @Test("The selection stays with its app when the group changes, and moves to the next if the app is gone")
    func changes() {
        var state = Self.state(6, [.right, .right])
        let chosen = state.selected?.id
        state.show(Self.apps(6).reversed(), in: Self.layout)
        #expect(state.selected?.id == chosen && state.selection == 3)
        state.show(Self.apps(2), in: Self.layout)
        #expect(state.selection == 1)
        state.show([], in: Self.layout)
        #expect(state.selection == 0 && state.selected == nil)
        #expect(state.press(.enter, in: Self.layout) == nil)
    }

    @Test(
        "Ctrl-h, -j, -k and -l move like the arrow keys",
        arguments: [("l", 1), ("j", 3), ("jl", 4), ("jlh", 3), ("jlk", 1), ("jjjj", 9)])
    func letters(keys: String, selection: Int) {
        #expect(Self.state(11, keys.map { .control($0) }).selection == selection)
    }

    @Test("A typed URL is opened if no app matches it")
    func url() {
        let keys = "tea://x?y=/z".map { Key.character($0) }
        let state = Self.state(3, keys)
        #expect(state.typedURL == "tea://x?y=/z" && state.press(.enter) == .home(.openURL("tea://x?y=/z", nil)))
        #expect(Self.state(3, [.character("9"), .character(":")]).press(.enter) == nil)
    }

    @Test("A URL that is longer than any name is opened as it was typed")
    func longURL() {
        let url = "tea:" + String(repeating: "x", count: 3000)
        #expect(Self.state(3, url.map { .character($0) }).press(.enter) == .home(.openURL(url, nil)))
    }

    @Test("Nothing matches a text that is longer than any name, but the text may be a URL")
    func longText() {
        var model = HomeModel<AppEntry>()
        model.show(Self.apps(3))
        model.look(for: "app")
        #expect(model.selected != nil)
        model.look(for: String(repeating: "app ", count: 100))
        #expect(model.selected == nil && model.typedURL == nil)
        let url = "tea:" + String(repeating: "x", count: 10_000)
        model.look(for: url)
        #expect(model.selected == nil && model.typedURL == url)
        model.look(for: "tea:" + String(repeating: "x", count: AppURL.maximumLength))
        #expect(model.typedURL == nil)
    }

    @Test("A slash begins a search and a question mark shows the keys, but both can be typed into a search")
    func slash() {
        var state = Self.state(3, [.character("/")])
        #expect(state.isSearching && state.query == "" && state.found.count == 3)
        #expect(state.press(.escape, in: Self.layout) == nil && !state.isSearching)
        _ = state.press(.character("?"), in: Self.layout)
        #expect(state.popup?.title == "Keys" && state.query == "")
        _ = state.press(.character("?"), in: Self.layout)
        #expect(state.popup == nil && state.query == "")
        #expect(Self.state(3, [.character("a"), .character("/"), .character("?")]).query == "a/?")
    }

    @Test("Tab lists the actions of the selected app, and uninstalling asks first")
    func actions() throws {
        var state = Self.state(3, [.right, .control("i")])
        let (id, group): (AppID, GroupID) = ("org.example.app1", "org.example.family")
        let popup = try #require(state.popup)
        #expect(popup.items.map(\.label) == ["Open", "Pin", "Hide", "Info", "Remove from the group…"])
        #expect(state.press(.enter) == .home(.open(id, group)))
        #expect(Self.state(3, [.right, .control("i"), .down]).press(.enter) == .home(.pin(id, group, true)))
        #expect(Self.state(3, [.right, .control("i"), .character("h")]).press(.enter) == .home(.hide(id, group)))
        _ = state.press(.end, in: Self.layout)
        #expect(state.press(.enter, in: Self.layout) == nil)
        #expect(state.popup?.title == "Remove App 1 from the group?")
        // The first choice is to keep it.
        var kept = state
        #expect(kept.press(.enter, in: Self.layout) == nil && kept.popup == nil)
        #expect(state.press(.escape, in: Self.layout) == nil && state.popup == nil)
        state = Self.state(3, [.right, .control("i"), .character("r"), .enter, .down])
        #expect(state.press(.enter) == .home(.uninstall(id, group)))
        // A list about an app that is gone disappears.
        state = Self.state(3, [.right, .control("i")])
        state.show(Self.apps(1), in: Self.layout)
        #expect(state.popup == nil)
        #expect(Self.state(0, [.control("i")]).popup == nil)
    }

    @Test("Info has times as people read them, by their clock")
    func info() throws {
        let popup = try #require(Self.state(1, [.control("i"), .character("i"), .enter]).popup)
        let time = try #require(popup.text.first { $0.what == "registered" }?.about)
        #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/) != nil, "\(time)")
    }

    @Test("A click opens an app, a right click lists its actions, and the wheel scrolls")
    func mouse() {
        func click(_ button: MouseEvent.Button, _ row: Int, _ column: Int, then: (Int, Int)? = nil) -> [Key] {
            let end = then ?? (row, column)
            return [
                .mouse(MouseEvent(button, row: row, column: column)),
                .mouse(MouseEvent(button, row: end.0, column: end.1, isReleased: true)),
            ]
        }
        // The middle of the second tile on the second line.
        let (row, column) = (9, 22)
        var state = Self.state(11, Array(click(.left, row, column).prefix(1)))
        #expect(state.selection == 4)
        #expect(state.press(click(.left, row, column)[1]) == .home(.open("org.example.app4", "org.example.family")))
        // A button that is released elsewhere does nothing.
        #expect(state.press(click(.left, 4, 5)[1], in: Self.layout) == nil)
        #expect(state.press(click(.left, row, column)[1], in: Self.layout) == nil)
        state = Self.state(11, click(.right, row, column))
        #expect(state.popup?.title == "App 4" && state.popup?.app?.id == "org.example.app4")
        // A click outside the list closes it.
        #expect(Self.state(11, click(.right, row, column) + click(.left, 0, 0)).popup == nil)
        #expect(Self.state(11, click(.left, 0, 0) + click(.left, 13, 44)).selection == 0)
        #expect(Self.state(11, [.mouse(MouseEvent(.wheelDown, row: 0, column: 0))]).selection == 3)
    }

    @Test("A click on a line of a list chooses it")
    func mouseInPopup() throws {
        let state = Self.state(3, [.control("i")])
        let popup = try #require(state.popup)
        let box = HomePopupBox(popup, in: Self.layout)
        var clicked = state
        for isReleased in [false, true] {
            let event = MouseEvent(.left, row: box.inner.row + 2, column: box.inner.column, isReleased: isReleased)
            let wish = clicked.press(.mouse(event), in: Self.layout)
            #expect(wish == (isReleased ? .home(.hide("org.example.app0", "org.example.family")) : nil))
        }
    }

    @Test("Apps with a badge come first, then those that are likely next, then the others, and none comes twice")
    func sections() {
        var state = HomeState()
        let apps = (0..<9).map { Self.app($0, badge: $0 == 8 ? 2 : 0, openings: $0 < 5 ? 1 : 0) }
        let layout = HomeLayout(columns: 45, rows: 24)
        state.show(apps, in: layout)
        let names = state.found.map { "\($0.name)" }
        #expect(names == [8, 0, 1, 2, 3, 4, 5, 6, 7].map { "App \($0)" })
        let titles: [String?] = ["Needs you", "Likely next", "All apps", nil]
        #expect(state.grid.lines.map { $0.title } == titles)
        let places: [Range<Int>] = [0..<1, 1..<4, 4..<7, 7..<9]
        #expect(state.grid.lines.map { $0.apps } == places)
        // Down keeps the column if it can.
        _ = state.press(.down, in: layout)
        _ = state.press(.right, in: layout)
        _ = state.press(.down, in: layout)
        #expect(state.selection == 5)
        for _ in 0..<2 { _ = state.press(.up, in: layout) }
        #expect(state.selection == 0)
        // Without room for headings, the order stays.
        state.fit(Self.layout)
        #expect(state.grid.lines.allSatisfy { $0.title == nil } && state.found[0].name == "App 8")
        // An order that the user asked for is kept.
        state.showsSections = false
        state.show(apps, in: layout)
        #expect(state.found == apps && state.grid.lines.allSatisfy { $0.title == nil })
    }

    @Test("While a group cannot be read, the last line says so whenever there is no other message")
    func failure() {
        func foot(_ state: HomeState) -> [String] {
            let screen = WidgetScreen(
                terminal: Terminal(isTerminal: true, columns: 45), hasColors: false, showsGrid: true)
            let frame = HomeFrame(
                state, layout: Self.layout, screen: screen, group: nil, detail: "App 0", hasImage: { _ in false })
            return frame.lines.suffix(2).map {
                $0.replacing(/\u{1B}\[[0-9;]*m/, with: "").trimmingCharacters(in: .whitespaces)
            }
        }
        let failure = "One group cannot be read, because something has happened to it."
        var state = Self.state(11)
        state.failure = failure
        #expect(foot(state) == ["One group cannot be read, because something", "has happened to it."])
        _ = state.press(.right, in: Self.layout)
        #expect(foot(state)[1].hasPrefix("One group cannot be read"))
        state.message = "Pinned App 1"
        // The group was read again, in vain.
        state.failure = failure
        #expect(foot(state)[1] == "Pinned App 1")
        _ = state.press(.left, in: Self.layout)
        #expect(foot(state)[1].hasPrefix("One group cannot be read"))
        state.failure = "Two groups cannot be read."
        #expect(state.message == "Two groups cannot be read.")
        state.failure = nil
        #expect(state.message == nil && foot(state)[1].hasPrefix("App 0"))
    }

    private static func app(_ number: Int, badge: Int64, openings: Int64) -> AppEntry {
        var record = apps(number + 1)[number].record
        record.badge = BadgeCount(clamping: badge)
        record.usage.count = openings
        return AppEntry(record, of: "org.example.family", availability: .installed, lastOpeningOfGroup: 0)
    }

    @Test(
        "A frame has as many lines as the terminal, and none is wider",
        arguments: [(1, 1), (7, 3), (20, 5), (20, 24), (29, 24), (30, 9), (80, 24), (200, 60)], [0, 1, 40])
    func frame(size: (columns: Int, rows: Int), count: Int) {
        let layout = HomeLayout(columns: size.columns, rows: size.rows)
        var state = HomeState()
        state.show(Self.apps(count), in: layout)
        let popups: [HomePopup?] = [nil, .help, state.selected.map(HomePopup.init(actionsOf:))]
        for (message, popup) in zip([nil, "A message that is longer than many a terminal is wide", nil], popups) {
            state.message = message
            state.popup = popup
            let screen = WidgetScreen(
                terminal: Terminal(isTerminal: true, columns: size.columns), hasColors: true, showsGrid: true)
            let frame = HomeFrame(state, layout: layout, screen: screen, group: nil, hasImage: { _ in true })
            #expect(frame.lines.count == size.rows)
            for line in frame.lines where size.columns > 2 {
                let plain = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
                #expect(DisplayWidth.of(plain) <= size.columns, "\(plain)")
            }
            // The chosen line of a list is always visible.
            if let popup, !popup.items.isEmpty, size.rows > 2 {
                #expect(frame.lines.contains { $0.contains("\u{1B}[7m Op") || size.columns < 6 })
            }
            #expect(frame.images.allSatisfy { $0.row + layout.tile.iconRows <= size.rows })
        }
    }
}

extension HomeState {
    fileprivate func press(_ key: Key) -> Wish? {
        var state = self
        return state.press(key, in: HomeStateTests.layout)
    }
}
