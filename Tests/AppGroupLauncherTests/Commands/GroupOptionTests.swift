import AppGroup
import Foundation
import TestSupport
import Testing

@Suite(.ownGroup) struct GroupOptionTests {
    /// The environment names no group.
    let unnamed: [String: String?] = ["APP_GROUP": nil]

    func registerInTwoGroups() async throws {
        try await register("Tea", "--scheme", "drink", "--badge", "1", group: "org.example.hot")
        try await register("Beer", "--scheme", "drink", "--badge", "20", group: "org.example.cold")
    }

    func damageColdGroup() throws { try damageRegistry(of: "org.example.cold") }

    @Test("Without any group, a command that makes one requires a name, and others say how to begin")
    func none() async throws {
        try await refuses(
            "register", "org.example.tea", "--", "/bin/true", status: 64,
            saying: "Choose an identifier for one: --group", setting: unnamed)
        for words in [
            ["prune"], ["settings", "list"], ["backup", "file"], ["history", "export"], ["doctor", "--repair"],
        ] {
            try await refuses(words, status: 64, saying: ["Register a first tool: launcher register"], setting: unnamed)
        }
        try await refuses("watch", status: 64, saying: "--group", setting: unnamed)
        try await refuses("badge", "get", "tea", status: 66, saying: "No tool has registered", setting: unnamed)
        #expect(try await printed("badge", "total", setting: unnamed) == "0\n")
        #expect(!FileManager.default.fileExists(atPath: TestGroup.current.home))
    }

    @Test("The only group does not have to be named")
    func one() async throws {
        try await register("Tea", group: "org.example.hot")
        try await printed("badge", "set", "org.example.tea", "5", setting: unnamed)
        #expect(try await printed("badge", "get", "org.example.tea", setting: unnamed) == "5\n")
        let document = try json(try await printed("list", "--format", "json", setting: unnamed))
        #expect(document["group"] as? String == "org.example.hot")
    }

    @Test("With several groups, all are listed, and each app shows its group")
    func several() async throws {
        try await registerInTwoGroups()
        let document = try json(try await printed("list", "--order", "name", "--format", "json", setting: unnamed))
        #expect(document["group"] is NSNull)
        let apps = try #require(document["apps"] as? [[String: Any]])
        #expect(apps.map { $0["group"] as? String } == ["org.example.cold", "org.example.hot"])
        #expect(try await printed("list", setting: unnamed).contains("org.example.cold"))
        #expect(try await printed("badge", "total", setting: unnamed) == "21\n")
        #expect(try await printed("open", "tea", setting: unnamed) == "")
        #expect(try await printed("info", "beer", setting: unnamed).contains("org.example.cold"))
        try await refuses(
            "open", "drink:x", status: 65, saying: "org.example.hot", "org.example.cold", "--group", setting: unnamed)
        #expect(try await printed("open", "drink:x", "--group", "org.example.hot", setting: unnamed) == "")
    }

    @Test("A complete name in one group wins over a part of a name in another")
    func exactNameOfAll() async throws {
        try await register("Tea", group: "org.example.hot")
        try await register("Tea-Time", group: "org.example.cold")
        #expect(try await printed("open", "tea", setting: unnamed) == "")
        #expect(try await printed("info", "tea", setting: unnamed).contains("org.example.hot"))
        try await refuses(
            "open", "te", status: 65, saying: "org.example.tea in org.example.hot", "--group", setting: unnamed)
    }

    @Test("If two groups have a scheme, the URL is opened by the app that is installed")
    func installedHolder() async throws {
        try await registerInTwoGroups()
        try await printed("unregister", "org.example.beer", "--group", "org.example.cold")
        #expect(try await printed("open", "drink:x", setting: unnamed) == "")
        #expect(try await printed("history", "show", "--format", "tsv", setting: unnamed).contains("org.example.tea"))
    }

    @Test("Several groups without apps are not reported as no group")
    func empty() async throws {
        for group in ["org.example.hot", "org.example.cold"] {
            try await printed("settings", "set", "a", "b", setting: ["APP_GROUP": group])
        }
        let result = try await launcher("list", setting: unnamed)
        #expect(result.ending == .exit(0) && result.output == "")
        #expect(result.errors.contains("2 groups") && result.errors.contains("launcher groups"))
    }

    @Test(
        "With several groups, a command that writes without an app requires a group and otherwise writes nothing",
        arguments: [
            ["settings", "set", "a", "b"], ["prune"], ["history", "off"], ["history", "reset", "--all"],
            ["register", "org.example.new", "--", "/bin/true"],
        ])
    func writing(arguments: [String]) async throws {
        try await registerInTwoGroups()
        let result = try await launcher(arguments, setting: unnamed)
        #expect(result.ending == .exit(64), "\(result.errors)")
        #expect(result.errors.contains("org.example.hot") && result.errors.contains("--group"))
        #expect(try await listedIDs("--group", "org.example.hot") == ["tea"])
        #expect(try await printed("badge", "total", "--group", "org.example.hot") == "1\n")
        #expect(try await launcher(arguments + [], setting: ["APP_GROUP": "org.example.hot"]).ending == .exit(0))
    }

