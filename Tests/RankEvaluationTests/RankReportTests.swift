import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup
@testable import RankEvaluation

@Suite("Replaying a trace", .ownGroup)
struct RankReportTests {
    private func file(_ lines: [String], header: String = "user\tunix_time\titem") throws -> String {
        try TestGroup.current.makeFile("trace.tsv", Array((([header] + lines).joined(separator: "\n") + "\n").utf8))
    }

    /// The lines of some users, mixed; each prefers some items, and pauses for seconds to months.
    private func trace(users: Int, events: Int, items: Int, _ source: inout RandomSource) -> [String] {
        var times = [Int](repeating: 1_500_000_000, count: users)
        return (0..<events).map { _ in
            let user = Int.random(in: 0..<users, using: &source)
            times[user] += source.pick([0, 5, 300, 3_600, 5_000, 86_400, 345_600, 604_800, 3_000_000])
            let item = min(Int.random(in: 0..<items, using: &source), Int.random(in: 0..<items, using: &source))
            return "u\(user)\t\(times[user])\titem \(item)"
        }
    }

    private func figures(_ report: RankReport, _ name: String) throws -> [Double] {
        try #require(report.orders.first { $0.name == name }?.mean).named.map(\.value)
    }

    @Test("The known rules get the figures of an independent program", arguments: 1...8 as ClosedRange<UInt64>)
    func agrees(seed: UInt64) throws {
        var source = RandomSource(seed: seed)
        let (skip, excludes) = (source.pick([0, 3, 10]), source.isOnce(in: 2))
        let path = try file(trace(users: 3, events: 400, items: 12, &source))
        try compare(path, skip: skip, excludes: excludes)
    }

    @Test("The ranks of zoxide age as in an independent program")
    func ages() throws {
        var source = RandomSource(seed: 3)
        // Its cap is reached, and what was used once long ago is forgotten.
        let head = (0..<10_000).map { "u\t\($0)\titem \($0 % 2000 == 7 ? $0 : $0 % 3)" }
        let tail = (0..<30).map { "u\t\(10_000 + $0)\titem \(source.pick([0, 1, 2, 2007, 7]))" }
        try compare(try file(head + tail), skip: 9_990, excludes: false)
    }

    private func compare(_ path: String, skip: Int, excludes: Bool) throws {
        let report = try RankReport(trace: path, excludingCurrent: excludes, skip: skip)
        for line in try Oracle.baselines(path, skip: skip, excludingCurrent: excludes) {
            let words = line.split(separator: " ").map(String.init)
            let ours = try figures(report, words[0])
            for (one, other) in zip(ours, words.dropFirst()) {
                #expect(abs(one - (try #require(Double(other)))) < 1e-9, "\(words[0])")
            }
        }
    }

    @Test("A replay ranks with the code that ranks apps", arguments: [false, true])
    func ranksAsListsDo(excludes: Bool) throws {
        var source = RandomSource(seed: 11)
        let group = TestGroup.current
        // The order of these numbers differs from the order of their digits.
        for number in 0..<5 { try group.registry.register(try group.app("app\(5 * number)")) }
        let clock = TestClock()
        let registry = group.registry(clock: clock)
        let offset = SystemClock.utcOffset(at: clock.now)
        // Ties are ordered by name in a list, and the later one wins here.
        let orders: [AppOrder] = [.recent, .frecency, .name, .smart]
        var lines: [String] = []
        var places: [AppOrder: [Int?]] = [:]
        for number in 0..<80 {
            clock.advance(milliseconds: source.pick([1000, 60_000, 9_000_000]))
            let id = try AppID("org.example.app\(5 * min(number, Int.random(in: 0..<5, using: &source)))")
            let known = try Set(registry.openings().map(\.app))
            for order in orders where number >= 10 {
                let apps = try registry.apps(order: order, excludingCurrent: excludes).filter { known.contains($0.id) }
                places[order, default: []].append(apps.firstIndex { $0.id == id }.map { $0 + 1 })
            }
            lines.append("me\t\(clock.now.seconds + offset)\t\(id)")
            _ = try registry.recordOpening(of: id, isClaimed: true, patience: .seconds(10))
        }
        let report = try RankReport(trace: try file(lines), excludingCurrent: excludes, skip: 10)
        for order in orders {
            let own = try #require(places[order])
            let first = 100 * Double(own.count { $0 == 1 }) / Double(own.count)
            let reciprocal = 100 * own.reduce(0) { $0 + ($1.map { 1 / Double($0) } ?? 0) } / Double(own.count)
            let figures = try figures(report, order.rawValue)
            #expect(abs(figures[0] - first) < 1e-9, "\(order)")
            #expect(abs(figures[4] - reciprocal) < 1e-9, "\(order)")
        }
    }

