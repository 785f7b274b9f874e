import AppGroup
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
        #expect(Self.layout.perLine == 3 && Self.layout.visibleLines == 2 && Self.layout.isGrid)
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
            let seen = state.firstLine * layout.perLine..<(state.firstLine + layout.visibleLines) * layout.perLine
            #expect(seen.contains(state.selection))
            #expect(state.selection == place)
        }
    }

    @Test("Typing narrows the apps, and Escape clears the search before it leaves")
    func typing() {
        var state = Self.state(11, [.right, .character("1"), .character("0")])
        #expect(state.query == "10" && state.found.map(\.name) == ["App 10"])
        #expect(state.press(.enter, in: Self.layout) == .open("org.example.app10", "org.example.family"))
        #expect(state.press(.escape, in: Self.layout) == nil)
        #expect(state.found.count == 11)
        #expect(state.press(.escape, in: Self.layout) == .leave)
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
        "A frame has as many lines as the terminal, and none is wider",
        arguments: [(1, 1), (7, 3), (20, 5), (20, 24), (29, 24), (30, 9), (80, 24), (200, 60)], [0, 1, 40])
    func frame(size: (columns: Int, rows: Int), count: Int) {
        let layout = HomeLayout(columns: size.columns, rows: size.rows)
        var state = HomeState()
        state.show(Self.apps(count), in: layout)
        for message in [nil, "A message that is longer than many a terminal is wide"] {
            state.message = message
            let screen = WidgetScreen(
                terminal: Terminal(isTerminal: true, columns: size.columns), hasColors: true, showsGrid: true)
            let frame = HomeFrame(state, layout: layout, screen: screen, group: nil, hasImage: { _ in true })
            #expect(frame.lines.count == size.rows)
            for line in frame.lines where size.columns > 2 {
                let plain = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
                #expect(DisplayWidth.of(plain) <= size.columns, "\(plain)")
            }
            #expect(frame.images.allSatisfy { $0.row + Tile.icon.rows <= size.rows })
        }
    }
}

extension HomeState {
    fileprivate func press(_ key: Key) -> Wish? {
        var state = self
        return state.press(key, in: HomeStateTests.layout)
    }
}
