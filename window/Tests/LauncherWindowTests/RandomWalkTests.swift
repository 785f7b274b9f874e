import AppGroup
import Foundation
import TestSupport
import Testing

/// Keys and clicks in the window, and changes beside it, in any order.
@Suite("Random walks in the window", .ownGroup, .serialized) struct RandomWalkTests {
    private static let keys = [
        "a", "e", "n", "o", "1", "2", "BackSpace", "Down", "Up", "Left", "Right", "Tab", "Home", "End", "Page_Down",
        "Page_Up", "shift+F10", "Menu", "ctrl+f", "shift+Tab", "Escape",
    ]
    private static let apps = 60
    private static let steps = 2_000
    private static let stepsAtOnce = 40
    private static let source: OfferSource = "https://tools.invalid"

    /// Words for xdotool: a key, or a click with one of the buttons.
    private func input(_ random: inout RandomSource) -> [String] {
        guard random.isOnce(in: 8) else { return ["key", random.pick(Self.keys)] }
        // Below the header, where no button closes the window.
        let place = ["mousemove", "\(random.below(700) + 20)", "\(random.below(450) + 100)"]
        return place + ["click", random.isOnce(in: 2) ? "3" : "1"]
    }

    private func change(_ step: Int, _ random: inout RandomSource) throws {
        let registry = TestGroup.current.registry
        let id = try AppID("org.example.app\(random.below(Self.apps))")
        switch random.below(6) {
        case 0: try? registry.setBadge(BadgeCount(clamping: random.below(2000)), of: id)
        case 1: try? registry.setHidden(random.isOnce(in: 2), of: id)
        case 2: try? registry.unregister(id)
        case 3: try registry.register(try description(id, called: "App \(Self.apps + step)"))
        case 4: try? registry.setPinned(random.isOnce(in: 2), of: id)
        default:
            let offers = try (0..<random.below(9)).map {
                AppOffer(
                    app: try AppID("org.example.offer\($0)"), name: try AppName("Offer \($0)"), version: nil,
                    source: Self.source)
            }
            try registry.setOffers(offers, from: Self.source)
        }
    }

    private func description(_ id: AppID, called name: String) throws -> AppDescription {
        AppDescription(id: id, name: try AppName(name), launch: .graphical("/bin/true", "%u"))
    }

    @Test(
        "After 2,000 keys, clicks and changes, the window shows what the registry has, GTK had nothing to complain about, and no closures or cells are left over"
    )
    func walk() async throws {
        var random = RandomSource(seed: 17)
        let registry = TestGroup.current.registry
        for number in 0..<Self.apps {
            try registry.register(try description(AppID("org.example.app\(number)"), called: "App \(number)"))
        }
        try await Screen.with { screen in
            let window = try await screen.show("--order", "name", "--resident")
            func call() async throws { try await screen.call(window, "--order", "name", "--resident") }
            func show() async throws {
                // Whatever is open is closed, and the window is hidden and shown again.
                try await screen.press("Escape", "Escape", "Escape", "Escape")
                try await call()
            }
            var closures: [Int] = []
            for batch in 0..<Self.steps / Self.stepsAtOnce {
                var inputs: [String] = []
                for step in 0..<Self.stepsAtOnce {
                    if random.isOnce(in: 5) {
                        try change(batch * Self.stepsAtOnce + step, &random)
                    } else {
                        inputs += input(&random)
                    }
                }
                _ = try await RunningProcess.run("/usr/bin/xdotool", inputs, environment: screen.environment)
                try await show()
                let counts = try await screen.counts(window)
                closures.append(counts.closures)
                #expect(counts.cells <= 32 * 8)
            }
            // The first batches make what is made once.
            let (early, late) = (closures.prefix(10).max() ?? 0, closures.suffix(10).max() ?? 0)
            #expect(late <= early + 20, "\(closures)")
            let expected = try registry.apps(order: .name).filter(\.isShown).map { app in
                "\(app.name)" + (app.badge == .zero ? "" : ", \(app.badge)")
            }
            // On a busy machine, the last Escape may have come after the call.
            try await call()
            try await screen.wait("the apps of the registry", window) { elements in
                let apps = elements.tiles.filter { !$0.hasPrefix("Offer") }
                return !apps.isEmpty && apps.allSatisfy(expected.contains) && apps.count >= min(20, expected.count)
            }
            try await screen.requireRunning(window)
            try await screen.end(window)
        }
    }
}
