import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("Availability and plans")
struct LaunchResolverTests {
    private let sandbox: LaunchingSandbox

    init() throws { sandbox = try LaunchingSandbox() }

    private func availability(_ launch: AppLaunch) -> Availability {
        sandbox.resolver.availability(of: sandbox.app(launch))
    }

    @Test("An absolute path must lead to an executable file")
    func absolutePaths() throws {
        let files = FileManager.default
        let program = try sandbox.program("rooms")
        let text = try sandbox.write("bin/text", "#!/bin/sh\n")
        for (name, target) in [("link", program), ("one", "two"), ("two", "one")] {
            try files.createSymbolicLink(atPath: "\(sandbox.bin)/\(name)", withDestinationPath: target)
        }
        mkfifo("\(sandbox.bin)/pipe", 0o755)
        let bin = sandbox.bin
        let expected: [String: Availability] = [
            program: .installed, "\(bin)/link": .installed, bin: .notInstalled("\(bin): a folder, not a program"),
            text: .notInstalled("\(text): not executable"), "\(bin)/none": .notInstalled("\(bin)/none: no such file"),
            "\(program)/x": .notInstalled("\(program)/x: no such file"),
            "\(bin)/one": .notInstalled("\(bin)/one: too many symbolic links"),
            "\(bin)/pipe": .notInstalled("\(bin)/pipe: not a regular file"),
        ]
        for (path, answer) in expected { #expect(availability(.graphical(path)) == answer) }
    }

    @Test("A bare name is looked up in PATH, and folders and files without permission are skipped")
    func bareNames() throws {
        #expect(availability(.terminal("rooms")).reason == "rooms: not in PATH")
        try sandbox.write("bin/rooms", "")
        #expect(availability(.terminal("rooms")).reason == "rooms: not in PATH")
        try sandbox.program("rooms")
        #expect(availability(.terminal("rooms")).isInstalled)
    }

    @Test("A relative path is not installed", arguments: ["./rooms", "bin/rooms", "../rooms"])
    func relativePaths(path: String) throws {
        try sandbox.program("rooms")
        #expect(availability(.terminal(path)) == .notInstalled("\(path): a relative path; register an absolute one"))
    }

    @Test("Text from registrations cannot do harm in a reason")
    func harmless() {
        let reason = availability(.graphical("/x\u{1B}[31m\n\u{202E}y")).reason
        #expect(reason == "/xU+001B[31mU+000AU+202Ey: no such file")
    }

    @Test("An unregistered app counts as not installed, whatever its program")
    func unregistered() throws {
        var app = sandbox.app(.graphical("/bin/sh"))
        app.unregistered = Timestamp(seconds: 1)
        #expect(sandbox.resolver.availability(of: app) == .notInstalled("unregistered"))
        let error = #expect(throws: AppGroupError.self) { try sandbox.resolver.plan(for: app, opening: nil) }
        #expect(error?.description.contains("Register it again") == true)
    }

    @Test("One search finds the programs of many apps, even if apps share a program")
    func many() throws {
        try sandbox.program("rooms")
        let apps = ["rooms", "none", "rooms", "none"].map { sandbox.app(.terminal($0)) }
        var search = sandbox.resolver.search
        let found = apps.map { sandbox.resolver.availability(of: $0, &search).isInstalled }
        #expect(found == [true, false, true, false])
    }

    @Test(
        "A desktop entry is installed if it is found, not hidden, and its programs exist",
        arguments: [
            ("Exec=rooms", nil), ("Exec=rooms\nTryExec=rooms", nil), ("Hidden=true\nExec=rooms", "Hidden=true"),
            ("Exec=rooms\nTryExec=none", "TryExec none: not in PATH"), ("Exec=none", "Exec none: not in PATH"),
            ("Exec=rooms\nTryExec=/none", "TryExec /none: no such file"),
            ("Exec=rooms\nType=Link", "not Type=Application"),
            ("Comment=x", "Exec names no program"), ("Exec=rooms %x", "Exec has the unknown field code “%x”"),
            ("DBusActivatable=true", nil), ("DBusActivatable=true\nTryExec=none", "TryExec none: not in PATH"),
            ("broken", "an unreadable or invalid desktop entry"),
        ] as [(String, String?)])
    func desktopEntries(lines: String, problem: String?) throws {
        try sandbox.program("rooms")
        try sandbox.entry("org.example.Rooms.desktop", lines)
        let reason = availability(.desktopFile("org.example.Rooms.desktop")).reason
        #expect(reason == problem.map { "org.example.Rooms.desktop: \($0)" })
    }

    @Test("An entry that is missing, or deleted by a more important folder, is not installed")
    func missingEntries() throws {
        let launch = AppLaunch.desktopFile("org.example.Rooms.desktop")
        #expect(availability(launch).reason == "org.example.Rooms.desktop: no such desktop entry")
        try sandbox.program("rooms")
        try sandbox.entry("org.example.Rooms.desktop", in: "share", "Exec=rooms")
        #expect(availability(launch).isInstalled)
        try sandbox.entry("org.example.Rooms.desktop", "Hidden=true")
        #expect(!availability(launch).isInstalled)
    }

    @Test("A package's program lies in the package's own folder")
    func packages() throws {
        let digest = try PackageDigest(String(repeating: "a", count: 64))
        let folder = "container/packages/com.example.rooms/\(digest)"
        func launch(_ executable: String) -> AppLaunch {
            .package(
                .init(digest: digest, command: .init(executable: executable, arguments: ["-x"], interface: .terminal)))
        }
        try sandbox.write("\(folder)/Rooms.app/rooms", "#!/bin/sh\n", permissions: 0o755)
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.root)/\(folder)/inside", withDestinationPath: "Rooms.app/rooms")
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.root)/\(folder)/outside", withDestinationPath: "/bin/sh")
        #expect(availability(launch("Rooms.app/rooms")).isInstalled)
        #expect(availability(launch("inside")).isInstalled)
        #expect(availability(launch("outside")).reason?.hasSuffix("/outside: leads out of its package") == true)
        #expect(availability(launch("../../../../bin/x")).reason?.hasSuffix(": no such file") == true)
        #expect(availability(launch("none")).reason?.hasSuffix("/none: no such file") == true)
        let expected = LaunchPlan.Process(
            application: "com.example.rooms", executable: "\(sandbox.root)/\(folder)/inside", arguments: ["-x"],
            interface: .terminal)
        #expect(try sandbox.resolver.plan(for: sandbox.app(launch("inside")), opening: nil) == .process(expected))
    }

    @Test("A package folder that is a link to elsewhere is refused")
    func linkedPackage() throws {
        let digest = try PackageDigest(String(repeating: "b", count: 64))
        try sandbox.write("elsewhere/rooms", "#!/bin/sh\n", permissions: 0o755)
        try sandbox.write("container/packages/com.example.rooms/x", "")
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.container)/packages/com.example.rooms/\(digest)",
            withDestinationPath: "\(sandbox.root)/elsewhere")
        let package = AppLaunch.package(
            .init(digest: digest, command: .init(executable: "rooms", interface: .terminal)))
        #expect(availability(package).reason?.hasSuffix("leads out of its package") == true)
    }

    @Test("A plan has the URL in its place, the interface and the resolved program")
    func commandPlan() throws {
        let path = try sandbox.program("rooms")
        let app = sandbox.app(.terminal("rooms", "--url=%u", "100%%"))
        let plan = try sandbox.resolver.plan(for: app, opening: "rooms:a b")
        #expect(
            plan
                == .process(
                    .init(
                        application: "com.example.rooms", executable: path, arguments: ["--url=rooms:a b", "100%"],
                        interface: .terminal)))
    }

    @Test("A desktop entry's plan has its arguments, folder and terminal, or the session bus")
    func entryPlans() throws {
        let path = try sandbox.program("rooms")
        try sandbox.entry("org.example.Rooms.desktop", "Exec=rooms %u", "Path=/srv", "Terminal=true")
        try sandbox.entry("org.example.Bus.desktop", "Exec=rooms %u", "DBusActivatable=true")
        try sandbox.entry("nobusname.desktop", "Exec=rooms %u", "DBusActivatable=true")
        try sandbox.write("run/bus", "")
        func plan(_ id: String) throws -> LaunchPlan {
            try sandbox.resolver.plan(for: sandbox.app(.desktopFile(id)), opening: "rooms:1")
        }
        var process = LaunchPlan.Process(
            application: "org.example.Rooms", executable: path, arguments: ["rooms:1"], interface: .terminal,
            workingDirectory: "/srv")
        #expect(try plan("org.example.Rooms.desktop") == .process(process))
        let activation = try #require(BusActivation(desktopFileID: "org.example.Bus.desktop", url: "rooms:1"))
        #expect(try plan("org.example.Bus.desktop") == .dbus(activation))
        (process.application, process.interface, process.workingDirectory) = ("nobusname", .graphical, nil)
        #expect(try plan("nobusname.desktop") == .process(process))
    }

    @Test(
        "Without a session bus, Exec starts an entry that could be activated over the bus",
        arguments: [
            ([:], nil, false), ([:], "run/bus", true),
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=ROOT/run/bus"], nil, false),
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=ROOT/run/a%20bus,guid=1"], "run/a bus", true),
            (["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=/tmp/dbus-1"], nil, true),
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/none;tcp:host=localhost"], nil, true),
        ] as [([String: String], String?, Bool)])
    func fallsBackToExec(variables: [String: String], socket: String?, usesBus: Bool) throws {
        let path = try sandbox.program("rooms")
        try sandbox.entry("org.example.Rooms.desktop", "Exec=rooms --open %u", "DBusActivatable=true")
        try sandbox.entry("org.example.Silent.desktop", "DBusActivatable=true")
        if let socket { try sandbox.write(socket, "") }
        let environment = sandbox.environment(
            variables.mapValues { $0.replacingOccurrences(of: "ROOT", with: sandbox.root) })
        let resolver = LaunchResolver(
            environment: environment, group: "com.example.tools", container: sandbox.container)
        func plan(_ id: String) throws -> LaunchPlan {
            try resolver.plan(for: sandbox.app(.desktopFile(id)), opening: "rooms:1")
        }
        func activation(_ id: String) throws -> LaunchPlan {
            .dbus(try #require(BusActivation(desktopFileID: id, url: "rooms:1")))
        }
        let process = LaunchPlan.process(
            .init(
                application: "org.example.Rooms", executable: path, arguments: ["--open", "rooms:1"],
                interface: .graphical))
        #expect(
            try plan("org.example.Rooms.desktop") == (usesBus ? activation("org.example.Rooms.desktop") : process))
        // Nothing else could start it.
        #expect(try plan("org.example.Silent.desktop") == activation("org.example.Silent.desktop"))
    }

    @Test("An app that is not installed has no plan, and the error names app, reason and remedy")
    func noPlan() {
        let error = #expect(throws: AppGroupError.self) {
            try sandbox.resolver.plan(for: sandbox.app(.graphical("/none")), opening: nil)
        }
        #expect(error?.code == .notInstalled)
        #expect(
            error?.description
                == "“Rooms” (com.example.rooms) is not installed: /none: no such file. "
                + "Install it, or remove it with “launcher unregister com.example.rooms --group com.example.tools”.")
    }
}

extension LaunchingSandbox {
    var resolver: LaunchResolver {
        LaunchResolver(environment: environment(), group: "com.example.tools", container: container)
    }

    func app(_ launch: AppLaunch) -> AppRecord {
        AppRecord(id: "com.example.rooms", name: "Rooms", launch: launch, registered: Timestamp(seconds: 0))
    }
}
