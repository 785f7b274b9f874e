import TestSupport
import Testing

@testable import AppGroup

@Suite("Orders of apps")
struct AppOrderTests {
    static func app(
        _ name: AppName, _ id: AppID, badge: BadgeCount = 0, usage: AppUsage = AppUsage(), isPinned: Bool = false,
        of group: GroupID = "x.x", likelihood: Double? = nil
    ) -> AppEntry {
        var app = AppRecord(id: id, name: name, launch: .terminal("x"), registered: Timestamp(seconds: 0))
        app.badge = badge
        app.usage = usage
        app.preferences.isPinned = isPinned
        return AppEntry(app, of: group, availability: .installed, lastOpeningOfGroup: 100, likelihood: likelihood)
    }

    /// Each app is first in one order: `b` was opened last, `c` most often, `d` has the highest badge, `a` is first by name,
    /// and `e` leads by frecency.
    static let apps = [
        app("d", "x.d", badge: 9),
        app("c", "x.c", usage: AppUsage(count: 90, lastOpening: 10, fast: 2, slow: 20)),
        app("E", "x.e", badge: 2, usage: AppUsage(count: 30, lastOpening: 99, fast: 6, slow: 25)),
        app("a", "x.a", badge: 1),
        app("b", "x.b", usage: AppUsage(count: 1, lastOpening: 100, fast: 1, slow: 1)),
    ]

    @Test(
        "Each order puts its own criterion first",
        arguments: [
            (.name, "abcdE"), (.recent, "bEcad"), (.frequent, "cEbad"), (.frecency, "Ebcad"), (.smart, "Ebcad"),
            (.badge, "dEabc"),
        ] as [(AppOrder, String)])
    func sorts(order: AppOrder, expected: String) {
        #expect(order.sorted(Self.apps).map(\.name.description).joined() == expected)
    }

    @Test("Numbers in names are sorted by their value, even very long ones and ones with leading zeros")
    func sortsNumbers() {
        let names: [AppName] = [
            "7zip", "app", "App 2", "App 2 b", "app 03", "App 10", "App 10.2", "App 10.10", "App 12345678",
            "App 123456789", "App 99999999999999999999", "App 100000000000000000000", "App b", "Вид 9", "Вид 11",
        ]
        let apps = names.enumerated().map { Self.app($1, AppID(stringLiteral: "x.a\($0)")) }
        for shift in apps.indices {
            let turned = Array(apps[shift...] + apps[..<shift])
            #expect(AppOrder.name.sorted(turned.reversed()).map(\.name) == names)
        }
        let zeros = ["x.b": "N 007", "x.a": "N 7", "x.c": "n 7"].map {
            Self.app(AppName(stringLiteral: $1), AppID(stringLiteral: $0))
        }
        #expect(AppOrder.name.sorted(zeros).map(\.id) == ["x.a", "x.b", "x.c"])
    }

