import AppGroup
import DesktopTestSupport
import Foundation
import TestSupport
import Testing

/// How the program starts, ends, and bears what it is sent.
@Suite struct SearchServiceTests {
    @Test("The program ends after a while without a call, and the bus starts it again for the next one")
    func ends() async throws {
        let session = try await SearchSession(options: "--idle 1")
        try session.registerUsualApps()
        let result = try await session.python(
            """
            import time
            for _ in range(2):
                assert len(\(Self.search)) == 1
                while bus.name_has_owner("\(SearchSession.name)"): time.sleep(0.01)
            """)
        #expect(result.ending == .exit(0) && session.bus.errors == "", "\(result.errors) \(session.bus.errors)")
    }

    @Test("Calls that come while the program ends are answered, by it or by the next one")
    func endsAmongCalls() async throws {
        let session = try await SearchSession(options: "--idle 1")
        try session.registerUsualApps()
        let result = try await session.python(
            """
            import random, time
            seen = set()
            while len(seen) < 3:
                assert len(\(Self.search)) == 1
                try: seen.add(bus.get_name_owner("\(SearchSession.name)"))
                except dbus.DBusException: pass  # It has ended in the meantime.
                time.sleep(random.uniform(0.98, 1.03))
            """)
        #expect(result.ending == .exit(0), "\(result.errors)")
    }

    @Test("The program ends only when everything that was chosen while it gave its name back has been opened")
    func opensAtTheEnd() async throws {
        let session = try await SearchSession()
        try session.registerUsualApps()
        let said = "\(session.folder)/proxy"
        _ = try session.bus.keep(Python.interpreter.path, "-c", Self.choosingProxy, session.folder, output: said)
        try await session.bus.wait(for: "the proxy") {
            (try? String(contentsOfFile: said, encoding: .utf8))?.contains("ready") == true
        }
        let program = try session.bus.keep(
            "/usr/bin/env", "DBUS_SESSION_BUS_ADDRESS=unix:path=\(session.folder)/run/proxy",
            BuiltProgram.search.path, "--idle", "1")
        try await session.bus.wait(for: "the end") { !program.isRunning }
        let reasons = session.bus.errors.split(separator: "\n").filter { $0.contains("org.example.gone") }
        #expect(reasons.count == 10, "\(session.bus.errors)")
    }

    /// Passes on what a program and the bus say to each other. Just before the bus gets the request to take back the program's
    /// name, an app that does not exist is chosen ten times.
    private static let choosingProxy = """
        import contextlib, dbus, socket, sys, threading
        folder = sys.argv[1]
        bus = dbus.SessionBus()

        def choose():
            for _ in range(10):
                bus.call_async("\(SearchSession.name)", "/local/app_group/Search", "\(SearchSession.gnome)",
                    "ActivateResult", "sasu", ("org.example.family/org.example.gone", [], 0), None, None)
            # The bus handles the messages of a connection in their order.
            bus.list_names()

        def pass_on(source, target):
            with contextlib.suppress(OSError):
                while data := source.recv(65536):
                    if b"ReleaseName" in data: choose()
                    target.sendall(data)
                target.shutdown(socket.SHUT_WR)

        listener = socket.socket(socket.AF_UNIX)
        listener.bind(f"{folder}/run/proxy")
        listener.listen()
        print("ready", flush=True)
        while True:
            program = listener.accept()[0]
            server = socket.socket(socket.AF_UNIX)
            server.connect(f"{folder}/run/bus")
            for sockets in ((program, server), (server, program)):
                threading.Thread(target=pass_on, args=sockets, daemon=True).start()
        """

    /// A call to the well-known name, in Python.
    private static let search = """
        bus.call_blocking("\(SearchSession.name)", "/local/app_group/Search", "\(SearchSession.gnome)",
            "GetInitialResultSet", "as", (["rooms"],))
        """

    @Test("Nothing wakes the program between two calls")
    func sleeps() async throws {
        let session = try await SearchSession(options: "--idle 86400")
        try session.registerUsualApps()
        #expect(try await session.ids("rooms").count == 1)
        let process = try #require(try await session.process)
        #expect(try await Wakeups.end(of: process))
    }

    @Test("SIGTERM ends the program with status 0, and after SIGKILL the bus starts it again")
    func signals() async throws {
        let session = try await SearchSession(options: "--idle 86400")
        try session.registerUsualApps()
        for signal in [SIGTERM, SIGKILL] {
            #expect(try await session.ids("rooms").count == 1)
            let process = try #require(try await session.process)
            kill(process, signal)
            try await session.bus.wait(for: "the end") { kill(process, 0) != 0 }
        }
        #expect(try await session.ids("rooms").count == 1)
        let other = try session.bus.keep(BuiltProgram.search.path)
        try await session.bus.wait(for: "the end of a second one") { !other.isRunning }
        #expect(other.terminationStatus == 75 && session.bus.errors.contains("Another launcher-search"))
    }

    @Test("Without a bus, the program says so and ends with status 69")
    func withoutBus() async throws {
        let session = try BusSession()
        let result = try await RunningProcess.run(BuiltProgram.search.path, environment: session.environment)
        #expect(result.ending == .exit(69) && result.errors.contains("no session bus"), "\(result.errors)")
        let help = try await RunningProcess.run(BuiltProgram.search.path, ["--help"], environment: session.environment)
        #expect(help.ending == .exit(0) && help.output.contains("USAGE: launcher-search"))
        let idle = try await RunningProcess.run(
            BuiltProgram.search.path, ["--idle", "0"], environment: session.environment)
        #expect(idle.ending == .exit(64) && idle.errors.contains("--idle takes 1 to 86400 seconds"))
    }

