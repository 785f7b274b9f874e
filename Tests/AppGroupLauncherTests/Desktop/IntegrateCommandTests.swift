import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("Integration with the desktop", .ownGroup) struct IntegrateCommandTests {
    private var home: String { DesktopHome.home }

    @Test("integrate writes a valid entry for each app and sets its schemes; running it again does nothing")
    func writes() async throws {
        try await DesktopHome.install("in-box", "--scheme", "inbox", "--action", "newest=inbox:newest")
        try await DesktopHome.install("rooms")
        let done = try await DesktopHome.integrate()
        #expect(
            done.steps == [
                "write org.example.in-box ~/.local/share/applications/org.example.in_box.desktop",
                "handle inbox: org.example.in_box.desktop",
                "write org.example.rooms ~/.local/share/applications/org.example.rooms.desktop",
            ])
        #expect(done.remarks.contains("launcher-badge-bridge"))
        #expect(
            try await DesktopHome.handlers(of: "inbox") == ["org.example.in_box.desktop", "org.example.in_box.desktop"])
        let names = try FileManager.default.contentsOfDirectory(atPath: DesktopHome.entries)
        for name in names where name != "mimeinfo.cache" {
            let check = try await RunningProcess.run(
                "/usr/bin/desktop-file-validate", ["\(DesktopHome.entries)/\(name)"])
            #expect(check.ending == .exit(0) && check.output == "", "\(check.output)")
        }
        let before = try DesktopHome.files()
        #expect(try await DesktopHome.integrate().steps == [])
        #expect(try DesktopHome.files() == before)
    }

    @Test("“Open with” offers every app for its links, until it is unregistered")
    func openWith() async throws {
        try await DesktopHome.install("tea", "--scheme", "cup", "--scheme", "tea2")
        try await DesktopHome.install("rooms", "--scheme", "cup2")
        try DesktopHome.write(
            "\(DesktopHome.entries)/other.desktop",
            "[Desktop Entry]\nType=Application\nName=Other\nExec=true %u\nMimeType=x-scheme-handler/cup;\n")
        _ = try await DesktopHome.integrate()
        #expect(try await offers("cup") == ["org.example.tea.desktop", "other.desktop"])
        #expect(try await offers("tea2") == ["org.example.tea.desktop"])
        #expect(try await offers("cup2") == ["org.example.rooms.desktop"])
        // Entries of an earlier release have no cache.
        try FileManager.default.removeItem(atPath: "\(DesktopHome.entries)/mimeinfo.cache")
        #expect(try await DesktopHome.integrate("--update").steps == [])
        #expect(try await offers("cup2") == ["org.example.rooms.desktop"])
        try await printed("unregister", "org.example.tea")
        _ = try await DesktopHome.integrate("--update")
        #expect(try await offers("cup") == ["other.desktop"])
        try FileManager.default.removeItem(atPath: "\(DesktopHome.entries)/other.desktop")
        _ = try await DesktopHome.integrate("--remove")
        #expect(!DesktopHome.exists("\(DesktopHome.entries)/mimeinfo.cache"))
    }

    /// The applications that GLib offers for links of a scheme, by name.
    private func offers(_ scheme: String) async throws -> [String] {
        let script = """
            import sys
            from gi.repository import Gio
            for app in Gio.AppInfo.get_all_for_type("x-scheme-handler/" + sys.argv[1]): print(app.get_id())
            """
        let environment = environment(setting: ["XDG_DATA_DIRS": "/nonexistent"])
        let result = try await RunningProcess.run(
            Python.interpreter.path, ["-c", script, scheme], environment: environment)
        return result.lines.map(String.init).sorted()
    }

    @Test("Without update-desktop-database, integrate says what is missing")
    func noTypeCacheTool() async throws {
        try await DesktopHome.install("tea", "--scheme", "cup")
        let path = "\(TestGroup.current.folder)/bin"
        let first = try await DesktopHome.integrate(setting: ["PATH": path])
        #expect(first.remarks.contains("update-desktop-database is not in PATH"))
        #expect(!DesktopHome.exists("\(DesktopHome.entries)/mimeinfo.cache"))
    }

    @Test("After integrate, xdg-open, gio open and the desktop's search open the app, and it is counted")
    func opens() async throws {
        let proof = try await DesktopHome.install("tea", "--scheme", "tea", "--action", "brew=tea:brew")
        _ = try await DesktopHome.integrate()
        let search = """
            from gi.repository import Gio
            found = Gio.DesktopAppInfo.search("tea")
            app = Gio.DesktopAppInfo.new(found[0][0])
            app.launch_action("brew", None)
            """
        let ways: [([String], String)] = [
            (["/usr/bin/xdg-open", "tea:a?b=%20c"], "tea:a?b=%20c|"),
            (["/usr/bin/gio", "open", "tea:two"], "tea:two|"),
            ([Python.interpreter.path, "-c", search], "tea:brew|"),
        ]
        for (words, expected) in ways {
            try? FileManager.default.removeItem(atPath: proof)
            let result = try await RunningProcess.run(
                words[0], Array(words.dropFirst()),
                // Without a display, xdg-open opens every URL in a browser.
                environment: environment(setting: ["DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": "disabled:"]))
            #expect(result.ending == .exit(0), "\(words): \(result.errors)")
            #expect(await comesTrue { (try? DesktopHome.read(proof)) == expected }, "\(words)")
        }
        #expect(try await openCount(of: "tea") == 3)
    }

    @Test("If the desktop cannot open a graphical app from its entry, a notification says why")
    func notification() async throws {
        try await DesktopHome.install("tea", "--scheme", "tea")
        _ = try await DesktopHome.integrate()
        // The entry is still offered, because the program is there.
        try ProgramFile.write("#!/no/such/interpreter\n", to: "\(TestGroup.current.folder)/bin/tea")
        let told = "\(TestGroup.current.folder)/told"
        try TestGroup.current.makeProgram("notify-send", "printf '%s\\n' \"$@\" >\(told).new; mv \(told).new \(told)")
        let result = try await RunningProcess.run(
            "/usr/bin/gio", ["open", "tea:x"],
            environment: environment(setting: ["DBUS_SESSION_BUS_ADDRESS": "disabled:"]))
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(await comesTrue { DesktopHome.exists(told) })
        let lines = try DesktopHome.read(told).split(separator: "\n")
        #expect(lines.dropLast().last == "Could not open the app", "\(lines)")
        #expect(lines.last?.contains("bin/tea could not be started") == true, "\(lines)")
    }

    @Test("integrate refuses an unknown group, but removes the remains of a group that existed")
    func unknownGroup() async throws {
        try await DesktopHome.install("tea")
        _ = try await DesktopHome.integrate()
        let before = try DesktopHome.files()
        for options in [[], ["--remove"], ["--dry-run"]] {
            let result = try await launcher(["integrate", "--group", "org.example.nope"] + options)
            #expect(result.ending == .exit(66) && result.output == "", "\(result.output)")
            #expect(result.errors.contains("org.example.nope") && result.errors.contains("launcher groups"))
        }
        #expect(try DesktopHome.files() == before)
        try FileManager.default.removeItem(atPath: TestGroup.current.container(of: "org.example.family"))
        let removal = try await DesktopHome.integrate("--remove", "--group", "org.example.family")
        #expect(removal.steps.contains { $0.hasPrefix("remove org.example.tea ") })
    }

    @Test("integrate --dry-run prints what would be done and does nothing")
    func dryRun() async throws {
        try await DesktopHome.install("tea", "--scheme", "tea")
        let before = try DesktopHome.files()
        let planned = try await DesktopHome.integrate("--dry-run")
        #expect(try DesktopHome.files() == before)
        #expect(try await DesktopHome.integrate().steps == planned.steps)
        let after = try DesktopHome.files()
        let removal = try await DesktopHome.integrate("--remove", "--dry-run")
        #expect(try DesktopHome.files() == after)
        #expect(try await DesktopHome.integrate("--remove").steps == removal.steps)
    }

    @Test("integrate --update follows apps that are added, changed, hidden, uninstalled and reinstalled")
    func follows() async throws {
        try await DesktopHome.install("tea", "--scheme", "tea")
        _ = try await DesktopHome.integrate()
        let write = "write org.example.tea ~/.local/share/applications/org.example.tea.desktop"
        let remove = "remove org.example.tea ~/.local/share/applications/org.example.tea.desktop"
        let (handle, restore) = ("handle tea: org.example.tea.desktop", "restore tea: ")
        try await DesktopHome.install("tea", "--scheme", "tea", "--icon", "cup")
        #expect(try await DesktopHome.integrate("--update").steps == [write])
        try await DesktopHome.install("tea", "--scheme", "tea", "--icon", "cup", "--scheme", "cup")
        #expect(try await DesktopHome.integrate("--update").steps == [write, "handle cup: org.example.tea.desktop"])
        try await DesktopHome.install("tea", "--scheme", "tea")
        #expect(try await DesktopHome.integrate("--update").steps == ["restore cup: ", write])
        try await printed("badge", "set", "org.example.tea", "3")
        #expect(try await DesktopHome.integrate("--update").steps == [])
        for (gone, back) in [
            (["hide", "tea"], ["show", "org.example.tea"]), (["unregister", "org.example.tea"], ["prune", "--undo"]),
        ] {
            #expect(try await launcher(gone).ending == .exit(0))
            #expect(try await DesktopHome.integrate("--update").steps == [restore, remove])
            #expect(try await launcher(back).ending == .exit(0))
            #expect(try await DesktopHome.integrate().steps == [write, handle])
        }
        try FileManager.default.removeItem(atPath: "\(TestGroup.current.folder)/bin/tea")
        #expect(try await DesktopHome.integrate("--update").steps == [restore, remove])
    }

    @Test("integrate --update does nothing before the first integrate")
    func updatesNothing() async throws {
        try await DesktopHome.install("tea", "--scheme", "tea")
        #expect(try await DesktopHome.integrate("--update").steps == [])
        #expect(try DesktopHome.files() == [:])
    }

    @Test("integrate --remove removes everything and restores the earlier handlers")
    func removes() async throws {
        let list =
            "[Default Applications]\ntext/html=firefox.desktop\nx-scheme-handler/tea=kettle.desktop;pot.desktop;\n"
        try DesktopHome.write(DesktopHome.defaults, list)
        try DesktopHome.write(
            "\(DesktopHome.entries)/kettle.desktop", "[Desktop Entry]\nType=Application\nName=K\nExec=k\n")
        try TestGroup.current.makeProgram("launcher-badge-bridge")
        let before = try DesktopHome.files()
        try await DesktopHome.install("tea", "--scheme", "tea", "--scheme", "cup")
        _ = try await DesktopHome.integrate()
        #expect(try await DesktopHome.handlers(of: "tea")[0] == "org.example.tea.desktop")
        let steps = try await DesktopHome.integrate("--remove").steps
        #expect(steps.contains("restore tea: kettle.desktop;pot.desktop;") && steps.contains("restore cup: "))
        #expect(try DesktopHome.files() == before)
        #expect(try await DesktopHome.integrate("--remove").steps == [])
    }

    @Test("integrate --remove leaves no list of default applications behind if there was none, unless it is a link")
    func removesList() async throws {
        try await DesktopHome.install("tea", "--scheme", "tea", "--scheme", "cup")
        _ = try await DesktopHome.integrate()
        #expect(DesktopHome.exists(DesktopHome.defaults))
        _ = try await DesktopHome.integrate("--remove")
        #expect(try DesktopHome.files() == [:])
        let target = "\(TestGroup.current.folder)/dotfiles.list"
        _ = try await DesktopHome.integrate()
        try FileManager.default.moveItem(atPath: DesktopHome.defaults, toPath: target)
        try FileManager.default.createSymbolicLink(atPath: DesktopHome.defaults, withDestinationPath: target)
        _ = try await DesktopHome.integrate("--remove")
        #expect(DesktopHome.exists(target) && DesktopHome.exists(DesktopHome.defaults))
    }

    @Test(
        "integrate leaves files alone that others wrote or changed, and reports that",
        arguments: ["stranger", "changed", "link"])
    func leavesStrangers(kind: String) async throws {
        let path = "\(DesktopHome.entries)/org.example.tea.desktop"
        try await DesktopHome.install("tea", "--scheme", "tea")
        switch kind {
        case "stranger": try DesktopHome.write(path, "[Desktop Entry]\nType=Application\nName=Mine\nExec=mine\n")
        case "changed":
            _ = try await DesktopHome.integrate()
            try DesktopHome.write(path, try DesktopHome.read(path) + "NoDisplay=true\n")
        default:
            try DesktopHome.write("\(home)/mine", "[Desktop Entry]\n")
            try FileManager.default.createDirectory(atPath: DesktopHome.entries, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(home)/mine")
        }
        try await DesktopHome.install("tea", "--scheme", "tea", "--icon", "cup")
        let before = try DesktopHome.files()
        for options in [[], ["--remove"]] {
            let result = try await launcher(["integrate", "--format", "tsv"] + options)
            #expect(result.output == "", "\(options)")
            if options.isEmpty || kind == "changed" { #expect(result.errors.contains(path), "\(result.errors)") }
            #expect(try DesktopHome.files() == before)
        }
    }

    @Test("integrate does not replace a system entry with the same id")
    func masksNobody() async throws {
        try await DesktopHome.install("tea", "--scheme", "tea")
        _ = try await DesktopHome.integrate()
        let path = "\(TestGroup.current.folder)/share/applications/org.example.tea.desktop"
        try DesktopHome.write(path, "[Desktop Entry]\nType=Application\nName=Tea\nExec=true\n")
        let result = try await DesktopHome.integrate()
        #expect(result.steps.map { $0.prefix { $0 != " " } } == ["restore", "remove"])
        #expect(result.remarks.contains(path))
    }

    @Test("integrate writes no entry for an app that has its own")
    func hasOwnEntry() async throws {
        try DesktopHome.write(
            "\(TestGroup.current.folder)/share/applications/rooms.desktop",
            "[Desktop Entry]\nType=Application\nName=Rooms\nExec=true\nMimeType=x-scheme-handler/rooms;\n")
        try await printed("register", "org.example.rooms", "--desktop-file", "rooms.desktop")
        #expect(try await DesktopHome.integrate().steps == [])
    }

    @Test("integrate changes only the named group, in the folder of groups that it was called with")
    func scope() async throws {
        try await DesktopHome.install("tea")
        try await DesktopHome.install("chai", group: "org.example.other")
        _ = try await DesktopHome.integrate(setting: ["APP_GROUP": nil])
        let before = try DesktopHome.files()
        let elsewhere = ["APP_GROUP": nil, "APP_GROUP_HOME": "\(TestGroup.current.folder)/elsewhere"]
        for options in [["integrate"], ["integrate", "--remove"]] {
            #expect(try await launcher(options, setting: elsewhere).ending == .exit(0))
            #expect(try DesktopHome.files() == before)
        }
        let steps = try await DesktopHome.integrate("--remove", "--group", "org.example.other").steps
        #expect(steps == ["remove org.example.chai ~/.local/share/applications/org.example.chai.desktop"])
    }

    @Test("The bridge and the search of one folder of groups are neither replaced nor removed for another folder")
    func servesOneHome() async throws {
        for program in ["launcher-badge-bridge", "launcher-search"] { try TestGroup.current.makeProgram(program) }
        try await DesktopHome.install("tea")
        _ = try await DesktopHome.integrate()
        let before = try DesktopHome.files()
        let elsewhere: [String: String?] = ["APP_GROUP": nil, "APP_GROUP_HOME": "\(TestGroup.current.home)2"]
        try await launcher(
            ["register", "org.example.chai", "--group", "org.example.other", "--name", "Chai", "--", "true"],
            setting: elsewhere)
        #expect(try await DesktopHome.integrate("--update", setting: elsewhere).steps == [])
        #expect(try DesktopHome.files() == before)
        let done = try await DesktopHome.integrate(setting: elsewhere)
        #expect(done.steps == ["write org.example.chai ~/.local/share/applications/org.example.chai.desktop"])
        #expect(done.remarks.contains("launcher-badge-bridge.service is for the groups in another folder"))
        #expect(done.remarks.contains("local.app_group.Search.service is for the groups in another folder"))
        _ = try await DesktopHome.integrate("--remove", setting: elsewhere)
        #expect(try DesktopHome.files() == before)
        #expect(try await DesktopHome.integrate("--remove").steps.count == 5)
    }

    @Test("The usual folder of groups is the same folder if APP_GROUP_HOME names it")
    func usualHome() async throws {
        for program in ["launcher-badge-bridge", "launcher-search"] { try TestGroup.current.makeProgram(program) }
        let usual: [String: String?] = ["APP_GROUP": nil, "APP_GROUP_HOME": nil]
        let named: [String: String?] = ["APP_GROUP": nil, "APP_GROUP_HOME": "\(home)/.local/share/app-groups"]
        for (first, second) in [(usual, named), (named, usual)] {
            #expect(try await DesktopHome.integrate(setting: first).steps.count == 4)
            #expect(try await DesktopHome.integrate("--remove", setting: second).steps.count == 4)
        }
    }

    @Test(
        "Without a place for entries, integrate says what is wrong with HOME",
        arguments: [(nil as String?, "HOME is not set"), ("rel", "HOME is “rel”, a relative path")])
    func withoutHome(home: String?, reason: String) async throws {
        let result = try await launcher(
            ["integrate"], setting: ["HOME": home, "XDG_DATA_HOME": nil, "XDG_CONFIG_HOME": nil])
        #expect(result.ending == .exit(78) && result.errors.contains(reason), "\(result.errors)")
    }

    @Test(
        "integrate as root makes neither a folder nor a lock in another user's home",
        .enabled(if: geteuid() == 0, "only root can give files to another user"),
        arguments: ["APP_GROUP_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"])
    func refusesForeignHomes(variable: String) async throws {
        for name in ["launcher-badge-bridge", "launcher-search"] { try TestGroup.current.makeProgram(name) }
        let folder = try TestGroup.current.makeFolder("foreign")
        try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: folder)
        let result = try await launcher("integrate", setting: [variable: folder])
        let reason = "You are root, and \(folder) belongs to another user; run this as that user."
        #expect(result.ending == .exit(77) && result.errors.contains(reason), "\(result)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        #expect(try DesktopHome.files() == [:])
    }

    @Test("integrate --remove leaves links alone, whatever they lead to")
    func leavesLinks() async throws {
        try TestGroup.current.makeProgram("launcher-badge-bridge")
        try await DesktopHome.install("mail")
        _ = try await DesktopHome.integrate()
        let names = try FileManager.default.contentsOfDirectory(atPath: DesktopHome.entries)
            .filter { $0.hasSuffix(".desktop") }
        let entry = "\(DesktopHome.entries)/\(try #require(names.first))"
        let unit = "\(DesktopHome.units)/launcher-badge-bridge.service"
        let written = [entry, unit].filter(DesktopHome.exists)
        for (number, path) in written.enumerated() {
            let target = "\(DesktopHome.home)/dotfile\(number)"
            try FileManager.default.moveItem(atPath: path, toPath: target)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        }
        _ = try await DesktopHome.integrate("--remove")
        for (number, path) in written.enumerated() {
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: path)
                    == "\(DesktopHome.home)/dotfile\(number)")
            #expect(DesktopHome.exists(path))
        }
        #expect(written == [entry, unit])
    }

    @Test("integrate reports that xdg-mime is missing")
    func withoutXDG() async throws {
        try await DesktopHome.install("tea", "--scheme", "tea")
        let path = ["PATH": "\(TestGroup.current.folder)/bin"]
        let done = try await DesktopHome.integrate(setting: path)
        #expect(done.steps.count == 1 && done.remarks.contains("xdg-utils"))
        // The next run succeeds once it is there.
        #expect(try await DesktopHome.integrate().steps.contains("handle tea: org.example.tea.desktop"))
    }

    @Test("integrate reports files that cannot be written", arguments: ["entries", "defaults"])
    func readOnly(what: String) async throws {
        try await DesktopHome.install("tea", "--scheme", "tea")
        let place = what == "entries" ? "\(home)/.local" : "\(home)/.config"
        try DesktopHome.write(place, "a file, not a folder")
        let result = try await launcher("integrate")
        #expect([73, 74].contains { result.ending == .exit($0) }, "\(result.ending): \(result.errors)")
        #expect(try DesktopHome.read(place) == "a file, not a folder")
    }

    @Test("integrate writes the documented JSON")
    func isJSON() async throws {
        try await DesktopHome.install("tea", "--scheme", "tea")
        let document = try json(try await launcher("integrate", "--dry-run", "--format", "json").output)
        #expect(document["version"] as? Int == 1 && document["dryRun"] as? Bool == true)
        let steps = try #require(document["steps"] as? [[String: String]])
        #expect(steps.map { $0["action"] } == ["write", "handle"])
        #expect(steps.map { $0["what"] } == ["org.example.tea", "tea:"])
        #expect((document["remarks"] as? [String])?.count == 2)
    }
}
