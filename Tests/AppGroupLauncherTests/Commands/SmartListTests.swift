import Foundation
import TestSupport
import Testing

@Suite(.ownGroup) struct SmartListTests {
    /// Coffee, tea, coffee, tea and so on; tea last.
    private func drink(times: Int) async throws {
        for name in ["Tea", "Coffee", "Water"] { try await register(name) }
        let lines = (0..<times).map { "\(1_700_000_000 + $0 * 600)\torg.example.\($0 % 2 == 0 ? "coffee" : "tea")\n" }
        let file = try TestGroup.current.makeFile("history.tsv", Array(("unix_time\tapp\n" + lines.joined()).utf8))
        let result = try await launcher("history", "import", file)
        #expect(result.ending == .exit(0) && result.errors.contains("Imported \(times) openings."), "\(result.errors)")
    }

    @Test("list --explain shows how likely each app is, and why")
    func explains() async throws {
        try await drink(times: 100)
        let apps = try await listedApps("--explain")
        #expect(apps.map { $0["id"] as? String }.last == "org.example.water")
        let likelihoods = apps.compactMap { $0["likelihood"] as? Double }
        #expect(likelihoods == likelihoods.sorted(by: >) && likelihoods.last == 0)
        #expect(abs(likelihoods.reduce(0, +) - 1) < 1e-6)
        let explanations = apps.compactMap { $0["explanation"] as? [String: Double] }
        #expect(explanations.count == 3 && explanations.dropLast().allSatisfy { !$0.isEmpty })
        #expect(try await listedApps("--order", "smart").allSatisfy { $0["likelihood"] == nil })
        let table = try await printed("list", "--explain")
        #expect(table.contains("LIKELY") && table.contains(" %"))
        #expect(try await printed("list", "--explain", "--format", "tsv").contains("="))
        #expect(try await listedIDs("--explain") == (try await listedIDs("--order", "smart")))
        try await refuses("list", "--explain", "--order", "name", status: 64, saying: "--order")
    }

    @Test("The column NEEDS YOU of list --explain speaks for an app whose badge has risen, until it is cleared")
    func needsYou() async throws {
        try await drink(times: 100)
        func column() async throws -> [String: Double] {
            let lines = try await printed("list", "--explain").split(separator: "\n")
            #expect(lines[0].hasSuffix("NEEDS YOU"))
            // Water was never opened, so there is no explanation for it.
            let rows = lines.dropFirst().map { $0.split(separator: " ") }.filter { $0[0] != "Water" }
            return Dictionary(uniqueKeysWithValues: rows.map { (String($0[0]), Double($0.last ?? "") ?? .nan) })
        }
        let nothing = ["Tea": 0.0, "Coffee": 0]
        #expect(try await column() == nothing)
        try await printed("badge", "set", "coffee", "2")
        let risen = try await column()
        #expect(try #require(risen["Coffee"]) > 0.5 && (try #require(risen["Tea"])) <= 0, "\(risen)")
        try await printed("badge", "clear", "coffee")
        #expect(try await column() == nothing)
    }

    @Test("The most recently opened app is left out with --exclude-current")
    func excludesCurrent() async throws {
        try await drink(times: 100)
        #expect(try await listedIDs("--order", "smart", "--exclude-current") == ["coffee", "water"])
        let apps = try await listedApps("--explain", "--exclude-current")
        #expect(abs((apps.first?["likelihood"] as? Double ?? 0) - 1) < 1e-6)
    }

    @Test("A group is not called empty if its only app is left out with --exclude-current")
    func excludesOnly() async throws {
        try await register("Tea")
        try await printed("open", "tea")
        #expect(try await printed("list", "--exclude-current") == "")
    }

    @Test("With several groups, only the most recently opened app of all is left out")
    func excludesCurrentOfAll() async throws {
        try await drink(times: 20)
        try await register("Cake", group: "org.example.bakery")
        try await printed("open", "cake", setting: ["APP_GROUP": nil])
        let lists = try await launcher(
            ["list", "--format", "tsv", "--exclude-current", "--order", "smart"], setting: ["APP_GROUP": nil])
        let ids = lists.lines.map { $0.prefix { $0 != "\t" } }
        #expect(Set(ids) == ["org.example.tea", "org.example.coffee", "org.example.water"])
    }

