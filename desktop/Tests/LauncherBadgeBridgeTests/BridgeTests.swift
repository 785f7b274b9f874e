import AppGroup
import DesktopTestSupport
import Foundation
import TestSupport
import Testing

/// The built bridge on a real bus, observed by `dbus-monitor`.
@Suite struct BridgeTests {
    @Test("Docks are notified when badges appear, change and disappear, under the ids of the desktop entries")
    func follows() async throws {
        let session = try BusSession()
        try await session.startBus()
        try session.register("in-box", badge: 3)
        try session.register("rooms")
        let bridge = try session.startBridge()
        var expected = [(name: "in_box", count: 3)]
        try await session.waitForShown(expected)
        for count in [4, 0, 7] {
            try session.setBadge(count, of: "in-box")
            expected.append(("in_box", count))
            try await session.waitForShown(expected)
        }
        try session.register("late", badge: 2)
        try await session.waitForShown(expected + [("late", 2)])
        try session.registry.unregister("org.example.in-box")
        try await session.waitForShown(expected + [("late", 2), ("in_box", 0)])
        #expect(bridge.isRunning && session.errors == "")
    }

    @Test("A group that is created while the bridge runs is followed from its first app on, until it ends")
    func newGroup() async throws {
        let session = try BusSession()
        try await session.startBus()
        _ = try session.startBridge()
        // Only its name on the bus shows that it is watching.
        try await session.wait(for: "the bridge") {
            ((try? session.run("/usr/bin/busctl", "--user", "list")) ?? "").contains("BadgeBridge")
        }
        try session.register("inbox", badge: 1)
        try await session.waitForShown([("inbox", 1)])
        try session.setBadge(2, of: "inbox")
        try await session.waitForShown([("inbox", 1), ("inbox", 2)])
        try session.registry.unregister("org.example.inbox")
        try await session.waitForShown([("inbox", 1), ("inbox", 2), ("inbox", 0)])
        try session.registry.prune(session.registry.prunePlan(graceDays: 0))
        try session.register("rooms", badge: 5)
        try await session.waitForShown([("inbox", 1), ("inbox", 2), ("inbox", 0), ("rooms", 5)])
    }

    @Test("Each app's badge has a connection of its own, which the bridge closes when the badge is removed")
    func connections() async throws {
        let session = try BusSession()
        try await session.startBus()
        for number in 1...40 { try session.register("app\(number)", badge: number) }
        let bridge = try session.startBridge()
        try await session.wait(for: "all badges") { session.sent.count == 40 }
        let senders = Dictionary(grouping: session.sent, by: \.sender)
        #expect(senders.count == 40 && senders.values.allSatisfy { $0.count == 1 })
        func sockets() throws -> Int {
            let files = "/proc/\(bridge.processIdentifier)/fd"
            return try FileManager.default.contentsOfDirectory(atPath: files).filter { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\(name)")
                return target?.hasPrefix("socket:") == true
            }.count
        }
        let all = try sockets()
        #expect(all > 40)
        for number in 2...40 { try session.setBadge(0, of: "app\(number)") }
        try await session.wait(for: "their end") { (try? sockets()) == all - 39 }
        // The last badge of an app has the same sender as the one before.
        try await session.wait(for: "all removals") { session.sent.count == 79 }
        let apps = Dictionary(grouping: session.sent, by: \.shown.uri)
        #expect(apps.values.allSatisfy { Set($0.map(\.sender)).count == 1 })
        try session.setBadge(7, of: "app2")
        try await session.wait(for: "the badge") { session.sent.last?.shown.count == 7 }
        #expect(Set(session.sent.map(\.sender)).count == 41 && session.errors == "")
    }

    @Test("If too few files may be open for all badges, the bridge says so, and uses each connection that becomes free")
    func fewFiles() async throws {
        let session = try BusSession()
        try await session.startBus()
        for number in 1...40 { try session.register("app\(number)", badge: number) }
        let bridge = try session.keep("/bin/sh", "-c", "ulimit -n 64; exec '\(BuiltProgram.badgeBridge.path)'")
        try await session.wait(for: "its complaint") { session.errors.contains("only 32 apps") }
        // The bus shows the last of them a little after the complaint.
        try await session.wait(for: "32 badges") { session.sent.count >= 32 }
        let first = Set(session.sent.map(\.shown.uri))
        #expect(first.count == 32 && session.sent.count == 32)
        let name = try #require(first.first).dropFirst("application://org.example.".count).dropLast(".desktop".count)
        try session.setBadge(0, of: String(name))
        try await session.wait(for: "another badge") { Set(session.sent.map(\.shown.uri)).count == 33 }
        #expect(bridge.isRunning)
    }