    @Test("The other groups are found even if one is damaged, too new or busy")
    func badGroups() async throws {
        let session = try await SearchSession()
        try session.registerUsualApps()
        for name in ["damaged", "newer"] { try session.register(name, in: GroupID("org.example.\(name)-group")) }
        let damaged = "\(session.folder)/groups/org.example.damaged-group/registry.sqlite"
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: damaged + suffix) }
        try Data("no registry".utf8).write(to: URL(fileURLWithPath: damaged))
        _ = try session.bus.run(
            "/usr/bin/sqlite3", "\(session.folder)/groups/org.example.newer-group/registry.sqlite",
            "PRAGMA user_version = 1000; UPDATE meta SET value = '1000' WHERE key = 'oldestWriter'")
        #expect(try await session.ids("inbox").count == 2)
        #expect(try await session.ids("newer") == ["org.example.newer-group/org.example.newer"])
        #expect(try await session.ids("damaged") == [])
        let complaints = session.bus.errors.split(separator: "\n").filter {
            $0.contains("damaged-group cannot be read")
        }
        #expect(complaints.count == 1)
        var lock = try WriterLock(path: "\(session.folder)/groups/.org.example.family.lock")
        try lock.acquire(patience: .seconds(60))
        defer { lock.release() }
        #expect(try await session.ids("rooms").count == 1)
        _ = try await session.call(
            "\(SearchSession.gnome).ActivateResult", "org.example.family/org.example.rooms", "[]", "0")
        try await session.bus.wait(for: "the app") { session.calls == ["rooms"] }
    }

    @Test("Hostile calls are refused or answered, and the program keeps running")
    func hostile() async throws {
        let session = try await SearchSession(options: "--idle 86400")
        try session.registerUsualApps()
        try session.register("odd", called: "Odd <b>&\"é", badge: 1)
        #expect(try await session.ids("rooms").count == 1)
        let process = try await session.process
        let result = try await session.python(
            #"""
            import random
            def refused(call):
                try:
                    call()
                except dbus.DBusException as error:
                    return error.get_dbus_name().split(".")[-1]
            print(len(search.GetInitialResultSet(["new"] * 100000)))
            print(len(search.GetInitialResultSet([""] * 2000000)))
            print(len(search.GetInitialResultSet(["x" * 5000000])))
            print(len(runner.Match("n" * 10000000)))
            print(len(search.GetInitialResultSet(["\x01\x1b]0;x\x07", "\u202e", "\ufffe", "e\u0301" * 100])))
            ids = [f"org.example.family/org.example.gone{number}" for number in range(5000)]
            print(len(search.GetResultMetas(ids)))
            print(refused(lambda: search.GetResultMetas(["x" * 100] * 100000)))
            print(refused(lambda: search.GetResultMetas(["x", "\ufffe"])))
            metas = search.GetResultMetas(["", "/", "#", "a/b#", "\x1b\n", "org.example.family/org.example.odd", "é/ü#ö"])
            print(len(metas), all(meta["name"] and "\x1b" not in meta["name"] for meta in metas), metas[5]["name"])
            for arguments in ("new", 3, dbus.Array([], signature="i"), dbus.Dictionary({}, signature="ss")):
                print(refused(lambda: search.GetInitialResultSet(arguments)))
            print(refused(lambda: search.GetResultMetas()))
            print(refused(lambda: runner.Run("x")))
            print(refused(lambda: search.Nonsense()))
            print(refused(lambda: dbus.Interface(
                bus.get_object("local.app_group.Search", "/other", introspect=False), runner.dbus_interface).Actions()))
            random.seed(1)
            for _ in range(300):
                words = ["".join(chr(random.choice([32, 47, 35, 97, 110, 233, 0x5d0, 0x1f600])) for _ in range(random.randrange(9)))
                         for _ in range(random.randrange(5))]
                found = search.GetInitialResultSet(dbus.Array(words, signature="s"))
                assert len(search.GetResultMetas(dbus.Array(list(found) + words, signature="s"))) == len(found) + len(words)
                runner.Match(" ".join(words))
            """#)
        #expect(
            result.lines == [
                "0", "0", "0", "0", "0", "5000", "InvalidArgs", "InvalidArgs", "7 True Odd <b>&\"é", "InvalidArgs",
                "InvalidArgs", "InvalidArgs", "InvalidArgs", "InvalidArgs", "InvalidArgs", "UnknownMethod",
                "UnknownMethod",
            ], "\(result.errors)")
        #expect(try await session.process == process)
        #expect(session.bus.errors == "")
    }

    @Test("Programs that ask for the interfaces of the objects get them")
    func introspection() async throws {
        let session = try await SearchSession()
        for path in ["/", "/local", "/local/app_group", "/local/app_group/Search"] {
            let answer = try await session.call("org.freedesktop.DBus.Introspectable.Introspect", path: path)
            #expect(answer.contains("<node"), "\(path): \(answer)")
        }
        let result = try session.bus.run(
            "/usr/bin/gdbus", "introspect", "--session", "--dest", SearchSession.name, "--object-path",
            "/local/app_group/Search")
        for method in ["GetSubsearchResultSet(", "GetResultMetas(", "LaunchSearch(", "Match(", "Run(", "Actions("] {
            #expect(result.contains(method), "\(result)")
        }
    }
}
