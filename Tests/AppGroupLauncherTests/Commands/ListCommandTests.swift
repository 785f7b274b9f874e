import Foundation
import TestSupport
import Testing

@Suite(.ownGroup) struct ListCommandTests {
    @Test("list sorts the apps in each order")
    func orders() async throws {
        for name in ["Cocoa", "Ale", "Beer"] { try await register(name) }
        try await printed("badge", "set", "org.example.beer", "5")
        for name in ["cocoa", "cocoa", "ale"] { try await printed("open", name) }
        #expect(try await listedIDs("--order", "name") == ["ale", "beer", "cocoa"])
        #expect(try await listedIDs("--order", "recent") == ["ale", "cocoa", "beer"])
        #expect(try await listedIDs("--order", "frequent") == ["cocoa", "ale", "beer"])
        #expect(try await listedIDs("--order", "badge").first == "beer")
        #expect(try await listedIDs() == (try await listedIDs("--order", "frecency")))
        #expect(try await listedIDs("--order", "name", "--limit", "2") == ["ale", "beer"])
        #expect(try await listedIDs("--limit", "0") == [])
        #expect(try await listedIDs("--order", "name", "--exclude-current") == ["beer", "cocoa"])
        try await printed("pin", "beer")
        #expect(try await listedIDs("--order", "frequent") == ["beer", "cocoa", "ale"])
        try await printed("unpin", "beer")
        #expect(try await listedIDs("--order", "frequent") == ["cocoa", "ale", "beer"])
    }

    @Test("Hidden and missing apps are listed only with --all, with the reason")
    func all() async throws {
        let program = try TestGroup.current.makeProgram("gone")
        try await register("Tea")
        try await register("Coffee")
        try await printed("register", "org.example.gone", "--", program)
        try FileManager.default.removeItem(atPath: program)
        try await printed("hide", "coffee")
        #expect(try await listedIDs("--order", "name") == ["tea"])
        let apps = try await listedApps("--all", "--order", "name")
        #expect(apps.map { $0["installed"] as? Bool } == [true, false, true])
        #expect(apps.map { $0["hidden"] as? Bool } == [true, false, false])
        #expect((apps[1]["reason"] as? String)?.contains(program) == true)
        #expect(apps[0]["reason"] == nil && apps[2]["reason"] == nil)
        let table = try await printed("list", "--all")
        #expect(table.contains(program) && table.contains("hidden"))
        try await printed("show", "coffee")
        #expect(try await listedIDs("--order", "name") == ["coffee", "tea"])
    }

    @Test("The JSON document has the documented members with their types")
    func contract() async throws {
        try await register("Tea", "--scheme", "tea", "--field", "cups=3")
        try await printed("open", "tea:1")
        let document = try json(try await printed("list", "--format", "json"))
        #expect(Set(document.keys) == ["version", "group", "apps"])
        #expect(document["version"] as? Int == 1)
        #expect(document["group"] as? String == "org.example.family")
        let app = try #require((document["apps"] as? [[String: Any]])?.first)
        let members: Set = [
            "id", "name", "schemes", "icon", "badge", "installed", "fields", "lastOpened", "openCount", "version",
            "availableVersion",
        ]
        #expect(members.isSubset(of: app.keys))
        #expect(app["reason"] == nil)
        #expect(app["version"] is NSNull && app["availableVersion"] is NSNull && app["icon"] is NSNull)
        #expect(app["openCount"] as? Int == 1)
        let opened = try #require(app["lastOpened"] as? String)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: opened.contains("."))
        #expect(abs(try style.parse(opened).timeIntervalSinceNow) < 600)
    }

    @Test("Python reads the JSON document and writes the same bytes")
    func python() async throws {
        let name = #"Tea "茶" \ 👩‍🚀 / é"#
        try await launcher("register", "org.example.tea", "--name", name, "--", "/bin/true")
        let result = try await shell(
            #""$launcher" list --format json | python3 -c 'import json,sys; print(json.load(sys.stdin)["apps"][0]["name"])'"#
        )
        #expect(result.output == "\(name)\n")
    }