    @Test("A signal makes the bridge remove all badges and exit with status 0", arguments: [SIGTERM, SIGINT, SIGHUP])
    func ends(signal: Int32) async throws {
        let session = try BusSession()
        try await session.startBus()
        try session.register("a", badge: 1)
        try session.register("b", badge: 2)
        let bridge = try session.startBridge()
        try await session.waitForShown([("a", 1), ("b", 2)])
        kill(bridge.processIdentifier, signal)
        try await session.waitForShown([("a", 1), ("b", 2), ("a", 0), ("b", 0)])
        try await session.wait(for: "the end") { !bridge.isRunning }
        #expect(bridge.terminationReason == .exit && bridge.terminationStatus == 0)
        #expect(session.errors == "")
    }

    @Test("A dock that starts later gets all badges, and can ask for a single one")
    func lateDock() async throws {
        let session = try BusSession()
        try await session.startBus()
        try session.register("a", badge: 1)
        try session.register("b", badge: 2)
        _ = try session.startBridge()
        try await session.waitForShown([("a", 1), ("b", 2)])
        let dock = """
            from gi.repository import Gio, GLib
            loop = GLib.MainLoop()
            Gio.bus_own_name(Gio.BusType.SESSION, "com.canonical.Unity", 0, None, lambda *_: loop.quit(), None)
            loop.run()
            """
        _ = try session.run(Python.interpreter.path, "-c", dock)
        try await session.waitForShown([("a", 1), ("b", 2), ("a", 1), ("b", 2)])
        func ask(_ path: String, of name: String = "local.app_group.BadgeBridge") throws -> String {
            try session.run(
                "/usr/bin/gdbus", "call", "--session", "--timeout", "1200", "--dest", name, "--object-path", path,
                "--method", "com.canonical.Unity.LauncherEntry.Query")
        }
        let hash = "application://org.example.b.desktop".utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) }
        #expect(
            try ask("/com/canonical/unity/launcherentry/\(hash)")
                == "('application://org.example.b.desktop', {'count': <int64 2>, 'count-visible': <true>})\n")
        #expect(try ask("/com/canonical/unity/launcherentry/1").contains("UnknownMethod"))
        let sender = try #require(session.sent.last { $0.shown.count == 2 }).sender.dropFirst("sender=".count)
        #expect(
            try ask("/com/canonical/unity/launcherentry/\(hash)", of: String(sender))
                == "('application://org.example.b.desktop', {'count': <int64 2>, 'count-visible': <true>})\n")
    }

    @Test("The bridge waits for a bus, survives the end of the bus, and sends everything to the next bus")
    func busComesAndGoes() async throws {
        let session = try BusSession()
        try session.register("a", badge: 1)
        let bridge = try session.startBridge()
        try await session.wait(for: "its complaint") { session.errors.contains("no session bus") }
        try await session.startBus()
        // Messages sent before the monitor listened are lost, but the change is not.
        try session.setBadge(2, of: "a")
        try await session.wait(for: "the badge") { session.shown.last?.count == 2 }
        session.stopBus()
        try await session.wait(for: "its complaint") { session.errors.contains("went away") }
        try session.setBadge(3, of: "a")
        try await session.startBus()
        try session.setBadge(4, of: "a")
        try await session.wait(for: "the badge") { session.shown.last?.count == 4 }
        #expect(bridge.isRunning)
        kill(bridge.processIdentifier, SIGTERM)
        try await session.wait(for: "the end") { !bridge.isRunning }
        #expect(bridge.terminationStatus == 0)
    }

    @Test(
        "The bridge ends by itself when its bus has been gone for too long, and when it never came",
        arguments: [true, false])
    func sessionIsOver(hasBegun: Bool) async throws {
        let session = try BusSession()
        if hasBegun { try await session.startBus() }
        try session.register("a", badge: 1)
        let bridge = try session.startBridge("--patience", "1")
        if hasBegun {
            try await session.wait(for: "the badge") { session.shown.last?.count == 1 }
            session.stopBus()
        }
        try await session.wait(for: "the end") { !bridge.isRunning }
        #expect(bridge.terminationReason == .exit && bridge.terminationStatus == 78)
        #expect(session.errors.contains("The session no longer has a bus"), "\(session.errors)")
    }

    @Test("The bridge ends by itself when its bus accepts connections for too long without answering")
    func busNeverAnswers() async throws {
        let session = try BusSession()
        try await session.startBus()
        session.holdBus(true)
        let bridge = try session.startBridge("--patience", "1")
        // libsystemd would wait for a minute and a half, and the bridge would then connect again.
        try await session.wait(for: "the end") { !bridge.isRunning }
        #expect(bridge.terminationReason == .exit && bridge.terminationStatus == 78)
        #expect(session.errors.contains("no longer has a bus that answers"), "\(session.errors)")
    }

    @Test("Without a bus, a signal ends the bridge with status 0 too")
    func endsWithoutBus() async throws {
        let session = try BusSession()
        let bridge = try session.startBridge()
        try await session.wait(for: "its complaint") { session.errors.contains("no session bus") }
        kill(bridge.processIdentifier, SIGTERM)
        try await session.wait(for: "the end") { !bridge.isRunning }
        #expect(bridge.terminationReason == .exit && bridge.terminationStatus == 0)
    }

    @Test("A bus that does not answer does not keep the bridge from ending, and gets everything when it resumes")
    func silentBus() async throws {
        let session = try BusSession()
        try await session.startBus()
        try session.register("inbox", badge: 1)
        session.holdBus(true)
        let first = try session.startBridge()
        let files = "/proc/\(first.processIdentifier)/fd"
        try await session.wait(for: "the signals to be taken") {
            ((try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []).contains { name in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(files)/\(name)"))?.contains("signalfd")
                    == true
            }
        }
        kill(first.processIdentifier, SIGTERM)
        // libsystemd would wait for a minute and a half.
        try await session.wait(for: "the end") { !first.isRunning }
        #expect(first.terminationReason == .exit && first.terminationStatus == 0 && session.errors == "")
        let second = try session.startBridge()
        try session.setBadge(2, of: "inbox")
        session.holdBus(false)
        try await session.wait(for: "the badge") { session.shown.last?.count == 2 }
        #expect(second.isRunning && session.errors == "")
    }

    @Test("A second bridge on the same bus ends with an error")
    func isAlone() async throws {
        let session = try BusSession()
        try await session.startBus()
        try session.register("a", badge: 1)
        let first = try session.startBridge()
        try await session.waitForShown([("a", 1)])
        let second = try session.startBridge()
        try await session.wait(for: "the end") { !second.isRunning }
        #expect(second.terminationStatus == 75 && session.errors.contains("is already running"))
        #expect(first.isRunning)
    }

    @Test("Desktop entries are updated when an app is added, changed or removed, but not for a badge")
    func updatesEntries() async throws {
        let session = try BusSession()
        let calls = "\(session.folder)/calls"
        try ProgramFile.write("#!/bin/sh\necho \"$@\" >>\(calls)\n", to: "\(session.folder)/bin/launcher")
        func count() -> Int {
            let text = (try? String(contentsOfFile: calls, encoding: .utf8)) ?? ""
            return text.split(separator: "\n").filter { $0.hasPrefix("integrate --update") }.count
        }
        try await session.startBus()
        try session.register("a", badge: 1)
        _ = try session.startBridge()
        try await session.waitForShown([("a", 1)])
        try await session.wait(for: "the first update") { count() == 1 }
        try session.setBadge(2, of: "a")
        try await session.waitForShown([("a", 1), ("a", 2)])
        try session.register("a", icon: "mail")
        try await session.wait(for: "the second") { count() == 2 }
        try session.register("b")
        try await session.wait(for: "the third") { count() == 3 }
        try session.registry.unregister("org.example.b")
        try await session.wait(for: "the fourth") { count() == 4 }
        let app: AppID = "org.example.a"
        try session.registry.setField("unread", to: 7, of: app)
        try session.registry.setField("comment", to: "News", of: app)
        try await session.wait(for: "the fifth, for a field that the entry shows") { count() == 5 }
        try session.registry.setField("categories", to: "Office", of: app)
        try await session.wait(for: "the sixth") { count() == 6 }
        #expect(count() == 6)
    }

    @Test("If desktop entries could not be updated, the next change of any kind tries again")
    func updatesAfterFailure() async throws {
        let session = try BusSession()
        let (calls, broken) = ("\(session.folder)/calls", "\(session.folder)/broken")
        try ProgramFile.write(
            "#!/bin/sh\ntest -e \(broken) && status=74\necho ended >>\(calls)\nexit ${status:-0}\n",
            to: "\(session.folder)/bin/launcher")
        func count() -> Int {
            ((try? String(contentsOfFile: calls, encoding: .utf8)) ?? "").split(separator: "\n").count
        }
        try Data().write(to: URL(fileURLWithPath: broken))
        try await session.startBus()
        try session.register("a", badge: 1)
        _ = try session.startBridge()
        try await session.wait(for: "the first update") { count() == 1 }
        try FileManager.default.removeItem(atPath: broken)
        var badge = 1
        // The bridge learns a little later how the first update ended.
        try await session.wait(for: "the second update") {
            badge += 1
            try? session.setBadge(badge, of: "a")
            return count() == 2
        }
    }

    @Test("If the update of desktop entries could not be started, the next change of any kind tries again")
    func updatesAfterFailedStart() async throws {
        let session = try BusSession()
        let (calls, launcher) = ("\(session.folder)/calls", "\(session.folder)/bin/launcher")
        func install() throws { try ProgramFile.write("#!/bin/sh\necho called >>\(calls)\n", to: launcher) }
        func count() -> Int {
            ((try? String(contentsOfFile: calls, encoding: .utf8)) ?? "").split(separator: "\n").count
        }
        try install()
        try await session.startBus()
        try session.register("a", badge: 1)
        _ = try session.startBridge()
        try await session.wait(for: "the first update") { count() == 1 }
        try FileManager.default.removeItem(atPath: launcher)
        try session.register("a", badge: 2, icon: "mail")
        try await session.waitForShown([("a", 1), ("a", 2)])
        // The bridge shows this badge only after it has failed to update the entry for the icon.
        try session.setBadge(3, of: "a")
        try await session.waitForShown([("a", 1), ("a", 2), ("a", 3)])
        try install()
        try session.setBadge(4, of: "a")
        try await session.wait(for: "the second update") { count() == 2 }
    }

    @Test("The bridge removes the badge of an app that was uninstalled, and sends it again when the app is back")
    func uninstalledApps() async throws {
        let session = try BusSession()
        try await session.startBus()
        let program = "\(session.folder)/bin/rooms"
        try ProgramFile.write("#!/bin/sh\n", to: program)
        try session.registry.register(
            AppDescription(id: "org.example.path", name: "Path", launch: .graphical(program), badge: 2))
        try session.registry.register(
            AppDescription(id: "org.example.name", name: "Name", launch: .graphical("rooms"), badge: 3))
        let bridge = try session.startBridge()
        try await session.waitForShown([("path", 2), ("name", 3)])
        #expect(try await Wakeups.end(of: bridge.processIdentifier))
        try FileManager.default.removeItem(atPath: program)
        try await session.waitForShown([("path", 2), ("name", 3), ("path", 0), ("name", 0)])
        try ProgramFile.write("#!/bin/sh\n", to: program)
        try await session.waitForShown(
            [("path", 2), ("name", 3), ("path", 0), ("name", 0), ("path", 2), ("name", 3)])
        #expect(session.errors == "")
    }

    @Test("Nothing wakes the bridge while nothing changes")
    func isIdle() async throws {
        let session = try BusSession()
        try await session.startBus()
        try session.register("a", badge: 1)
        let bridge = try session.startBridge()
        try await session.waitForShown([("a", 1)])
        #expect(try await Wakeups.end(of: bridge.processIdentifier))
    }

    @Test("The bridge prints its help and version without a bus")
    func help() throws {
        let session = try BusSession()
        let path = BuiltProgram.folder.appendingPathComponent("launcher-badge-bridge").path
        #expect(try session.run(path, "--help").contains("USAGE: launcher-badge-bridge"))
        #expect(try session.run(path, "--version") == "0.1.0\n")
        #expect(try session.run(path, "--nonsense").contains("--nonsense"))
    }
}
