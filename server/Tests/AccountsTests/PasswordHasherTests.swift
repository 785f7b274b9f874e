import AppGroupPlatform
import Serving
import TestSupport
import Testing

@testable import Accounts

struct PasswordHasherTests {
    @Test func `Password checks beyond the queue are refused as overload`() async throws {
        // Some milliseconds each, long enough for fifty more to arrive in the meantime.
        let cost = try #require(ScryptCost(logarithm: 12, blockSize: 8, parallelism: 1))
        // On a busy machine, they may arrive too slowly: then fifty others come.
        let areRefused = await comesTrue {
            let hasher = PasswordHasher(cost: cost, width: 1, longestQueue: 2)
            let outcomes = await Self.outcomes(ofChecks: 50, by: hasher)
            await hasher.shutDown()
            #expect(outcomes["failed", default: 0] >= 3)
            #expect(outcomes["failed", default: 0] + outcomes["overloaded 5", default: 0] == 50, "\(outcomes)")
            #expect(hasher.checkCount == outcomes["failed"])
            return outcomes["overloaded 5", default: 0] >= 40
        }
        #expect(areRefused)
    }

    /// How often each outcome occurs if so many check a password at once.
    private static func outcomes(ofChecks count: Int, by hasher: PasswordHasher) async -> [String: Int] {
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<count {
                group.addTask {
                    do {
                        return try await hasher.check(Password(typed: "x"), against: nil) ? "matched" : "failed"
                    } catch let error as ServiceError {
                        return "\(error.code.name) \(error.retryAfter ?? 0)"
                    } catch {
                        return "\(error)"
                    }
                }
            }
            return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
    }

    @Test func `Checking an unknown user's password takes one check and always fails`() async throws {
        let hasher = PasswordHasher(cost: .cheapest)
        #expect(try await !hasher.check(Password(typed: "x"), against: nil))
        #expect(try await hasher.check(Password(typed: "x"), against: PasswordHash.sample("x")))
        #expect(hasher.checkCount == 2)
        await hasher.shutDown()
    }

    @Test(arguments: [("4", 4), ("", 17), ("0", 17), ("20", 17), ("x", 17)])
    func `Debug builds hash at the cost that TEST_PASSWORD_COST names, if it is valid`(text: String, logarithm: Int)
        async
    {
        let hasher = PasswordHasher(ProcessEnvironment(["TEST_PASSWORD_COST": text]), width: 1)
        #expect(hasher.cost == ScryptCost(logarithm: logarithm, blockSize: 8, parallelism: 1))
        await hasher.shutDown()
    }

    @Test func `A byte order mark before a password on standard input is not part of it`() throws {
        #expect(try PasswordOptions.password(in: "\u{FEFF}grün") == "grün")
        #expect(try PasswordOptions.password(in: " x ") == " x ")
        for line in [nil, "", "\u{FEFF}", "a\u{FFFD}"] {
            #expect(throws: ServiceError.self) { try PasswordOptions.password(in: line) }
        }
    }
}
