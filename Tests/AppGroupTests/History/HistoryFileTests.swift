import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Exporting and importing a history", .ownGroup)
struct HistoryFileTests {
    let group = TestGroup.current
    let clock = TestClock()
    let ids: [AppID] = ["org.example.inbox", "org.example.rooms", "org.example.visa"]

    init() throws {
        for name in ["inbox", "rooms", "visa"] { try group.registry.register(try group.app(name)) }
    }

    private func open(_ id: AppID, after milliseconds: Int64 = 60_000) throws {
        clock.advance(milliseconds: milliseconds)
        _ = try group.registry(clock: clock).recordOpening(of: id, isClaimed: true, patience: .seconds(10))
    }

    private func file(_ text: String) throws -> String { try group.makeFile("history.tsv", Array(text.utf8)) }

    private func importing(_ text: String) throws -> Registry.HistoryImport {
        try group.registry(clock: clock).importHistory(from: file(text))
    }

    /// Everything that an import must bring back, but for the numbers.
    private func state() throws -> [String] {
        let registry = group.registry(clock: clock)
        let openings = try registry.openings().map { "\($0.moment.seconds) \($0.app) \($0.utcOffset)" }
        let last = try registry.storage.read { try $0.lastOpening() }
        let usages = try registry.apps(order: .smart, including: .all).sorted { $0.id < $1.id }.map { app in
            let usage = app.usage
            let age = usage.lastOpening == 0 ? -1 : usage.lastOpening.distance(to: last)
            return "\(app.id) \(usage.count) \(usage.lastOpened?.seconds ?? 0) \(age) \(usage.fast) \(usage.slow) "
                + "\(app.likelihood ?? -1)"
        }
        return openings + usages
    }

    @Test("An exported history restores everything in an empty group, and adds nothing that is known already")
    func comesBack() throws {
        var source = RandomSource(seed: 4)
        for _ in 0..<100 { try open(source.pick(ids), after: source.pick([1, 400, 1000, 100_000])) }
        let registry = group.registry(clock: clock)
        let (text, before) = (try registry.exportHistory(), try state())
        #expect(text.hasPrefix("unix_time\tapp\tutc_offset\n"))
        #expect(text.split(separator: "\n").count == 101)
        #expect(try importing(text) == Registry.HistoryImport(added: 0, known: 100))
        #expect(try state() == before)
        try registry.resetHistory()
        #expect(try importing(text) == Registry.HistoryImport(added: 100))
        #expect(try state() == before)
        #expect(try registry.exportHistory() == text)
    }

