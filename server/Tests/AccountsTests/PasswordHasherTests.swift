import Serving
import Testing

@testable import Accounts

struct PasswordHasherTests {
    @Test func `Password checks beyond the queue are refused as overload`() async throws {
        // Some milliseconds each, long enough for fifty more to arrive in the meantime.
        let cost = try #require(ScryptCost(logarithm: 12, blockSize: 8, parallelism: 1))
        let hasher = PasswordHasher(cost: cost, width: 1, longestQueue: 2)
        let outcomes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    do {
                        return try await hasher.check(Password(typed: "x"), against: nil) ? "matched" : "failed"
                    } catch let error as ServiceError {
                        return "\(error.code.word) \(error.retryAfter ?? 0)"
                    } catch {
                        return "\(error)"
                    }
                }
            }
            return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        await hasher.shutDown()
        #expect(outcomes["overloaded 5", default: 0] >= 40)
        #expect(outcomes["failed", default: 0] >= 3)
        #expect(outcomes["matched"] == nil)
        #expect(hasher.checkCount == outcomes["failed"])
    }

    @Test func `Checking an unknown user's password takes one check and always fails`() async throws {
        let hasher = PasswordHasher(cost: .cheapest)
        #expect(try await !hasher.check(Password(typed: "x"), against: nil))
        #expect(try await hasher.check(Password(typed: "x"), against: PasswordHash.sample("x")))
        #expect(hasher.checkCount == 2)
        await hasher.shutDown()
    }
}