    @Test("With several groups, all likelihoods add up to 1, and an app that is alone in its group is not certain")
    func comparesGroups() async throws {
        try await drink(times: 100)
        try await register("Cake", group: "org.example.bakery")
        try await printed("open", "cake", setting: ["APP_GROUP": nil])
        let result = try await launcher("list", "--explain", "--format", "json", setting: ["APP_GROUP": nil])
        let apps = try #require(try json(result.output)["apps"] as? [[String: Any]])
        let likelihoods = apps.compactMap { $0["likelihood"] as? Double }
        #expect(likelihoods.count == 4 && abs(likelihoods.reduce(0, +) - 1) < 1e-6, "\(likelihoods)")
        #expect(likelihoods == likelihoods.sorted(by: >) && likelihoods.last == 0)
        #expect(apps.first?["id"] as? String != "org.example.cake")
    }

    @Test("An exported history can be imported again")
    func carries() async throws {
        try await drink(times: 30)
        let file = "\(TestGroup.current.folder)/out.tsv"
        try await printed("history", "export", "--output", file)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == (try await printed("history", "export")))
        let before = try await listedApps("--explain").compactMap { $0["likelihood"] as? Double }
        try await printed("history", "reset", "--all")
        let again = try await launcher("history", "import", file)
        #expect(again.errors.contains("Imported 30 openings."))
        #expect(try await openCount(of: "tea") == 15)
        let after = try await listedApps("--explain").compactMap { $0["likelihood"] as? Double }
        // Some seconds have passed meanwhile.
        #expect(after.count == 3 && zip(before, after).allSatisfy { abs($0 - $1) < 0.01 }, "\(before) \(after)")
        let twice = try await launcher("history", "import", file)
        #expect(twice.errors.contains("Imported 0 openings. 30 openings were already recorded."))
        let missing = "\(TestGroup.current.folder)/missing"
        try await refuses("history", "import", missing, status: 66, saying: missing)
        try await refuses("history", "export", "-o", "\(missing)/x", status: 73, saying: "\(missing)/x", "check the")
    }

    @Test("An exported history replaces no file unless it is asked to")
    func keepsFiles() async throws {
        try await drink(times: 2)
        let file = "\(TestGroup.current.folder)/out.tsv"
        try await printed("history", "export", "-o", file)
        let kept = try String(contentsOfFile: file, encoding: .utf8)
        try await printed("history", "reset", "--all")
        try await refuses("history", "export", "-o", file, status: 73, saying: "exists already", "--replace")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == kept)
        try await refuses("history", "export", "--replace", status: 64, saying: "--output")
    }

    @Test("With --replace, an export replaces a file or the target of a link, but neither a pipe nor the link itself")
    func replacesFilesAlone() async throws {
        try await drink(times: 2)
        let (folder, files) = (TestGroup.current.folder, FileManager.default)
        let (file, link, pipe) = ("\(folder)/out.tsv", "\(folder)/link", "\(folder)/pipe")
        #expect(files.createFile(atPath: file, contents: nil))
        try files.createSymbolicLink(atPath: link, withDestinationPath: file)
        try await printed("history", "export", "--replace", "-o", link)
        #expect(try files.destinationOfSymbolicLink(atPath: link) == file)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == (try await printed("history", "export")))
        #expect(mkfifo(pipe, 0o600) == 0)
        try await refuses("history", "export", "-o", pipe, status: 73, saying: "standard output")
        #expect(try files.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType == .typeUnknown)
    }

    @Test("With recording turned off, nothing is imported, and an empty export is reported")
    func respectsOff() async throws {
        try await register("Tea")
        try await printed("history", "off")
        let file = try TestGroup.current.makeFile("history.tsv", Array("unix_time\tapp\n5\torg.example.tea\n".utf8))
        try await refuses("history", "import", file, status: 77, saying: "launcher history on")
        let result = try await launcher("history", "export")
        #expect(result.ending == .exit(0) && result.output == "unix_time\tapp\tutc_offset\n")
        #expect(result.errors.contains("launcher history on"))
    }

    @Test("rank-eval reads an exported history with badges, from two time zones, as a trace in local time")
    func readsExport() async throws {
        for name in ["Tea", "Coffee", "Water"] { try await register(name) }
        // An hour later, clocks are set back by an hour.
        let events = (0..<60).flatMap { number -> [(time: Int, app: String, offset: Int, event: String)] in
            let (time, offset) = (1_700_000_000 + number * 600, number < 30 ? 3600 : 0)
            let opening = (time, "org.example.\(["tea", "coffee", "water"][number % 3])", offset, "open")
            return number % 6 == 1 ? [(time - 200, "org.example.coffee", offset, "badge"), opening] : [opening]
        }
        let lines = events.map { "\($0.time)\t\($0.app)\t\($0.offset)\t\($0.event)\n" }
        let history = "unix_time\tapp\tutc_offset\tevent\n" + lines.joined()
        _ = try await launcher(
            "history", "import", try TestGroup.current.makeFile("history.tsv", Array(history.utf8)))
        let export = "\(TestGroup.current.folder)/export.tsv"
        try await printed("history", "export", "--output", export)
        var (last, trace) = (0, "user\tunix_time\titem\tevent\n")
        for event in events {
            last = max(last, event.time + event.offset)
            trace += "ann\t\(last)\t\(event.app)\t\(event.event)\n"
        }
        let file = try TestGroup.current.makeFile("trace.tsv", Array(trace.utf8))
        let (own, other) = (try await launcher("rank-eval", export), try await launcher("rank-eval", file))
        #expect(own.ending == .exit(0) && own.errors.contains("1 user, 60 events, 50 of them scored."))
        #expect(own.output == other.output && own.errors == other.errors)
    }

    @Test("rank-eval writes a table, and the documented JSON")
    func evaluates() async throws {
        let lines = (0..<60).map { "u\($0 % 2)\t\($0 * 100)\titem\($0 / 2 % 3)\n" }
        let text = "user\tunix_time\titem\n" + lines.joined()
        let file = try TestGroup.current.makeFile("trace.tsv", Array(text.utf8))
        let table = try await launcher("rank-eval", file, "--exclude-current")
        #expect(table.ending == .exit(0) && table.output.contains("HIT@1"))
        #expect(table.errors.contains("2 users, 60 events, 40 of them scored."))
        let document = try json(try await printed("rank-eval", file, "--format", "json", "--skip", "5"))
        #expect(document["version"] as? Int == 1)
        #expect(document["users"] as? Int == 2 && document["events"] as? Int == 60)
        let orders = try #require(document["orders"] as? [[String: Any]])
        let names = orders.compactMap { $0["name"] as? String }
        #expect(
            names == ["name", "recent", "frequent", "frecency", "smart", "badge", "mru", "mfu", "zoxide", "firefox"])
        // With three items in turn, the next item was always used before the previous two.
        let recent = try #require(orders.first { $0["name"] as? String == "mru" })
        #expect(recent["hit@1"] as? Double == 0 && recent["hit@3"] as? Double == 100)
        #expect(recent["hit@4"] as? Double == 100 && recent["hit@5"] as? Double == 100)
        let users = try #require(recent["users"] as? [[String: Any]])
        #expect(users.map { $0["user"] as? String } == ["u0", "u1"])
        #expect(users.allSatisfy { $0["events"] as? Int == 30 && $0["scored"] as? Int == 25 })
        let one = try await printed("rank-eval", file, "--order", "mru", "-o", "smart", "--format", "tsv")
        #expect(one.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == ["smart", "mru"])
        try await refuses("rank-eval", file, "--order", "best", status: 64, saying: "frecency", "zoxide")
        try await refuses("rank-eval", file, "--skip", "-1", status: 64, saying: "--skip")
        let missing = "\(TestGroup.current.folder)/missing"
        try await refuses("rank-eval", missing, status: 66, saying: missing)
        let back = try TestGroup.current.makeFile("back.tsv", Array((text + "u0\t1\tx\n").utf8))
        try await refuses("rank-eval", back, status: 65, saying: "line 62")
    }
}
