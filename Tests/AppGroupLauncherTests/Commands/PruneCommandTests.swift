import AppGroup
import Foundation
import TestSupport
import Testing

@Suite(.ownGroup) struct PruneCommandTests {
    /// Registers an app and removes its program.
    func registerMissing(_ name: String) async throws {
        let path = try TestGroup.current.makeProgram(name)
        let result = try await launcher(
            "register", "org.example.\(name)", "--badge", "3", "--terminal", "--", path)
        #expect(result.ending == .exit(0), "\(result.errors)")
        try FileManager.default.removeItem(atPath: path)
    }

    @Test("prune does nothing if no app is missing, and says so on a terminal only")
    func nothing() async throws {
        try await register("Tea")
        #expect(try await printed("prune") == "")
        #expect(try await listedIDs("--all") == ["tea"])
        let screen = try await TmuxScreen(columns: 160)
        try await screen.type("\"$launcher\" prune\n")
        try await screen.shows("launcher: There is nothing to hide or delete. ")
        await screen.end()
    }

    @Test("prune and history reset complain about an unknown option first, and then about what is missing")
    func unknownOption() async throws {
        try await register("Tea")
        try await refuses("prune", "--days", "3", status: 64, saying: "Unknown option '--days'")
        try await refuses("prune", "tea", status: 64, saying: "Apps can be named only with --undo.")
        try await refuses(
            "history", "reset", "--al", status: 64, saying: "Unknown option '--al'. Did you mean “--all”?")
        try await refuses("history", "reset", status: 64, saying: "Name an app, or give --all.")
    }

    @Test("prune --yes succeeds without a message after its group has ended")
    func groupEnded() async throws {
        #expect(try await printed("prune", "--yes", "--group", "org.example.ended") == "")
    }

    @Test("prune ends empty groups, so that a command needs no group again")
    func endsEmptyGroups() async throws {
        try await register("Tea")
        let group = TestGroup.current
        for name in ["org.example.empty", "org.example.full"] as [GroupID] {
            try group.registry(of: name).setSetting("k", to: 1)
        }
        try group.registry(of: "org.example.empty").setSetting("k", to: nil)
        let nobody = ["APP_GROUP": nil] as [String: String?]
        try await refuses("settings", "list", status: 64, saying: "several groups", setting: nobody)
        let first = try await launcher("prune", setting: nobody)
        #expect(first.errors.contains("The group org.example.empty has ended because it had no apps."))
        #expect(first.ending == .exit(64) && first.errors.contains("several groups"))
        // Its setting could be wanted.
        try await refuses("prune", "--group", "org.example.full", status: 64, saying: "--yes")
        let second = try await launcher("prune", "--yes", "--group", "org.example.full")
        #expect(second.ending == .exit(0) && second.errors.contains("org.example.full has ended"))
        #expect(try await printed("prune", "--format", "tsv", setting: nobody) == "")
        #expect(try await listedIDs("--all") == ["tea"])
    }

    @Test("A missing app is hidden without asking and kept for the grace period")
    func hide() async throws {
        try await register("Tea")
        try await registerMissing("gone")
        let line = try await printed("prune", "--format", "tsv")
        #expect(line.hasPrefix("hide\torg.example.gone\tgone\t"))
        #expect(line.split(separator: "\n").count == 1)
        #expect(try await listedIDs() == ["tea"])
        #expect(try await listedIDs("--all", "--order", "name") == ["gone", "tea"])
        try TestGroup.current.makeProgram("gone")
        #expect(try await listedIDs("--order", "name") == ["gone", "tea"])
        #expect(try await printed("badge", "get", "org.example.gone") == "3\n")
    }