    @Test("Badges in a trace count as in a list, and only after the delay")
    func ranksBadgesAsListsDo() throws {
        var source = RandomSource(seed: 12)
        let group = TestGroup.current
        for number in 0..<5 { try group.registry.register(try group.app("app\(number)")) }
        let clock = TestClock()
        let registry = group.registry(clock: clock)
        let offset = SystemClock.utcOffset(at: clock.now)
        var (lines, places) = ([String](), [Int?]())
        for number in 0..<120 {
            clock.advance(milliseconds: source.pick([2000, 60_000, 9_000_000]))
            let id = try AppID("org.example.app\(min(number, Int.random(in: 0..<5, using: &source)))")
            let known = try Set(registry.openings().map(\.app))
            if source.isOnce(in: 3), known.contains(id) {
                try registry.addToBadge(1, of: id)
                lines.append("me\t\(clock.now.seconds + offset)\t\(id)\tbadge")
            }
            clock.advance(milliseconds: 1000)
            if number >= 10 {
                let apps = try registry.apps(order: .smart).filter { known.contains($0.id) }
                places.append(apps.firstIndex { $0.id == id }.map { $0 + 1 })
            }
            lines.append("me\t\(clock.now.seconds + offset)\t\(id)\topen")
            _ = try registry.recordOpening(of: id, isClaimed: true, patience: .seconds(10))
        }
        let path = try file(lines, header: "user\tunix_time\titem\tevent")
        func smart(_ delay: Int64, _ path: String) throws -> [Double] {
            try figures(RankReport(trace: path, excludingCurrent: false, skip: 10, badgeDelay: delay), "smart")
        }
        let (atOnce, never) = (try smart(0, path), try smart(100_000_000, path))
        #expect(abs(atOnce[0] - 100 * Double(places.count { $0 == 1 }) / Double(places.count)) < 1e-9)
        // The same file.
        let openings = lines.filter { $0.hasSuffix("open") }.map { String($0.dropLast(5)) }
        let without = try smart(0, try file(openings))
        #expect(never == without && atOnce != without)
    }

    @Test("The result does not depend on how the lines of users are mixed")
    func groups() throws {
        var source = RandomSource(seed: 5)
        let mixed = trace(users: 4, events: 300, items: 6, &source)
        let sorted = (0..<4).flatMap { user in mixed.filter { $0.hasPrefix("u\(user)\t") } }
        let reports = try [mixed, sorted].map { lines in
            try RankReport(trace: try file(lines), excludingCurrent: true, skip: 10)
        }
        for order in reports[0].orders {
            #expect(try figures(reports[1], order.name).map(Float.init) == order.mean?.named.map { Float($0.value) })
        }
        #expect(reports[0].userCount == 4 && reports[0].eventCount == 300)
        #expect(reports[0].users.reduce(0) { $0 + $1.scored } == 260)
    }

    @Test("An exported history is that of one user, with and without badges")
    func readsExport() throws {
        for (header, rest) in [("unix_time\tapp\tutc_offset", ""), ("unix_time\tapp\tutc_offset\tevent", "\topen")] {
            let lines = ["100\tx\t3600", "200\ty\t0", "9000\tx\t-3600"].map { $0 + rest }
            let report = try RankReport(trace: file(lines, header: header), excludingCurrent: false, skip: 1)
            #expect(report.userCount == 1 && report.eventCount == 3)
            #expect(report.users.map(\.scored) == [2])
        }
    }

