import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Killed writers", .ownGroup)
struct KillTests {
    static let writers = 8
    static let kills = 40

    @Test("Writers that are killed at random moments lose no acknowledged write, and leave the registry intact")
    func loseNothing() async throws {
        let group = TestGroup.current
        try group.registry.register(try group.app("inbox"))
        let acknowledged = try await withThrowingTaskGroup { tasks in
            for writer in 0..<Self.writers {
                tasks.addTask { try await Self.writeAndDie(RandomSource(seed: UInt64(writer))) }
            }
            return try await tasks.reduce(into: [Int64]()) { $0 += $1 }
        }
        let badge = try #require(try group.registry.app("org.example.inbox")?.badge.value)
        // Every badge that a call returned was made once, and is in the registry with all before it. At each kill one more
        // addition may have been made whose call had no time to return.
        #expect(Set(acknowledged).count == acknowledged.count)
        #expect(acknowledged.max() ?? 0 <= badge)
        #expect((0...Int64(Self.writers * Self.kills)).contains(badge - Int64(acknowledged.count)))
        #expect(acknowledged.count > Self.kills)
        #expect(try await Sqlite3.isIntact())
        try group.registry.setBadge(0, of: "org.example.inbox", patience: .zero)
        #expect(try group.registry.totalBadge() == 0)
    }

    /// Starts a writer and kills it, again and again.
    ///
    /// - Returns: The badges whose calls returned.
    private static func writeAndDie(_ source: RandomSource) async throws -> [Int64] {
        var source = source
        var acknowledged: [Int64] = []
        var environment = TestGroup.current.environment
        environment.variables["WORKER_PATIENCE"] = "600"
        for _ in 0..<kills {
            let worker = try BuiltProgram.worker.start("add", "org.example.inbox", "1000000", environment: environment)
            if !source.isOnce(in: 4) { _ = await comesTrue { !worker.output.isEmpty } }
            try await Task.sleep(for: .microseconds(Int64.random(in: 0...40_000, using: &source)))
            worker.send(SIGKILL)
            let result = try await worker.result()
            #expect(result.ending == .signal(SIGKILL), "\(result.errors)")
            // The last line may be cut off in the middle.
            let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            acknowledged += lines.compactMap { Int64($0) }
        }
        return acknowledged
    }
}
