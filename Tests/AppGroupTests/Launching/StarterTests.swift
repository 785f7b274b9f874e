import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Starting apps")
struct StarterTests {
    private let sandbox: LaunchingSandbox

    init() throws { sandbox = try LaunchingSandbox() }

    private func plan(
        _ executable: String, _ arguments: [String] = [], _ interface: AppLaunch.Interface = .graphical,
        folder: String? = nil
    ) -> LaunchPlan {
        .process(
            .init(
                application: "com.example.my-rooms", executable: executable, arguments: arguments, interface: interface,
                workingDirectory: folder))
    }

    @Test("A URL reaches a graphical app as one unchanged argument, with the extra variables")
    func graphical() throws {
        let url: AppURL = "rooms://book?room=a b&c='d'\"e\";$(touch f)`g`%20%u\\é漢🙂"
        let out = "\(sandbox.root)/out"
        let app = sandbox.app(.graphical(try sandbox.argumentDumper(), "%u"))
        let plan = try sandbox.resolver.plan(for: app, opening: url)
        let starter = Starter(environment: sandbox.environment(system: true, ["OUT": "/wrong"]))
        _ = try starter.start(plan, extra: ["OUT": out], terminal: .replaceCaller)
        #expect(LaunchingSandbox.dumpedArguments(out) == [url.description])
    }

    @Test("A terminal app takes the caller's place with URL, extra variables and exit status")
    func replaces() async {
        let result = await #expect(processExitsWith: .exitCode(3), observing: [\.standardOutputContent]) {
            let script = #"printf '\nurl=%s\nextra=%s\n' "$1" "$APP_GROUP_OPENING"; exit 3"#
            let process = LaunchPlan.Process(
                application: "x", executable: "/bin/sh", arguments: ["-c", script, "sh", "rooms:$(a) 'b' %u"],
                interface: .terminal)
            _ = try Starter(environment: .current)
                .start(.process(process), extra: ["APP_GROUP_OPENING": "x:1"], terminal: .replaceCaller)
        }
        #expect(LaunchingSandbox.value("url", in: result) == "rooms:$(a) 'b' %u")
        #expect(LaunchingSandbox.value("extra", in: result) == "x:1")
    }

    @Test("A terminal app in the foreground returns its exit status")
    func foreground() throws {
        let path = try sandbox.program("five", "#!/bin/sh\nexit 5\n")
        let starter = Starter(environment: sandbox.environment(system: true))
        #expect(try starter.start(plan(path, [], .terminal), terminal: .runInForeground) == .ended(5))
    }

    @Test("With a user's systemd, the app is moved into a scope of its own")
    func scope() throws {
        let bus = try SessionBus(sandbox)
        try sandbox.write("run/systemd/private", "")
        let outcome = try Starter(environment: bus.environment).start(plan("/bin/true"), terminal: .replaceCaller)
        var request = try #require(LaunchingSandbox.dumpedArguments(bus.log))
        let unit = request.remove(at: 1)
        #expect(unit.hasPrefix(#"app-launcher-com.example.my\x2drooms-"#) && unit.hasSuffix(".scope"))
        #expect(outcome == .detached(try #require(Int32(request.remove(at: 2)))))
        #expect(request == ["StartTransientUnit", "fail", "app.slice", "inactive-or-failed"])
    }

    @Test("The app is started even if the scope cannot be made")
    func noScope() throws {
        try sandbox.write("run/systemd/private", "")
        try sandbox.program("busctl", "#!/bin/sh\nexit 1\n")
        let out = "\(sandbox.root)/out"
        let plan = plan(try sandbox.argumentDumper(), ["x"])
        let starter = Starter(environment: sandbox.environment(system: true, ["OUT": out]))
        _ = try starter.start(plan, terminal: .replaceCaller)
        #expect(LaunchingSandbox.dumpedArguments(out) == ["x"])
    }

    @Test("A failure names the program, the system's message and the next step, and carries the number")
    func failures() throws {
        let starter = Starter(environment: sandbox.environment())
        let bare = try sandbox.program("bare", "echo no interpreter\n")
        let cases: [(LaunchPlan, Int32, String)] = [
            (
                plan(bare), ENOEXEC,
                "\(bare) could not be started: Exec format error. It must be a program for this machine"
            ),
            (plan("/none"), ENOENT, "/none could not be started: No such file or directory. Install it again"),
            (plan(sandbox.bin), EACCES, "\(sandbox.bin) could not be started: Permission denied. Make it executable"),
            (
                plan("/bin/true", folder: "/none"), ENOENT,
                "/bin/true could not be started in /none, which is not a folder."
            ),
            (
                plan("/bin/true", [String(repeating: "x", count: 200_000)]), E2BIG,
                "/bin/true could not be started: Argument list too long. Open a shorter URL"
            ),
            (
                plan("/none", [], .terminal), ENOENT,
                "/none could not be started: No such file or directory. Install it again"
            ),
        ]
        for (plan, number, beginning) in cases {
            let error = #expect(throws: AppGroupError.self) { try starter.start(plan, terminal: .runInForeground) }
            #expect(error?.code == .launchFailed && error?.errno == number)
            #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
        }
    }

    @Test("An app on the session bus is started by it and gets the URL unchanged, or is raised without one")
    func activation() throws {
        let bus = try SessionBus(sandbox)
        let starter = Starter(environment: bus.environment)
        let url: AppURL = #"rooms://book?a=b c&d='e'"f"\g;$(h)%20é漢🙂"#
        for (url, expected) in [(url, ["Open", url.description]), (nil, ["Activate"])] as [(AppURL?, [String])] {
            try? FileManager.default.removeItem(atPath: bus.log)
            let activation = try #require(BusActivation(desktopFileID: "org.example.Rooms.desktop", url: url))
            #expect(try starter.start(.dbus(activation), terminal: .replaceCaller) == .activated)
            #expect(LaunchingSandbox.dumpedArguments(bus.log) == expected)
        }
        let missing = try #require(BusActivation(desktopFileID: "org.example.Missing.desktop", url: nil))
        let error = #expect(throws: AppGroupError.self) {
            try starter.start(.dbus(missing), terminal: .replaceCaller)
        }
        #expect(error?.code == .launchFailed)
        #expect(error?.description.contains("ServiceUnknown") == true)
    }

    @Test("An app that cannot be opened over D-Bus is reported even if the caller ignores the ends of its children")
    func activationWithoutStatus() async {
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD, SIG_IGN)
            let sandbox = try LaunchingSandbox()
            let starter = Starter(environment: sandbox.environment())
            let activation = try #require(BusActivation(desktopFileID: "org.example.Rooms.desktop", url: nil))
            try sandbox.program("gdbus")
            #expect(try starter.start(.dbus(activation), terminal: .replaceCaller) == .activated)
            try sandbox.program("gdbus", "#!/bin/sh\necho Error: nobody is there >&2\nexit 1\n")
            let error = #expect(throws: AppGroupError.self) {
                try starter.start(.dbus(activation), terminal: .replaceCaller)
            }
            #expect(error?.code == .launchFailed && error?.description.contains("nobody is there") == true)
        }
    }

    @Test("Without gdbus the error says which package to install")
    func noGdbus() throws {
        let activation = try #require(BusActivation(desktopFileID: "org.example.Rooms.desktop", url: nil))
        let error = #expect(throws: AppGroupError.self) {
            try Starter(environment: sandbox.environment()).start(.dbus(activation), terminal: .replaceCaller)
        }
        #expect(error?.code == .launchFailed && error?.description.contains("libglib2.0-bin") == true)
    }
}