    @Test("There are no figures if no event is scored")
    func mayScoreNothing() throws {
        let report = try RankReport(trace: try file(["a\t1\tx", "b\t1\tx"]), excludingCurrent: false, skip: 10)
        #expect(report.userCount == 2 && report.eventCount == 2 && report.users.isEmpty)
        #expect(report.orders.allSatisfy { $0.mean == nil })
        #expect(
            report.orders.map(\.name) == AppOrder.allCases.map(\.rawValue) + ["mru", "mfu", "zoxide", "firefox"])
    }

    @Test(
        "An invalid trace is refused, and the error names the fault and the line",
        arguments: [
            ("user\titem\tunix_time", ["a\tx\t1"], "line 1"), ("a\t1\tx", [], "line 1"),
            ("user\tunix_time\titem", [], "no event"), ("user\tunix_time\titem", ["a\t1"], "line 2"),
            ("user\tunix_time\titem", ["a\t1\tx\ty"], "line 2"), ("user\tunix_time\titem", ["a\t1.5\tx"], "line 2"),
            ("user\tunix_time\titem", ["a\t9007199254740993\tx"], "line 2"),
            ("user\tunix_time\titem", ["\t1\tx"], "line 2"), ("user\tunix_time\titem", ["a\t1\t"], "line 2"),
            ("user\tunix_time\titem", ["a\t5\tx", "b\t1\tx", "a\t4\tx"], "line 4"),
            ("user\tunix_time\titem", ["a\t1\t\(String(repeating: "x", count: 1 << 20))"], "line 2"),
            ("user\tunix_time\titem\tevent", ["a\t1\tx\tread"], "line 2"),
            ("user\tunix_time\titem\tevent", ["a\t1\tx"], "line 2"),
            ("user\tunix_time\titem\tevent", ["a\t1\tx\tbadge"], "no event"),
            ("unix_time\tapp\tutc_offset", ["5\tx\t90000"], "line 2"), ("unix_time\tapp", ["5\tx"], "line 1"),
            ("user\tunix_time\titem", (0...100_000).map { "u\($0)\t1\tx" }, "line 100002"),
            ("user\tunix_time\titem", (0...10_000).map { "u\t1\tx\($0)" }, "10001 different items"),
        ])
    func isRefused(header: String, lines: [String], words: String) throws {
        let path = try file(lines, header: header)
        let error = failure { _ = try RankReport(trace: path, excludingCurrent: false, skip: 10) }
        #expect(error?.code == .invalidValue)
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test("Replaying survives any bytes", arguments: 1...4 as ClosedRange<UInt64>)
    func survives(seed: UInt64) throws {
        for seed in Fuzz.seeds(from: seed) {
            var source = RandomSource(seed: seed)
            var bytes = Array(
                (["user\tunix_time\titem"] + trace(users: 2, events: 60, items: 4, &source)).joined(separator: "\n")
                    .utf8)
            for _ in 0..<Int.random(in: 0...3, using: &source) {
                let place = Int.random(in: 20..<bytes.count, using: &source)
                bytes[place] = source.pick([0, 9, 10, 13, 45, 57, 0xFF, UInt8.random(in: 0...255, using: &source)])
            }
            let path = try TestGroup.current.makeFile("trace.tsv", bytes)
            let error = failure { _ = try RankReport(trace: path, excludingCurrent: true, skip: 5) }
            #expect(error == nil || error?.code == .invalidValue, "seed \(seed)")
        }
    }
}

/// The known rules, in Python.
private enum Oracle {
    static func baselines(_ trace: String, skip: Int, excludingCurrent: Bool) throws -> [Substring] {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("baselines.py")
        let run = try Finished.run(
            [Python.interpreter.path, script.path, trace, "\(skip)", excludingCurrent ? "1" : "0"])
        try #require(run.status == 0, "\(run.errors)")
        return run.output.split(separator: "\n")
    }
}
