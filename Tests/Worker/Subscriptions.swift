import AppGroup
import Foundation

/// Hears changes and stops hearing them, many times in one process.
enum Subscriptions {
    /// Prints how many changes were heard, and what the last subscriptions left behind that the first had not.
    static func run(count: Int, app: AppID) async throws {
        var heard = 0
        var before = (descriptors: 0, threads: 0)
        for round in -10..<count {
            if round == 0 { before = await settled() }
            let changes = Worker.registry.changes
            try Worker.registry.addToBadge(1, of: app)
            for await _ in changes { break }
            if round >= 0 { heard += 1 }
        }
        Worker.say("heard \(heard)")
        let after = await settled(at: before)
        Worker.say("descriptors \(after.descriptors - before.descriptors)")
        Worker.say("threads \(max(0, after.threads - before.threads))")
    }

    /// The numbers once they are what is expected, or once there was time enough for that.
    private static func settled(
        at expected: (descriptors: Int, threads: Int)? = nil
    ) async -> (descriptors: Int, threads: Int) {
        for _ in 0..<100 {
            try? await Task.sleep(for: .milliseconds(20))
            guard let expected else { continue }
            if number("fd") <= expected.descriptors, number("task") <= expected.threads { break }
        }
        return (number("fd"), number("task"))
    }

    private static func number(_ kind: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(kind)").count) ?? 0
    }
}