    @Test("All TSV lines have the same number of columns, for any values")
    func columns() async throws {
        let icon = try TestGroup.current.makeFile("i.svg", ExampleImage.svg)
        try await register(
            "Full", "--scheme", "a", "--scheme", "b", "--icon", icon, "--app-version", "1", "--badge", "2", "--field",
            "x=y")
        try await register("Bare")
        try await launcher("register", "org.example.gone", "--name", "back\\slash", "--", "/no/such")
        try await printed("open", "bare")
        let text = try await printed("list", "--all", "--format", "tsv")
        let lines = text.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(Set(lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).count }) == [12])
        #expect(text.contains("back\\\\slash"))
    }

    @Test("launcher without a command lists the apps, with or without options")
    func bare() async throws {
        try await register("Tea")
        let list = try await printed("list")
        #expect(list.contains("org.example.tea"))
        #expect(try await printed() == list)
        #expect(try await printed("--group", "org.example.family") == list)
    }

    @Test(
        "Contradictory options of list are refused",
        arguments: [
            ["--limit=-1"], ["--limit", "-1"], ["--limit", "x"], ["--order", "luck"], ["--format", "xml"], ["more"],
        ])
    func usage(options: [String]) async throws {
        try await register("Tea")
        let result = try await launcher(["list"] + options)
        #expect(result.ending == .exit(64))
        #expect(result.output == "")
        #expect(result.errors.contains("launcher list --help"))
    }

    @Test("Without any app, list prints how to register the first one")
    func empty() async throws {
        for setting in [["APP_GROUP": nil], [:]] as [[String: String?]] {
            let result = try await launcher("list", setting: setting)
            #expect(result.ending == .exit(0))
            #expect(result.output == "")
            #expect(result.errors.contains("launcher register "))
            #expect(result.errors.split(separator: "\n").count == 1)
        }
        let document = try json(try await printed("list", "--format", "json", setting: ["APP_GROUP": nil]))
        #expect((document["apps"] as? [Any])?.isEmpty == true)
        #expect(try await printed("list", "--format", "tsv") == "")
        #expect(!FileManager.default.fileExists(atPath: TestGroup.current.home), "reading makes no container")
    }

    @Test("info prints everything known about an app in every format")
    func info() async throws {
        try await register("Tea", "--scheme", "tea", "--field", "cups=3", "--badge", "2")
        let app = try #require(try json(try await printed("info", "tea", "--format", "json"))["app"] as? [String: Any])
        #expect(app["id"] as? String == "org.example.tea")
        #expect((app["launch"] as? [String: Any])?["executable"] as? String == "/bin/true")
        let lines = try await printed("info", "org.example.tea", "--format", "tsv").split(separator: "\n")
        #expect(lines.contains("badge\t2") && lines.contains("field cups\t3") && lines.contains("scheme\ttea"))
        #expect(try await printed("info", "Tea").contains("org.example.tea"))
        try await refuses("info", "coffee", status: 66, saying: "coffee")
    }

    @Test("The widget lists the apps with badges, then those that are likely to be opened next, then the rest")
    func widget() async throws {
        for name in ["Tea", "Coffee", "Water"] { try await register(name) }
        try await printed("badge", "set", "org.example.tea", "3")
        for name in ["coffee", "coffee", "tea"] { try await printed("open", name) }
        #expect(
            try await printed("widget")
                == "Needs you: Tea (3)\nLikely next: Coffee\nAll apps: Water\nTo do: 3\n")
        #expect(try await printed("widget", "--order", "smart", "-n", "1").hasPrefix("Likely next: "))
        #expect(try await printed("widget", "-o", "recent") == "Last used: Tea (3) · Coffee\nTo do: 3\n")
        try await register("Wine", "--badge", "1")
        #expect(
            try await printed("widget", "-n", "1")
                == "Needs you: Tea (3)\nLikely next: Coffee\nAll apps: Water\nand 1 more\nTo do: 4\n")
        try await refuses("widget", "--limit", "0", status: 64, saying: "--limit")
    }
}
