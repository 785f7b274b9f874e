import AppGroup
import DesktopTestSupport
import Foundation
import Testing

@Suite("Badges on Plank") struct PlankTests {
    @Test("Plank shows the badges of docked apps, and no badge of an app that is not docked")
    func badges() async throws {
        let (docked, others) = (["red", "lime", "blue", "cyan"], ["magenta", "yellow"])
        let session = try BusSession()
        let dock = try await PlankDock(session, docked: docked, others: others)
        try await dock.learn()
        var badges: [String: Int] = [:]
        for name in docked + others {
            badges[name] = Int.random(in: 0...9)
            try session.register(name, badge: badges[name])
        }
        let bridge = try session.startBridge()
        var changes: [String] = []
        for _ in 0..<20 {
            let expected = docked.map { badges[$0] ?? 0 }
            do {
                try await session.wait(for: "the badges") { (try? dock.badges) == expected }
            } catch {
                let shown = try dock.badges
                Issue.record("Plank shows \(shown) instead of \(expected) after \(changes): \(session.errors)")
                return
            }
            guard let name = (docked + others).randomElement() else { continue }
            badges[name] = Int.random(in: 0...9)
            try session.setBadge(badges[name] ?? 0, of: name)
            changes.append("\(name) \(badges[name] ?? 0)")
        }
        // Undocked apps have had badges too; none of them may be on the dock, now or after the last badge is gone.
        for name in docked { try session.setBadge(0, of: name) }
        for name in others { try session.setBadge(9, of: name) }
        try await session.wait(for: "the last signals") {
            others.allSatisfy { name in session.shown.last { $0.uri.contains(".\(name).") }?.count == 9 }
        }
        try await session.wait(for: "an empty dock") { (try? dock.badges) == docked.map { _ in 0 } }
        #expect(bridge.isRunning)
    }
}