    @Test("The table of prune leaves out apps that are hidden already, but documents have them")
    func hiddenBefore() async throws {
        for name in ["Tea", "Coffee"] { try await register(name) }
        try await registerMissing("gone")
        #expect(try await printed("prune").contains("org.example.gone"))
        try await printed("unregister", "org.example.coffee")
        #expect(try await printed("prune") == "")
        let document = try json(try await printed("prune", "--format", "json"))
        let hidden = (document["hide"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
        #expect(hidden == ["org.example.coffee", "org.example.gone"])
        #expect(try await printed("prune", "--format", "tsv").split(separator: "\n").count == 2)
        #expect(try await printed("prune", "--dry-run", "--grace", "0").split(separator: "\n").count == 3)
    }

    @Test("prune --dry-run prints what would be done and does nothing")
    func dryRun() async throws {
        try await register("Tea")
        try await registerMissing("gone")
        let document = try json(try await printed("prune", "--dry-run", "--grace", "0", "--format", "json"))
        #expect(document["version"] as? Int == 1)
        #expect(document["graceDays"] as? Int == 0)
        #expect((document["delete"] as? [[String: Any]])?.compactMap { $0["id"] as? String } == ["org.example.gone"])
        #expect((document["hide"] as? [Any])?.isEmpty == true)
        #expect(try await listedIDs("--all", "--order", "name") == ["gone", "tea"])
    }

    @Test("Without a terminal, prune deletes nothing unless --yes is given")
    func withoutYes() async throws {
        try await register("Tea")
        try await registerMissing("gone")
        let result = try await launcher("prune", "--grace", "0", input: "y\n")
        #expect(result.ending == .exit(64))
        #expect(result.errors.contains("--yes"))
        #expect(try await listedIDs("--all", "--order", "name") == ["gone", "tea"])
    }

    @Test("prune --grace 0 --yes deletes missing apps at once")
    func delete() async throws {
        try await register("Tea")
        try await registerMissing("gone")
        #expect(try await printed("prune", "--grace", "0", "--yes", "--format", "tsv").hasPrefix("delete\t"))
        #expect(try await listedIDs("--all") == ["tea"])
        let undone = try await launcher("prune", "--undo")
        #expect(undone.ending == .exit(0) && undone.output == "")
        #expect(undone.errors == "launcher: There is nothing to bring back.\n")
    }

    @Test("Unregistering and pruning can be undone")
    func undo() async throws {
        try await register("Tea")
        try await register("Coffee")
        try await registerMissing("gone")
        try await printed("unregister", "org.example.coffee")
        try await printed("prune")
        #expect(try await printed("prune", "--undo", "--dry-run") == "org.example.coffee\norg.example.gone\n")
        #expect(try await listedIDs() == ["tea"])
        let result = try await launcher("prune", "--undo")
        #expect(result.ending == .exit(0))
        #expect(result.output == "org.example.coffee\norg.example.gone\n")
        #expect(result.errors.contains("org.example.gone") && !result.errors.contains("org.example.coffee"))
        #expect(try await listedIDs("--order", "name") == ["coffee", "tea"])
    }

    @Test("prune --undo says which app has the scheme of an app that came back without it, as register does")
    func undoWithoutScheme() async throws {
        let scheme = ["--scheme", "tea-time"]
        let tea = ["register", "org.example.tea", "--name", "Tea"] + scheme + ["--terminal", "--", "/bin/true"]
        try await printed(tea)
        try await printed("unregister", "org.example.tea")
        try await register("Coffee", "--scheme", "tea-time")
        #expect(try await printed("prune", "--undo", "--dry-run") == "org.example.tea\n")
        let remark =
            "org.example.tea is registered without the scheme “tea-time”: org.example.coffee took it over while the app was gone."
        let undone = try await launcher("prune", "--undo")
        #expect(undone.ending == .exit(0) && undone.output == "org.example.tea\n")
        #expect(undone.errors == "launcher: \(remark)\n")
        #expect(try await launcher(tea).errors == "launcher: \(remark)\n")

        // The scheme goes back to the app that is still there.
        try await printed("unregister", "org.example.coffee")
        #expect(try await printed(tea) == "")
        let back = try await launcher("prune", "--undo")
        #expect(back.output == "org.example.coffee\n")
        #expect(back.errors.contains("org.example.coffee is registered without the scheme “tea-time”: org.example.tea"))
    }

    @Test("prune --undo --dry-run names exactly the apps that would come back")
    func undoDryRun() async throws {
        try await register("Tea")
        try await registerMissing("gone")
        // No command has run since its program was removed.
        #expect(try await launcher("prune", "--undo", "--dry-run").output == "")
        #expect(try await launcher("prune", "--undo").output == "")
        try await launcher("list")
        #expect(try await printed("prune", "--undo", "--dry-run") == "org.example.gone\n")
        #expect(try await launcher("prune", "--undo").output == "org.example.gone\n")
    }

    @Test("prune --undo brings back only the apps that it is given")
    func undoOne() async throws {
        for name in ["Tea", "Ice"] {
            try await register(name)
            try await launcher("unregister", name)
        }
        #expect(try await printed("prune", "--undo", "org.example.tea") == "org.example.tea\n")
        #expect(try await listedIDs("--order", "name") == ["tea"])
        #expect(try await launcher("prune", "--undo", "org.example.none").ending == .exit(66))
        #expect(try await launcher("prune", "org.example.ice").ending == .exit(64))
    }

    @Test("prune --undo finds an app by a part of its name, one that is gone before one that is there")
    func undoNamed() async throws {
        try await register("Tea")
        for name in ["Teapot", "Jug"] {
            try await register(name)
            try await launcher("unregister", name)
        }
        #expect(try await printed("prune", "--undo", "--dry-run", "tea") == "org.example.teapot\n")
        #expect(try await printed("prune", "--undo", "tea", "JUG") == "org.example.jug\norg.example.teapot\n")
        let again = try await launcher("prune", "--undo", "teapot")
        #expect(again.ending == .exit(0) && again.output == "")
    }

    @Test("prune --undo brings no app back that another group has now, and says so if it is named")
    func undoTaken() async throws {
        try await register("Tea", group: "org.example.hot")
        try await printed("unregister", "org.example.tea", "--group", "org.example.hot")
        try await register("Tea", group: "org.example.cold")
        for words in [["prune", "--undo"], ["prune", "--undo", "--dry-run"]] {
            let all = try await launcher(words + ["--group", "org.example.hot"])
            #expect(all.ending == .exit(0) && all.output == "", "\(words)")
            #expect(all.errors == "launcher: There is nothing to bring back.\n", "\(words)")
            for name in ["org.example.tea", "tea"] {
                try await refuses(
                    words + [name], status: 65, saying: ["belongs to the group org.example.cold"],
                    setting: ["APP_GROUP": nil])
            }
        }
    }

    @Test("A group ends when its last app is deleted")
    func lastApp() async throws {
        try await registerMissing("gone")
        let result = try await launcher("prune", "--grace", "0", "--yes")
        #expect(result.ending == .exit(0))
        #expect(result.errors.contains("org.example.family"))
        #expect(!FileManager.default.fileExists(atPath: TestGroup.current.container))
        #expect(try await printed("groups", "--format", "tsv") == "")
        try await register("Tea")
        #expect(try await listedIDs() == ["tea"])
    }

    @Test("An invalid grace period is refused", arguments: ["-1", "soon", "9223372036854775808"])
    func badGrace(days: String) async throws {
        try await registerMissing("gone")
        try await refuses("prune", "--yes", "--grace", days, status: 64, saying: "--grace")
        #expect(try await listedIDs("--all") == ["gone"])
    }

    @Test("The longest possible grace period keeps an app")
    func longGrace() async throws {
        try await registerMissing("gone")
        #expect(try await printed("prune", "--grace", "9223372036854775807", "--format", "tsv").hasPrefix("hide\t"))
    }

    @Test("prune writes its document even if it only ends an empty group")
    func endsOnlyGroup() async throws {
        let registry = TestGroup.current.registry
        try registry.setSetting("k", to: 1)
        try registry.setSetting("k", to: nil)
        let result = try await launcher("prune", "--format", "json", "--grace", "5", setting: ["APP_GROUP": nil])
        let document = try json(result.output)
        #expect(document["graceDays"] as? Int == 5)
        #expect(document["group"] as? String == "\(registry.group)" && (document["delete"] as? [Any])?.isEmpty == true)
    }
}
