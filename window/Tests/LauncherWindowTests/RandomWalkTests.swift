import AppGroup
import Foundation
import TestSupport
import Testing

/// Keys in the window, and changes beside it, in any order.
@Suite("Random walks in the window", .ownGroup, .serialized) struct RandomWalkTests {
    private static let keys = [
        "a", "e", "n", "o", "1", "2", "BackSpace", "Down", "Up", "Left", "Right", "Tab", "Home", "End", "Page_Down",
        "Page_Up", "shift+F10", "Menu", "ctrl+f", "shift+Tab",
    ]

    @Test("After any keys and changes, the window shows what the registry has, and GTK had nothing to complain about")
    func walk() async throws {
        var random = RandomSource(seed: 17)
        let registry = TestGroup.current.registry
        for number in 0..<60 { try WindowGroup.add("app\(number)", badge: Int64(number % 3)) }
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", "--resident")
            for step in 0..<40 {
                let keys = (0..<5).map { _ in random.pick(Self.keys) }
                _ = try await RunningProcess.run(
                    "/usr/bin/env", ["xdotool", "key", "--delay", "5"] + keys, environment: screen.environment)
                let id = try AppID("org.example.app\(random.below(60))")
                switch step % 4 {
                case 0: try? registry.setBadge(BadgeCount(clamping: random.below(2000)), of: id)
                case 1: try? registry.setHidden(random.isOnce(in: 2), of: id)
                case 2: try? registry.unregister(id)
                default: try WindowGroup.add("new\(step)", badge: Int64(step))
                }
                guard window.isRunning else { break }
            }
            // Whatever is open is closed, the search is cleared, and the window is hidden and shown again.
            try await screen.press("Escape", "Escape", "Escape")
            _ = try await RunningProcess.run(
                Screen.program("launcher-window"), ["--order", "name", "--resident"], environment: screen.environment)
            let expected = try registry.apps(order: .name).filter(\.isShown).map { app in
                "\(app.name)" + (app.badge == .zero ? "" : ", \(app.badge)")
            }
            try await screen.wait("the apps of the registry", window) { elements in
                !elements.tiles.isEmpty && elements.tiles.allSatisfy(expected.contains)
                    && elements.tiles.count >= min(20, expected.count)
            }
            #expect(window.isRunning, "\(window.errors)")
            try await screen.end(window)
        }
    }
}