/// A real session bus with two services that it starts and that log what they are asked: `org.example.Rooms`, and a stand-in
/// for the user's systemd.
private final class SessionBus {
    let environment: ProcessEnvironment
    let log: String
    private let daemon = Process()

    init(_ sandbox: LaunchingSandbox) throws {
        log = "\(sandbox.root)/log"
        let service = try sandbox.write(
            "service.py",
            """
            import os, sys, dbus, dbus.service
            from dbus.mainloop.glib import DBusGMainLoop
            from gi.repository import GLib

            class Service(dbus.service.Object):
                def record(self, *words):
                    with open("\(log).new", "w") as file:
                        file.write("".join(word + "\\0" for word in words))
                    os.rename("\(log).new", "\(log)")

                @dbus.service.method("org.freedesktop.Application", in_signature="asa{sv}")
                def Open(self, urls, data): self.record("Open", *urls)

                @dbus.service.method("org.freedesktop.Application", in_signature="a{sv}")
                def Activate(self, data): self.record("Activate")

                @dbus.service.method("org.freedesktop.systemd1.Manager", in_signature="ssa(sv)a(sa(sv))", out_signature="o")
                def StartTransientUnit(self, name, mode, properties, units):
                    values = dict(properties)
                    words = [str(*values["PIDs"]), values["Slice"], values["CollectMode"]]
                    self.record("StartTransientUnit", name, mode, *words)
                    return "/"

            DBusGMainLoop(set_as_default=True)
            name = dbus.service.BusName(sys.argv[1], dbus.SessionBus())
            service = Service(name, "/" + sys.argv[1].replace(".", "/"))
            GLib.MainLoop().run()
            """)
        for name in ["org.example.Rooms", "org.freedesktop.systemd1"] {
            try sandbox.write(
                "data/dbus-1/services/\(name).service",
                "[D-BUS Service]\nName=\(name)\nExec=/usr/bin/python3 \(service) \(name)\n")
        }
        let address = Foundation.Pipe()
        daemon.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
        daemon.arguments = ["--session", "--nofork", "--nopidfile", "--print-address=1"]
        daemon.environment = sandbox.environment(system: true).variables
        daemon.standardOutput = address
        try daemon.run()
        var text = ""
        while !text.contains("\n") {
            let data = address.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            text += String(decoding: data, as: UTF8.self)
        }
        environment = sandbox.environment(
            system: true, ["DBUS_SESSION_BUS_ADDRESS": text.trimmingCharacters(in: .newlines)])
    }

    /// The service ends with its bus. A signal that can be blocked may not reach it: it has the mask of a thread here.
    deinit {
        kill(daemon.processIdentifier, SIGKILL)
        daemon.waitUntilExit()
    }
}
