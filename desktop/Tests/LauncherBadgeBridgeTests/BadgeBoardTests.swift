import AppGroup
import Testing

@testable import LauncherBadgeBridge

@Suite struct BadgeBoardTests {
    /// Apps of a group in memory, as lists show them.
    private func apps(_ badges: [String: Int]) throws -> [AppEntry] {
        let registry = Registry(group: "org.example.family", storage: InMemoryStorage())
        for (name, badge) in badges {
            try registry.register(
                AppDescription(
                    id: AppID("org.example.\(name)"), name: AppName(name), launch: .graphical("/bin/true"),
                    badge: BadgeCount(clamping: badge)))
        }
        return try registry.apps()
    }

    private func entry(_ name: String, _ count: Int64) -> LauncherEntry {
        LauncherEntry(desktopFileID: "org.example.\(name).desktop", count: count)
    }

    @Test("Only changed badges are reported, and a removed badge is reported as 0")
    func differences() throws {
        var board = BadgeBoard()
        #expect(board.show(try apps(["a": 1, "b": 0, "c": 3])) == [entry("a", 1), entry("c", 3)])
        #expect(board.show(try apps(["a": 1, "b": 0, "c": 3])) == [])
        #expect(board.show(try apps(["a": 2, "b": 5])) == [entry("a", 2), entry("b", 5), entry("c", 0)])
        #expect(board.entries == [entry("a", 2), entry("b", 5)])
        #expect(board.entry(at: entry("b", 0).path) == entry("b", 5))
        #expect(board.entry(at: entry("c", 0).path) == nil)
        #expect(board.show([]) == [entry("a", 0), entry("b", 0)])
    }

    @Test("An app that is in two groups shows the sum of its badges, limited to the range of a badge")
    func sums() throws {
        var board = BadgeBoard()
        let both = try apps(["a": 2]) + apps(["a": 3])
        #expect(board.show(both) == [entry("a", 5)])
        let most = try apps(["a": .max]) + apps(["a": .max])
        #expect(board.show(most) == [entry("a", BadgeCount.maximum.value)])
    }

    @Test("Apps that are not shown in lists have no badge on docks")
    func hidden() throws {
        let registry = Registry(group: "org.example.family", storage: InMemoryStorage())
        try registry.register(
            AppDescription(id: "org.example.gone", name: "Gone", launch: .graphical("/no/such/program"), badge: 3))
        var board = BadgeBoard()
        #expect(board.show(try registry.apps(including: .all)) == [])
    }

    @Test("Each app has its own D-Bus object, numbered as in libunity")
    func path() {
        // g_str_hash("application://firefox.desktop") in GLib.
        #expect(
            LauncherEntry(desktopFileID: "firefox.desktop", count: 1).path
                == "/com/canonical/unity/launcherentry/2400249228")
        #expect(entry("a", 1).path != entry("b", 1).path)
    }
}