    @Test(
        "With several groups, an app is changed in the only group that has it",
        arguments: ["org.example.tea", "Tea", "te"])
    func changing(word: String) async throws {
        try await registerInTwoGroups()
        try await printed("badge", "set", word, "9", setting: unnamed)
        #expect(try await printed("badge", "get", word, setting: unnamed) == "9\n")
        try await printed("field", "set", word, "a", "b", setting: unnamed)
        #expect(try await printed("field", "get", word, "a", "--group", "org.example.hot") == "b\n")
        #expect(try await printed("badge", "total", "--group", "org.example.cold") == "20\n")
        #expect(try await launcher("unregister", word, setting: unnamed).ending == .exit(0))
        #expect(try await listedIDs("--group", "org.example.hot") == [])
        #expect(try await printed("prune", "--undo", word, setting: unnamed) == "org.example.tea\n")
        #expect(try await listedIDs("--group", "org.example.hot") == ["tea"])
    }

    @Test("An app that left one group for another one is found there", arguments: ["org.example.tea", "tea"])
    func movedOn(name: String) async throws {
        try await register("Tea", group: "org.example.hot")
        try await printed("unregister", "org.example.tea", "--group", "org.example.hot")
        try await register("Tea", group: "org.example.cold")
        try await printed("badge", "set", name, "5", setting: unnamed)
        #expect(try await printed("badge", "get", "tea", "--group", "org.example.cold") == "5\n")
    }

    @Test("If apps of several groups match, a command that changes an app names them and changes none")
    func changingAmbiguously() async throws {
        try await registerInTwoGroups()
        try await refuses(
            "badge", "set", "drink", "9", status: 65, saying: "org.example.tea in org.example.hot",
            "org.example.beer in org.example.cold", "--group", setting: unnamed)
        let file = "\(TestGroup.current.folder)/hot.backup"
        try await printed("backup", file, "--group", "org.example.hot")
        #expect(try await launcher("restore", file, "--group", "org.example.warm").ending == .exit(0))
        try await refuses(
            "badge", "set", "org.example.tea", "9", status: 65, saying: "org.example.tea in org.example.hot",
            "org.example.tea in org.example.warm", "--group", setting: unnamed)
        #expect(try await printed("badge", "total", setting: unnamed) == "22\n")
    }

    @Test("--group wins over APP_GROUP")
    func option() async throws {
        try await registerInTwoGroups()
        let setting = ["APP_GROUP": "org.example.hot"]
        #expect(try await printed("badge", "total", setting: setting) == "1\n")
        #expect(try await printed("badge", "total", "-g", "org.example.cold", setting: setting) == "20\n")
        try await refuses("list", "--group", "nogroup", status: 65, saying: "nogroup")
        try await refuses("list", status: 65, saying: "../x", setting: ["APP_GROUP": "../x"])
    }

    @Test("The message about an app or a URL of another group than APP_GROUP or --group names that group and the app")
    func otherGroup() async throws {
        try await registerInTwoGroups()
        try await register("Milk", "--scheme", "milk", group: "org.example.hot")
        let restrictions: [(options: [String], setting: [String: String?])] = [
            ([], ["APP_GROUP": "org.example.cold"]), (["--group", "org.example.cold"], unnamed),
        ]
        for (options, setting) in restrictions {
            for word in ["org.example.milk", "MILK"] {
                for command in [["open", word], ["info", word], ["badge", "set", word, "1"]] {
                    try await refuses(
                        command + options, status: 66,
                        saying: [
                            "no app “\(word)” in the group org.example.cold", "Milk (org.example.milk)",
                            "--group org.example.hot",
                        ], setting: setting)
                }
            }
            let url = ["open", "milk:a?b=1&c"] + options
            try await refuses(
                url, status: 69, saying: ["“milk:” URLs", "Milk (org.example.milk) of the group org.example.hot"],
                setting: setting)
            let message = try await launcher(url, setting: setting).errors
            let command = try #require(message.components(separatedBy: ": launcher ").last)
            let result = try await shell("$launcher \(command)", setting: setting)
            #expect(result.ending == .exit(0), "\(message)\(result.errors)")
        }
        let apps = try await listedApps("--group", "org.example.hot")
        let milk = try #require(apps.first { $0["id"] as? String == "org.example.milk" })
        #expect(milk["openCount"] as? Int == 2)
    }

    @Test("An app that has left another group is not said to be there, or to open a URL")
    func goneFromOtherGroup() async throws {
        try await register("Tea")
        try await register("Milk", "--scheme", "milk", group: "org.example.hot")
        try await printed("unregister", "org.example.milk", "--group", "org.example.hot")
        try await refuses("open", "milk:x", status: 69, saying: "No program here opens “milk:” URLs")
        try await refuses("open", "milk", status: 66, saying: "To list all apps")
    }

