import AppCatalog
import AppGroup
import Serving
import Testing

@testable import CatalogServer

@Suite("Staged rollouts")
struct RolloutTests {
    private static func release(_ version: String) throws -> Release.Contents {
        let digest = try #require(BlobDigest(String(repeating: "a", count: 64)))
        return Release.Contents(
            package: "com.example.rooms", name: "Rooms", version: try AppVersion(version), build: nil,
            platform: CatalogPlatform(operatingSystem: "Linux", architectures: []), minimumSystem: nil, schemes: [],
            icon: Release.Icon(digest: digest, format: .png), digest: digest, size: 1, unpackedSize: 1)
    }

    private static func users(_ percent: Int, _ version: String) throws -> Set<Int64> {
        let (rollout, release) = (try Rollout(percent: percent), try release(version))
        return Set((1...10_000).filter { rollout.includes(User.ID(rawValue: $0), for: release) })
    }

    @Test(
        "A staged release reaches the given share of users, and always the same ones",
        arguments: [0, 1, 10, 50, 99, 100])
    func share(percent: Int) throws {
        let users = try Self.users(percent, "1.0")
        // Five standard deviations of a binomial distribution.
        let deviation = 5 * (10_000 * Double(percent) / 100 * (1 - Double(percent) / 100)).squareRoot()
        #expect(abs(Double(users.count) - 100 * Double(percent)) <= deviation)
        #expect(try users == Self.users(percent, "1.0"))
    }

    @Test("Raising the percentage of a rollout only adds users")
    func raising() throws {
        var before: Set<Int64> = []
        for percent in stride(from: 0, through: 100, by: 5) {
            let users = try Self.users(percent, "1.0")
            #expect(users.isSuperset(of: before))
            before = users
        }
    }

    @Test("The next version is rolled out to other users first")
    func turns() throws {
        let (one, other) = (try Self.users(10, "1.0"), try Self.users(10, "1.1"))
        #expect(one.intersection(other).count < 300)
    }
}
