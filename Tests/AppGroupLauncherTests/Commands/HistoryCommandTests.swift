import TestSupport
import Testing

@testable import AppGroup

@Suite(.ownGroup) struct HistoryCommandTests {
    func open(_ names: String...) async throws {
        for name in names { try await printed("open", name) }
    }

    func shownIDs(_ arguments: String...) async throws -> [String] {
        let result = try await launcher(["history", "show", "--format", "tsv"] + arguments)
        #expect(result.ending == .exit(0), "\(result.errors)")
        return result.lines.map { String($0.split(separator: "\t")[1]).replacing("org.example.", with: "") }
    }

    @Test("history show lists openings of all apps or of one, the most recent first")
    func show() async throws {
        try await register("Tea")
        try await register("Coffee")
        #expect(try await printed("history", "show", "--format", "tsv") == "")
        try await open("tea", "coffee", "tea")
        #expect(try await shownIDs() == ["tea", "coffee", "tea"])
        #expect(try await shownIDs("tea") == ["tea", "tea"])
        #expect(try await shownIDs("--limit", "1") == ["tea"])
        #expect(try await shownIDs("-n", "0") == [])
        let document = try json(try await printed("history", "show", "coffee", "--format", "json"))
        let openings = try #require(document["openings"] as? [[String: Any]])
        #expect(openings.map { $0["id"] as? String } == ["org.example.coffee"])
        try await refuses("history", "show", "water", status: 66, saying: "water")
        try await refuses("history", "show", "--limit", "-3", status: 64, saying: "--limit")
    }

    @Test("history show lists the latest opening of a group first, even if the clock was set back before it")
    func clockSetBack() async throws {
        try await register("Tea")
        try await register("Coffee")
        let clock = TestClock()
        for name in ["org.example.tea", "org.example.coffee"] {
            _ = try TestGroup.current.registry(clock: clock).recordOpening(
                of: AppID(name), isClaimed: false, patience: .zero)
            clock.advance(milliseconds: -60_000)
        }
        #expect(try await shownIDs() == ["coffee", "tea"])
        #expect(try await listedIDs("--order", "recent") == ["coffee", "tea"])
    }

    @Test("Tables of history show and info contain local time in full seconds, and other formats contain UTC")
    func localTime() async throws {
        try await register("Tea")
        let clock = TestClock()
        clock.advance(milliseconds: 89)
        _ = try TestGroup.current.registry(clock: clock).recordOpening(
            of: "org.example.tea", isClaimed: false, patience: .zero)
        let zone: [String: String?] = ["TZ": "EAST-5:30"]
        let exact = "2023-11-14T22:13:20.089Z"
        for command in [["history", "show"], ["info", "tea"]] {
            let table = try await printed(command, setting: zone)
            #expect(table.contains("2023-11-15 03:43:20\n") && !table.contains("2023-11-14"), "\(table)")
            #expect(try await printed(command + ["--format", "json"], setting: zone).contains("\"\(exact)\""))
        }
        let facts = try await printed("info", "tea", "--format", "tsv", setting: zone)
        #expect(facts.contains("\nlastOpened\t\(exact)\n"))
    }

    @Test("history reset deletes the openings of one app or of all apps")
    func reset() async throws {
        try await register("Tea")
        try await register("Coffee")
        try await open("tea", "coffee")
        try await refuses("history", "reset", status: 64, saying: "--all")
        try await refuses("history", "reset", "tea", "--all", status: 64)
        try await printed("history", "reset", "tea")
        #expect(try await openCount(of: "tea") == 0)
        #expect(try await openCount(of: "coffee") == 1)
        #expect(try await shownIDs() == ["coffee"])
        try await printed("history", "reset", "--all")
        #expect(try await openCount(of: "coffee") == 0)
        #expect(try await shownIDs() == [])
    }

    @Test("history show says that there is no opening, and what to do next")
    func nothingToShow() async throws {
        try await register("Tea")
        for (words, answer) in [
            (["off", "tea"], ""), (["show"], "launcher list --group org.example.family"),
            (["show", "tea"], "No opening of Tea is recorded, because recording is off for it."),
            (["on", "tea"], ""), (["show", "tea"], "To open it: launcher open org.example.tea"),
            (["off"], ""), (["show"], "recording is off. To turn it on: launcher history on --group org.example"),
        ] {
            let result = try await launcher(["history"] + words)
            #expect(result.ending == .exit(0) && result.output == "")
            #expect(answer.isEmpty ? result.errors.isEmpty : result.errors.contains(answer), "\(result.errors)")
        }
        let nobody = try await launcher(
            "history", "show", setting: ["APP_GROUP": nil, "APP_GROUP_HOME": "\(TestGroup.current.folder)/none"])
        #expect(nobody.errors == "launcher: No opening is recorded yet. To list the apps: launcher list\n")
    }

    @Test("history reset --all, on, off and export refuse a group that does not exist, and create none")
    func mistypedGroup() async throws {
        try await register("Tea")
        for command in [["reset", "--all"], ["on"], ["off"], ["export"]] {
            try await refuses(
                ["history"] + command + ["--group", "org.example.famly"], status: 66,
                saying: ["There is no group org.example.famly"])
        }
        #expect(try await !printed("groups", "--format", "tsv").contains("famly"))
    }

    @Test("Nothing is recorded while recording is off for an app or for all apps")
    func onAndOff() async throws {
        try await register("Tea")
        try await register("Coffee")
        try await printed("history", "off", "tea")
        try await open("tea", "coffee")
        #expect(try await shownIDs() == ["coffee"])
        try await printed("history", "off")
        try await open("coffee")
        #expect(try await shownIDs() == ["coffee"])
        let on = try await launcher("history", "on")
        #expect(on.ending == .exit(0))
        #expect(
            on.errors
                == "launcher: Tea stays off. To turn it on: launcher history on org.example.tea --group org.example.family\n"
        )
        try await printed("history", "on", "tea")
        try await printed("history", "on")
        try await open("tea")
        #expect(try await shownIDs() == ["tea", "coffee"])
    }
}