    @Test("A history is exported in order of time even if the clock was set back, and can be imported again")
    func isSorted() throws {
        for (id, step) in zip(ids, [60_000, -3_600_000, 60_000] as [Int64]) { try open(id, after: step) }
        let text = try group.registry.exportHistory()
        #expect(
            text.split(separator: "\n").dropFirst().map { $0.split(separator: "\t")[1] } == [
                "org.example.rooms", "org.example.visa", "org.example.inbox",
            ])
        try group.registry.resetHistory()
        clock.advance(milliseconds: 10_000_000)
        #expect(try importing(text).added == 3)
    }

    @Test(
        "An opening under a clock years ahead keeps its place in the exported history, which can be imported",
        arguments: 0..<3)
    func isCredible(wrong: Int) throws {
        for (place, id) in ids.enumerated() {
            if place == wrong { clock.advance(days: 3650) }
            try open(id)
            if place == wrong { clock.advance(days: -3650) }
        }
        let registry = group.registry(clock: clock)
        let text = try registry.exportHistory()
        let apps = text.split(separator: "\n").dropFirst().map { String($0.split(separator: "\t")[1]) }
        #expect(apps == ids.map(\.description))
        #expect(try importing(text) == Registry.HistoryImport(known: 3))
        try registry.resetHistory()
        #expect(try importing(text) == Registry.HistoryImport(added: 3))
        #expect(try registry.openings().map(\.app) == ids)
    }

    @Test(
        "An export of openings under a clock years ahead adds nothing later, and has no moment in the future",
        arguments: [[0], [1], [2], [0, 1, 2]])
    func staysKnown(wrong: [Int]) throws {
        for (place, id) in ids.enumerated() {
            if wrong.contains(place) { clock.advance(days: 3650) }
            try open(id)
            if wrong.contains(place) { clock.advance(days: -3650) }
        }
        let text = try group.registry(clock: clock).exportHistory()
        let moments = text.split(separator: "\n").dropFirst().map { Int64($0.prefix { $0 != "\t" }) ?? .max }
        #expect(moments.count == 3 && moments.allSatisfy { $0 <= clock.now.seconds })
        clock.advance(milliseconds: 5000)
        #expect(try importing(text) == Registry.HistoryImport(known: 3))
        try open(ids[0])
        #expect(try importing(text) == Registry.HistoryImport(known: 3))
        // If all are wrong, nothing shows so once their time is over.
        guard wrong.count == 1 else { return }
        clock.advance(days: 3660)
        #expect(try importing(text) == Registry.HistoryImport(known: 3))
    }

    @Test("Openings of another machine are added to a group whose clock was ahead at every opening of its own")
    func addsToFuture() throws {
        clock.advance(days: 3650)
        for _ in 0..<20 { try open(ids[0]) }
        clock.advance(days: -3650)
        let start = clock.now.seconds - 1000
        let lines = (0..<20).map { "\(start + Int64($0))\t\(ids[0])\n" }
        // The first one may be what an export made of one of them.
        #expect(try importing("unix_time\tapp\n" + lines.joined()) == Registry.HistoryImport(added: 19, known: 1))
    }

    @Test("An opening under a clock years behind leaves those before it where they were, in exports and imports")
    func keepsMoments() throws {
        for id in ids { try open(id) }
        let before = try group.registry(clock: clock).exportHistory().split(separator: "\n")
        clock.advance(days: -3650)
        try open(ids[0])
        clock.advance(days: 3650)
        let text = try group.registry(clock: clock).exportHistory()
        #expect(text.split(separator: "\n").suffix(3) == before.suffix(3))
        #expect(try importing(text) == Registry.HistoryImport(known: 4))
    }

    @Test("An imported history is merged by time with the openings that are known")
    func isMerged() throws {
        let start = clock.now.seconds
        try open(ids[0])
        try open(ids[1])
        let result = try importing(
            "unix_time\tapp\n\(start)\torg.example.VISA\n\(start + 60)\torg.example.inbox\n\(start + 90)\torg.example.visa\n"
        )
        #expect(result == Registry.HistoryImport(added: 2, known: 1))
        let openings = try group.registry.openings()
        #expect(openings.map(\.app) == [ids[2], ids[0], ids[2], ids[1]])
        #expect(openings.map(\.number) == Array(3...6))
        let visa = try #require(try group.registry.app(ids[2])?.usage)
        #expect(visa.count == 2 && visa.lastOpening == 5 && visa.lastOpened == Timestamp(seconds: start + 90))
        #expect(visa.slow == 1 + pow(2, -2 / 100.0))
    }

    @Test("An imported opening without an offset from UTC gets the one of this machine's zone at that moment")
    func isLocal() async {
        await #expect(processExitsWith: .success) {
            setenv("TZ", "Europe/Kyiv", 1)
            try SampleGroup.with(apps: 1) { group in
                try group.registry.setRecordsUse(true)
                let file = group.path("history.tsv")
                // In January and in July of 2024.
                let text = "unix_time\tapp\n1705000000\torg.example.tool1000\n1720000000\torg.example.tool1000\n"
                try BytesOnDisk.write(text.utf8, to: file)
                #expect(try group.registry.importHistory(from: file).added == 2)
                #expect(try group.registry.openings().prefix(2).map(\.utcOffset) == [7200, 10_800])
            }
        }
    }

    /// Registers an app in another group, opens it there three times, and moves it here.
    private func moveIn(_ name: String) throws -> AppID {
        let app = try group.app(name)
        let origin = Registry(group: "org.example.origin", environment: group.environment) { [clock] in clock.now }
        try origin.register(app)
        for _ in 0..<3 {
            clock.advance(milliseconds: 60_000)
            _ = try origin.recordOpening(of: app.id, isClaimed: true, patience: .seconds(10))
        }
        try group.registry(clock: clock).register(app, moving: true)
        return app.id
    }

    /// An app's usage, and how many openings of the group there were since its last one.
    private func usage(of id: AppID) throws -> (AppUsage, age: Int64) {
        let usage = try #require(try group.registry.app(id)?.usage)
        return (usage, usage.lastOpening.distance(to: try group.registry.storage.read { try $0.lastOpening() }))
    }

    @Test("An app that came from another group keeps its usage and its place among the openings that are imported")
    func keepsUsageOfMovedApp() throws {
        for _ in 0..<5 { try open(ids[0]) }
        let mail = try moveIn("mail")
        let (before, age) = try usage(of: mail)
        #expect(before.count == 3 && age == 0)
        clock.advance(milliseconds: 60_000)
        let text = "unix_time\tapp\n1000\torg.example.visa\n\(clock.now.seconds)\torg.example.visa\n"
        #expect(try importing(text).added == 2)
        let (after, newAge) = try usage(of: mail)
        #expect(after.count == 3 && after.lastOpened == before.lastOpened && newAge == 1)
        #expect(after.fast == before.fast && after.slow == before.slow)
        #expect(try group.registry.apps(order: .recent).prefix(3).map(\.id) == [ids[2], ids[0], mail])
    }

    @Test("An app that came from another group and was opened here since keeps both parts of its usage in an import")
    func keepsBothPartsOfUsage() throws {
        for _ in 0..<5 { try open(ids[0]) }
        let mail = try moveIn("mail")
        for id in [mail, ids[1], mail, ids[0]] { try open(id) }
        let (before, age) = try usage(of: mail)
        #expect(try importing("unix_time\tapp\n1000\torg.example.visa\n").added == 1)
        let (after, newAge) = try usage(of: mail)
        #expect(after.count == 5 && after.lastOpened == before.lastOpened && newAge == age)
        #expect(abs(after.fast - before.fast) < 1e-9 && abs(after.slow - before.slow) < 1e-9)
    }

    @Test("An app that left and came back keeps the usage of its time away in an import", arguments: [false, true])
    func keepsUsageOfReturnedApp(opensOther: Bool) throws {
        try open(ids[0])
        try group.registry(clock: clock).unregister(ids[0])
        if opensOther { try open(ids[1]) }
        _ = try moveIn("inbox")
        let (before, age) = try usage(of: ids[0])
        #expect(try importing("unix_time\tapp\n1000\torg.example.visa\n").added == 1)
        let (after, newAge) = try usage(of: ids[0])
        #expect(newAge == age)
        #expect(after.count == 3 && after.lastOpened == before.lastOpened)
        #expect(abs(after.fast - before.fast) < 1e-9 && abs(after.slow - before.slow) < 1e-9)
    }

    @Test("Of several changes of a badge between two openings, an import keeps and counts the last one")
    func countsLastRise() throws {
        let text = """
            unix_time\tapp\tutc_offset\tevent
            1000\torg.example.inbox\t0\topen
            1010\torg.example.inbox\t0\tbadge
            1020\torg.example.inbox\t0\tbadge
            1030\torg.example.rooms\t0\topen

            """
        #expect(try importing(text) == Registry.HistoryImport(added: 2, badgeRises: 1))
        let exported = try group.registry.exportHistory()
        #expect(exported.contains("\n1020\torg.example.inbox\t0\tbadge\n") && !exported.contains("1010"))
        let before = try state()
        #expect(try importing(text) == Registry.HistoryImport(known: 2))
        #expect(try state() == before)
    }

    @Test(
        "Changes of badges within one second keep their order in an import, before an opening in that second and after it"
    )
    func keepsOrderWithinSecond() throws {
        let lines = [
            "visa badge", "rooms badge", "inbox clear", "inbox open", "visa badge", "rooms clear", "inbox badge",
        ]
        let events = lines.map { $0.split(separator: " ") }.map { "1000\torg.example.\($0[0])\t0\t\($0[1])\n" }
        let text = "unix_time\tapp\tutc_offset\tevent\n" + events.joined()
        #expect(try importing(text) == Registry.HistoryImport(added: 1, badgeRises: 6))
        #expect(try group.registry.exportHistory() == text)
        // Those that were kept keep their order when others join them.
        #expect(try importing(text + "1001\torg.example.visa\t0\topen\n") == Registry.HistoryImport(added: 1, known: 1))
        #expect(try group.registry.exportHistory() == text + "1001\torg.example.visa\t0\topen\n")
    }

    @Test("An import of older openings reports no app as opened")
    func reportsNothing() throws {
        for id in ids { try open(id) }
        let before = try group.registry.storage.read { try GroupSnapshot($0) }
        #expect(try importing("unix_time\tapp\n1000\torg.example.inbox\n").added == 1)
        let after = try group.registry.storage.read { try GroupSnapshot($0) }
        #expect(before != after && before.changes(to: after).isEmpty)
    }

    @Test("An import keeps only the last 20,000 openings with the changes of badges between them, and only once")
    func isBounded() throws {
        let start = clock.now.seconds - 30_000
        for _ in 0..<2 { try open(ids[1]) }
        let old = (0..<5 as Range<Int64>).map { "\(start + $0)\torg.example.inbox\t0\tbadge\n" }
        let openings = (5..<20_015 as Range<Int64>).map { "\(start + $0)\torg.example.inbox\t0\topen\n" }
        let late = "\(start + 20_015)\torg.example.inbox\t0\tbadge\n"
        let text = (["unix_time\tapp\tutc_offset\tevent\n"] + old + openings + [late]).joined()
        #expect(try importing(text) == Registry.HistoryImport(added: 19_998, tooOld: 12, badgeRises: 1))
        #expect(try group.registry.openings().count == 20_000)
        #expect(try group.registry.app(ids[0])?.usage.count == 19_998)
        #expect(try group.registry.exportHistory().contains("\tbadge\n"))
        let before = try state()
        #expect(try importing(text) == Registry.HistoryImport(known: 19_998, tooOld: 12))
        #expect(try state() == before)
    }

    @Test(
        "An invalid history is refused as a whole, and the error names the line",
        arguments: [
            ("", "empty"), ("unix_time\tapp\n", "no opening"), ("time\tapp\n5\torg.example.inbox\n", "line 1"),
            ("unix_time\tapp\n5\torg.example.inbox\t0\n", "line 2"), ("unix_time\tapp\n5\n", "line 2"),
            ("unix_time\tapp\n5\torg.example.inbox\n\n", "line 3"),
            ("unix_time\tapp\n5\torg.example.inbox\n4\torg.example.inbox\n", "line 3"),
            ("unix_time\tapp\n5\torg.example.inbox\n6\torg.example.nobody\n", "line 3"),
            ("unix_time\tapp\n5\tinbox\n", "line 2"), ("unix_time\tapp\nx\torg.example.inbox\n", "line 2"),
            ("unix_time\tapp\n-5\torg.example.inbox\n", "line 2"),
            ("unix_time\tapp\n1e9\torg.example.inbox\n", "line 2"),
            ("unix_time\tapp\n99999999999\torg.example.inbox\n", "line 2"),
            ("unix_time\tapp\n2095932312\torg.example.inbox\n", "is in the future, on 2036-06-01"),
            ("unix_time\tapp\n9223372036854775808\torg.example.inbox\n", "line 2"),
            ("unix_time\tapp\tutc_offset\n5\torg.example.inbox\t100000\n", "line 2"),
            ("unix_time\tapp\n5\t\(String(repeating: "x", count: 100_000))\n", "line 2"),
        ])
    func isRefused(text: String, words: String) throws {
        try open(ids[0])
        let before = try state()
        let error = failure { _ = try importing(text) }
        #expect(error?.code == .invalidValue && error?.exitStatus == 65)
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        #expect(try state() == before)
    }

    @Test("A history that is not UTF-8 is refused")
    func isText() throws {
        let path = try group.makeFile(
            "history.tsv", Array("unix_time\tapp\n5\torg.\u{FF}".utf8.dropLast()) + [0xFF, 10])
        let error = failure { _ = try group.registry.importHistory(from: path) }
        #expect(error?.code == .invalidValue && error?.description.contains("line 2") == true)
        #expect(failure { _ = try group.registry.importHistory(from: "\(group.folder)/none") }?.code == .notFound)
    }

    @Test("A history is not imported while recording is off, for one app or for all")
    func isNotRecorded() throws {
        let text = "unix_time\tapp\n5\torg.example.inbox\n6\torg.example.rooms\n"
        try group.registry.setRecordsUse(false, of: ids[0])
        #expect(try importing(text) == Registry.HistoryImport(added: 1, unrecorded: 1))
        try group.registry.setRecordsUse(false)
        let error = failure { _ = try importing(text) }
        #expect(error?.code == .permission && error?.description.contains("launcher history on") == true)
        #expect(try group.registry.openings().map(\.app) == [ids[1]])
    }
}
