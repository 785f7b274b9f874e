import TestSupport
import Testing

@testable import AppGroup

@Suite("The trail of openings")
struct TrailTests {
    @Test("The share of an app goes by how often it occurs in the openings that are kept")
    func countsWhatIsKept() throws {
        for seed in Fuzz.seeds(from: 1) {
            var source = RandomSource(seed: seed)
            let apps = 1 + Int(UInt64.random(in: 0..<40, using: &source))
            var trail = Trail()
            for _ in 0..<Trail.length * 3 / 2 {
                trail.append(UInt8(UInt64.random(in: 0..<UInt64(apps), using: &source)), gap: 0)
                if source.isOnce(in: 500) { trail.forget(UInt8(UInt64.random(in: 0..<UInt64(apps), using: &source))) }
                if source.isOnce(in: 2000) {
                    trail = try #require(Trail(total: trail.total, openings: trail.openings, apps: apps))
                }
            }
            let known = trail.openings.filter { $0.app != Trail.forgotten }
            let shares = trail.shares(of: apps)
            for app in 0..<apps {
                let count = known.count { Int($0.app) == app }
                #expect(shares[app] == Double(count + 1) / Double(known.count + apps), "seed \(seed)")
            }
        }
    }
}