    @Test("Names in any script sort by their code points, as if all numbers had the same length")
    func sortsByCodePoints() {
        // Letters in one scalar and in two, and of one to four bytes.
        let parts = [
            "a", "B", "é", "e\u{301}", "ñ", "n\u{303}", "ß", "Z", "İ", "Вид", "文", "가", "😀", "9", "10", "007", "0", " ",
            "-",
        ]
        func key(_ name: AppName) -> String {
            var (key, number) = ("", "")
            func endNumber() {
                let digits = number.drop { $0 == "0" }
                if !number.isEmpty { key += String(repeating: "0", count: 40 - digits.count) + digits }
                number = ""
            }
            for scalar in name.description.lowercased().unicodeScalars {
                if ("0"..."9").contains(scalar) {
                    number.unicodeScalars.append(scalar)
                } else {
                    endNumber()
                    key.unicodeScalars.append(scalar)
                }
            }
            endNumber()
            return key
        }
        var source = RandomSource(seed: 26)
        let names = (0..<600).compactMap { _ -> AppName? in
            let name = (0..<Int.random(in: 1...5, using: &source)).map { _ in parts.randomElement(using: &source)! }
            return try? AppName(name.joined())
        }
        #expect(names.count > 500)
        let apps = names.enumerated().map { Self.app($1, AppID(stringLiteral: "x.a\($0)")) }
        let sorted = AppOrder.name.sorted(apps)
        for (app, next) in zip(sorted, sorted.dropFirst()) {
            let (first, second) = (Array(key(app.name).utf8), Array(key(next.name).utf8))
            #expect(
                first.lexicographicallyPrecedes(second) || first == second && app.id < next.id,
                "“\(app.name)” before “\(next.name)”")
        }
    }

    @Test("Of equally likely apps the later opened comes first, then the name decides, over several groups as well")
    func sortsByLikelihood() {
        func usage(_ number: Int64) -> AppUsage {
            AppUsage(
                count: 1, lastOpened: Timestamp(seconds: number), lastOpening: .init(clamping: number), fast: 1, slow: 1
            )
        }
        let apps = [
            Self.app("z", "x.z", likelihood: 0), Self.app("early", "x.a", usage: usage(3), likelihood: 0.2),
            Self.app("late", "x.b", usage: usage(9), likelihood: 0.2), Self.app("y", "x.y", likelihood: 0),
            Self.app("first", "x.c", usage: usage(1), likelihood: 0.6),
        ]
        let expected: [AppName] = ["first", "late", "early", "y", "z"]
        #expect(AppOrder.smart.sorted(apps).map(\.name) == expected)
        #expect(AppOrder.preferred(for: apps) == .smart)
        let others = apps + [Self.app("other", "y.a", usage: usage(4), of: "y.y", likelihood: 0.4)]
        #expect(AppOrder.smart.sorted(others).map(\.name) == ["first", "other"] + expected.dropFirst())
        let unknown = Self.app("unknown", "z.a", of: "z.z")
        #expect(AppOrder.preferred(for: others + [unknown]) == .smart)
        #expect(AppOrder.preferred(for: [unknown]) == .frecency)
    }

    @Test("Every order puts pinned apps first, and keeps its order among them", arguments: AppOrder.allCases)
    func putsPinnedFirst(order: AppOrder) {
        let pinned: Set<AppID> = ["x.a", "x.c"]
        let apps = Self.apps.map {
            Self.app($0.name, $0.id, badge: $0.badge, usage: $0.usage, isPinned: pinned.contains($0.id))
        }
        let plain = order.sorted(Self.apps).map(\.id)
        let expected = plain.filter { pinned.contains($0) } + plain.filter { !pinned.contains($0) }
        #expect(order.sorted(apps).map(\.id) == expected)
    }

    @Test("The order by recent use goes by openings within one group, and by the clock over several")
    func comparesGroups() {
        let early = AppUsage(count: 1, lastOpened: Timestamp(seconds: 5), lastOpening: 70, fast: 1, slow: 1)
        let late = AppUsage(count: 1, lastOpened: Timestamp(seconds: 9), lastOpening: 3, fast: 1, slow: 1)
        let apps = [Self.app("early", "x.a", usage: early), Self.app("late", "x.b", usage: late)]
        #expect(AppOrder.recent.sorted(apps).map(\.name) == ["early", "late"])
        let others = [apps[0], Self.app("late", "x.b", usage: late, of: "y.y")]
        #expect(AppOrder.recent.sorted(others).map(\.name) == ["late", "early"])
    }

    @Test("Names without case and then ids decide between otherwise equal apps", arguments: AppOrder.allCases)
    func isTotal(order: AppOrder) {
        var source = RandomSource(seed: 9)
        let apps = [
            Self.app("same", "x.b"), Self.app("Same", "x.a"), Self.app("SAME", "x.C"), Self.app("äther", "x.d"),
            Self.app("zoo", "x.e"),
            Self.app("Arm", "x.f"),
        ]
        let expected = order.sorted(apps).map(\.id)
        #expect(expected == ["x.f", "x.a", "x.b", "x.C", "x.e", "x.d"])
        for _ in 0..<20 {
            #expect(order.sorted(apps.shuffled(using: &source)).map(\.id) == expected)
        }
    }

    @Test("Every order of no apps is empty", arguments: AppOrder.allCases)
    func mayBeEmpty(order: AppOrder) {
        #expect(order.sorted([]).isEmpty)
    }

    @Test("The orders have the names that commands use")
    func hasNames() {
        #expect(AppOrder.allCases.map(\.rawValue) == ["name", "recent", "frequent", "frecency", "smart", "badge"])
    }
}
