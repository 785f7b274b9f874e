import AppGroup
import Foundation
import TestSupport
import Testing

/// launcher-search as GNOME Shell asks it, started by a real bus.
@Suite struct GnomeSearchTests {
    private static let inbox = "org.example.family/org.example.inbox"

    @Test("Results are those of launcher menu, and are refined as the user continues typing")
    func results() async throws {
        let session = try await SearchSession()
        try session.registerUsualApps()
        #expect(
            try await session.ids("new") == ["\(Self.inbox)#new", "org.example.family/org.example.notes#news"])
        let refined = try await session.call(
            "\(SearchSession.gnome).GetSubsearchResultSet",
            SearchSession.list(["\(Self.inbox)#new", "org.example.family/org.example.notes#news"]),
            SearchSession.list(["new", "mess"]))
        #expect(refined == "(['\(Self.inbox)#new'],)")
        for text in ["n", "in", "o", "s", "new mess", "oe", "inbox: new"] {
            let menu = try await RunningProcess.run(
                BuiltProgram.launcher.path, ["menu", "--actions", "--fzf-query", text],
                environment: session.bus.environment)
            let tokens = menu.lines.compactMap { $0.split(separator: "\t").first.map(String.init) }
            #expect(!tokens.isEmpty || text == "oe")
            #expect(try await session.ids(text) == tokens, "\(text)")
        }
        #expect(try await session.ids("zzz") == [])
    }

    @Test("Each identifier gets a description, even if its app is unknown, was removed, or is no identifier at all")
    func metas() async throws {
        let session = try await SearchSession()
        try session.registerUsualApps()
        try session.registry.unregister("org.example.rooms")
        let ids = [
            Self.inbox, "\(Self.inbox)#new", "org.example.family/org.example.rooms",
            "org.example.family/org.example.gone", "nonsense",
        ]
        let answer = try await session.call("\(SearchSession.gnome).GetResultMetas", SearchSession.list(ids))
        let metas = answer.split(separator: "}, {")
        #expect(metas.count == ids.count, "\(answer)")
        let expected = [
            "'name': <'Inbox'>, 'description': <'3 need you'>, 'gicon': <'application-x-executable'>",
            "'name': <'Inbox: New message'>, 'gicon': <'. GThemedIcon mail-new application-x-executable'>",
            "'name': <'Rooms'>, 'description': <'No longer available'>",
            "'name': <'gone'>, 'description': <'No longer available'>",
            "'name': <'Unknown'>, 'description': <'No longer available'>",
        ]
        for (meta, (id, text)) in zip(metas, zip(ids, expected)) {
            #expect(meta.contains("'id': <'\(id)'>") && meta.contains(text), "\(meta)")
        }
        try session.registry.setBadge(1, of: "org.example.inbox")
        let after = try await session.call("\(SearchSession.gnome).GetResultMetas", SearchSession.list([Self.inbox]))
        #expect(after.contains("'1 needs you'"), "\(after)")
    }

    @Test("The descriptions of apps of one name say in what their groups differ")
    func sameNames() async throws {
        let session = try await SearchSession()
        try session.registerUsualApps()
        try session.register("mail", called: "Inbox", in: "org.example.office")
        let ids = [
            Self.inbox, "\(Self.inbox)#new", "org.example.office/org.example.mail",
            "org.example.family/org.example.rooms",
        ]
        let answer = try await session.call("\(SearchSession.gnome).GetResultMetas", SearchSession.list(ids))
        let descriptions = answer.matches(of: /'description': <'([^']*)'>/).map { String($0.output.1) }
        // gdbus may write the dot between the parts as its number.
        #expect(
            descriptions.first?.hasPrefix("3 need you ") == true && descriptions.first?.hasSuffix(" family") == true)
        #expect(descriptions.dropFirst() == ["family", "office"], "\(answer)")
    }

    @Test("An app that the desktop lists is only found if it has a badge; hidden and missing apps are never found")
    func leavesOut() async throws {
        let session = try await SearchSession()
        try session.registerUsualApps()
        try session.register("timer", badge: 5)
        try session.register("visa", badge: 5)
        try session.registry.setHidden(true, of: "org.example.timer")
        try FileManager.default.removeItem(atPath: "\(session.folder)/bin/visa")
        #expect(try await Set(session.ids("i")) == [Self.inbox, "\(Self.inbox)#new"])
        #expect(try await session.ids("notes").first == "org.example.family/org.example.notes")
        let entries = "\(session.folder)/home/.local/share/applications"
        try FileManager.default.createDirectory(atPath: entries, withIntermediateDirectories: true)
        func write(_ line: String, for name: String) throws {
            let entry = "[Desktop Entry]\nType=Application\nName=\(name)\nExec=/bin/true\n\(line)\n"
            // Under another name first, so that nothing half written is read.
            try Data(entry.utf8).write(
                to: URL(fileURLWithPath: "\(entries)/org.example.\(name).desktop"), options: .atomic)
        }
        for name in ["inbox", "notes", "rooms"] { try write("", for: name) }
        #expect(try await session.ids("inbox") == [Self.inbox, "\(Self.inbox)#new"])
        #expect(try await session.ids("notes") == ["org.example.family/org.example.notes#news"])
        #expect(try await session.ids("rooms") == [])
        try write("NoDisplay=true", for: "rooms")
        #expect(try await session.ids("rooms") == ["org.example.family/org.example.rooms"])
        try session.registry.setBadge(0, of: "org.example.inbox")
        #expect(try await session.ids("inbox") == ["\(Self.inbox)#new"])
    }

    @Test("A changed badge, a new app and a removed program count at once, in a process that already runs")
    func follows() async throws {
        let session = try await SearchSession(options: "--idle 86400")
        try session.registerUsualApps()
        #expect(try await session.ids("late") == [])
        let process = try await session.process
        try session.register("late", in: "org.example.other")
        #expect(try await session.ids("late") == ["org.example.other/org.example.late"])
        try FileManager.default.removeItem(atPath: "\(session.folder)/bin/late")
        #expect(try await session.ids("late") == [])
        try session.register("late", called: "Early", in: "org.example.other")
        #expect(try await session.ids("early") == ["org.example.other/org.example.late"])
        let now = try await session.process
        #expect(now == process && process != nil)
    }

    @Test("Choosing a result opens it once, and the opening counts")
    func opens() async throws {
        let session = try await SearchSession()
        try session.registerUsualApps()
        let method = "\(SearchSession.gnome).ActivateResult"
        #expect(try await session.call(method, "\(Self.inbox)#new", "['new']", "17") == "()")
        try await session.bus.wait(for: "the action") { session.calls == ["inbox inbox:new"] }
        #expect(try await session.call(method, "org.example.family/org.example.rooms", "[]", "0") == "()")
        try await session.bus.wait(for: "the app") { session.calls == ["inbox inbox:new", "rooms"] }
        #expect(try session.registry.app("org.example.inbox")?.usage.count == 1)
        #expect(try session.registry.app("org.example.rooms")?.usage.count == 1)
    }

    @Test("If opening fails, one notification gives the reason")
    func failure() async throws {
        let session = try await SearchSession()
        try session.registerUsualApps()
        let notices = """
            import dbus, dbus.service, dbus.mainloop.glib
            from gi.repository import GLib
            dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
            class Notices(dbus.service.Object):
                @dbus.service.method("org.freedesktop.Notifications", "susssasa{sv}i", "u")
                def Notify(self, app, old, icon, title, text, actions, hints, time):
                    print(f"{app}|{title}|{text}", flush=True)
                    return 1
            name = dbus.service.BusName("org.freedesktop.Notifications", dbus.SessionBus())
            notices = Notices(name, "/org/freedesktop/Notifications")
            print("ready", flush=True)
            GLib.MainLoop().run()
            """
        // The launcher's way to show one.
        try session.makeProgram("notify-send", "echo notify-send >>\(session.folder)/calls")
        let file = "\(session.folder)/notices"
        _ = try session.bus.keep(Python.interpreter.path, "-c", notices, output: file)
        func said() -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
        try await session.bus.wait(for: "the notices") { said().contains("ready") }
        for id in ["org.example.family/org.example.gone", "nonsense<b>"] {
            #expect(try await session.call("\(SearchSession.gnome).ActivateResult", id, "[]", "0") == "()")
        }
        try await session.bus.wait(for: "both") {
            said().contains("There is no app") && said().contains("What you chose is no longer there.")
        }
        #expect(said().contains("launcher|Could not open the app|") && session.calls == [])
    }
}