    @Test("A group that cannot be read is skipped with a warning, or reported as an error if it was named")
    func unreadable() async throws {
        try await registerInTwoGroups()
        try damageColdGroup()
        for command in [
            ["list"], ["badge", "total"], ["open", "tea"], ["open", "drink:x"], ["pin", "tea"],
            ["badge", "get", "org.example.tea"],
        ] {
            let result = try await launcher(command, setting: unnamed)
            #expect(result.ending == .exit(0), "\(command)")
            #expect(result.errors.contains("org.example.cold"), "\(command)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(command): \(result.errors)")
            try await refusesDamage(command + ["--group", "org.example.cold"])
        }
        // An action, its app and offers are looked for.
        let unknown = try await launcher("open", "milk#cold", setting: unnamed)
        #expect(
            unknown.ending == .exit(66) && unknown.errors.components(separatedBy: "is skipped").count == 2, "\(unknown)"
        )
        let groups = try json(try await printed("groups", "--format", "json"))
        let entries = try #require(groups["groups"] as? [[String: Any]])
        #expect(entries.map { $0["group"] as? String } == ["org.example.cold", "org.example.hot"])
        #expect(entries[0]["apps"] is NSNull && entries[0]["problem"] is String)
        #expect(entries[1]["apps"] as? Int == 1 && entries[1]["problem"] is NSNull)
    }

    @Test("While a group cannot be read, a part of a name is not taken for an app of another group, and changes none")
    func partOfNameWhileUnreadable() async throws {
        try await register("Mail", group: "org.example.cold")
        try await register("Mailing", "--badge", "7", group: "org.example.hot")
        try damageColdGroup()
        let before = try await printed("list", "--all", "--format", "tsv", "--group", "org.example.hot")
        for command in NamingTests.commands + [
            ["history", "reset", "APP"], ["unregister", "APP"], ["prune", "--undo", "APP"],
        ] {
            try await refuses(
                command.map { $0 == "APP" ? "mail" : $0 }, status: 65,
                saying: ["“mail” could be an app of the group org.example.cold", "registry.sqlite"], setting: unnamed)
        }
        #expect(try await printed("list", "--all", "--format", "tsv", "--group", "org.example.hot") == before)
        for (badge, word) in ["mailing", "org.example.mailing"].enumerated() {
            let result = try await launcher("badge", "set", word, "\(badge)", setting: unnamed)
            #expect(result.ending == .exit(0) && result.errors.contains("org.example.cold is skipped"), "\(result)")
            #expect(try await printed("badge", "total", "--group", "org.example.hot") == "\(badge)\n")
        }
    }

    @Test("doctor names a group that it cannot compare with the one it checks, and finds no problem in that")
    func incomparable() async throws {
        try await register("Tea", group: "org.example.hot")
        try await register("Beer", group: "org.example.cold")
        try damageColdGroup()
        let found = try await launcher("doctor", "--group", "org.example.hot", "--format", "tsv", setting: unnamed)
        let line = "note\tmembership\torg.example.hot\torg.example.cold\tThe group org.example.cold is skipped: "
        #expect(found.ending == .exit(0) && found.output.contains(line), "\(found)")
    }

    @Test("If the only group cannot be read, the command fails")
    func onlyUnreadable() async throws {
        try await register("Beer", group: "org.example.cold")
        try damageColdGroup()
        let result = try await launcher("list", setting: unnamed)
        #expect(result.ending == .exit(65), "\(result.errors)")
        #expect(result.output == "")
    }

    @Test("A group whose registry is gone, but not its log, is not called missing, and is repaired by its name")
    func registryGone() async throws {
        try await register("Tea", group: "org.example.hot")
        let folder = TestGroup.current.container(of: "org.example.hot")
        try FileManager.default.removeItem(atPath: "\(folder)/registry.sqlite")
        for command in [["badge", "total"], ["settings", "list"], ["list"]] {
            try await refusesDamage(command + ["--group", "org.example.hot"])
        }
        let found = try await launcher("doctor", "--group", "org.example.hot", setting: unnamed)
        #expect(found.ending == .exit(65) && found.output.contains("--repair"), "\(found)")
        let mended = try await launcher("doctor", "--repair", "--group", "org.example.hot", setting: unnamed)
        #expect(mended.ending == .exit(0), "\(mended.errors)")
        #expect(try await listedIDs("--group", "org.example.hot") == ["tea"])
    }

    private func refusesDamage(_ arguments: [String]) async throws {
        let result = try await launcher(arguments)
        #expect(result.ending == .exit(65), "\(arguments)")
        #expect(result.errors.contains("registry.sqlite"), "\(arguments)")
    }

    @Test("groups lists the groups by name, with their apps and badges")
    func groups() async throws {
        try await registerInTwoGroups()
        let home = TestGroup.current.home
        #expect(
            try await printed("groups", "--format", "tsv")
                == "org.example.cold\t1\t20\t\(home)/org.example.cold\t\norg.example.hot\t1\t1\t\(home)/org.example.hot\t\n"
        )
        #expect(try await printed("groups").contains("GROUP"))
    }
}
