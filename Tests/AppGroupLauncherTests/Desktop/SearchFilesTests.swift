import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("The files for the searches of desktops", .ownGroup) struct SearchFilesTests {
    private static let provider = "gnome-shell/search-providers/local.app_group.Search.ini"

    private var data: String { "\(DesktopHome.home)/.local/share" }
    private var service: String { "\(data)/dbus-1/services/local.app_group.Search.service" }
    private var runner: String { "\(data)/krunner/dbusplugins/launcher-search.desktop" }
    private var entry: String { "\(data)/applications/local.app_group.Search.desktop" }

    @Test("integrate writes valid files once, follows the program to another place, and removes them")
    func writes() async throws {
        try TestGroup.current.makeProgram("launcher-search")
        let before = try DesktopHome.files()
        let steps = try await DesktopHome.integrate().steps
        let expected = [entry, runner, service].map { "write launcher-search \($0)" }
        #expect(steps.map { $0.replacingOccurrences(of: "~", with: DesktopHome.home) } == expected)
        for file in [entry, runner] {
            let check = try await RunningProcess.run("/usr/bin/desktop-file-validate", [file])
            #expect(check.ending == .exit(0) && check.output == "", "\(check.output)")
        }
        let program = "\(TestGroup.current.folder)/bin/launcher-search"
        #expect(
            try DesktopHome.read(service).hasPrefix(
                """
                [D-BUS Service]
                Name=local.app_group.Search
                Exec=/usr/bin/env APP_GROUP_HOME=\(TestGroup.current.home) \(program)

                """))
        #expect(try DesktopHome.read(entry).contains(" home\nTerminal=true\n"))
        #expect(try await DesktopHome.integrate().steps == [])
        try TestGroup.current.makeProgram("launcher-window")
        #expect(try await DesktopHome.integrate("--update").steps == [])
        #expect(try await DesktopHome.integrate().steps.count == 1)
        #expect(try DesktopHome.read(entry).contains(" window\nTerminal=false\n"))
        try FileManager.default.removeItem(atPath: program)
        #expect(try await DesktopHome.integrate().remarks.contains("need launcher-search, which is not installed"))
        #expect(try await DesktopHome.integrate("--remove").steps.count == 3)
        #expect(try DesktopHome.files() == before)
    }

    @Test(
        "Links, and files that another program wrote or changed, stay as they are and are reported",
        arguments: DesktopHome.Stranger.allCases)
    func leavesStrangers(stranger: DesktopHome.Stranger) async throws {
        try TestGroup.current.makeProgram("launcher-search")
        _ = try await DesktopHome.integrate()
        for file in [entry, runner, service] { try stranger.put(at: file) }
        let before = try DesktopHome.files()
        for option in ["--format=tsv", "--remove"] {
            let done = try await DesktopHome.integrate(option)
            #expect(done.steps == [] && [entry, runner, service].allSatisfy(done.remarks.contains), "\(done)")
            #expect(try DesktopHome.files() == before)
        }
    }

    @Test("If GNOME does not look below PREFIX, integrate prints a line that puts its file where GNOME looks")
    func remark() async throws {
        let folder = TestGroup.current.folder
        let prefix = "\(folder)/a prefix"
        for name in ["bin", "share/gnome-shell/search-providers"] {
            try FileManager.default.createDirectory(atPath: "\(prefix)/\(name)", withIntermediateDirectories: true)
        }
        try ProgramFile.copy(BuiltProgram.launcher.path, to: "\(prefix)/bin/launcher")
        try ProgramFile.write("#!/bin/sh\n", to: "\(prefix)/bin/launcher-search")
        try Data("[Shell Search Provider]\n".utf8).write(to: URL(fileURLWithPath: "\(prefix)/share/\(Self.provider)"))
        try TestGroup.current.makeProgram("sudo", "exec \"$@\"")
        func remarks(_ variables: [String: String]) async throws -> String {
            var environment = TestGroup.current.environment
            environment.variables.merge(variables) { $1 }
            environment.variables["PATH"] = "\(folder)/bin"
            return try await RunningProcess.run("\(prefix)/bin/launcher", ["integrate"], environment: environment)
                .errors
        }
        #expect(try await !remarks([:]).contains("GNOME"))
        let gnome = ["XDG_CURRENT_DESKTOP": "ubuntu:GNOME"]
        let below = ["XDG_DATA_DIRS": "\(folder)/share:\(prefix)/share"]
        #expect(try await !remarks(gnome.merging(below) { $1 }).contains("GNOME"))
        let remark = try await remarks(gnome)
        let line = try #require(remark.firstMatch(of: /again: (sudo .*)/)?.output.1, "\(remark)")
        let run = try await RunningProcess.run(
            "/bin/sh", ["-c", String(line)], environment: TestGroup.current.environment)
        #expect(run.ending == .exit(0), "\(run.errors)")
        #expect(try DesktopHome.read("\(folder)/share/\(Self.provider)") == "[Shell Search Provider]\n")
        #expect(try await !remarks(gnome).contains("GNOME"))
    }

    @Test("The path of the program may be anything that an entry can contain")
    func oddPath() async throws {
        let folder = try TestGroup.current.makeFolder(#"a b'$c%d"e\f;é"#)
        try ProgramFile.copy(BuiltProgram.launcher.path, to: "\(folder)/launcher")
        try ProgramFile.write("#!/bin/sh\nprintf %s \"$0\" >\"$PROOF\"\nexit 1\n", to: "\(folder)/launcher-search")
        let environment = TestGroup.current.environment
        let result = try await RunningProcess.run("\(folder)/launcher", ["integrate"], environment: environment)
        #expect(result.ending == .exit(0), "\(result.errors)")
        for file in [entry, runner] {
            let check = try await RunningProcess.run("/usr/bin/desktop-file-validate", [file])
            #expect(check.ending == .exit(0) && check.output == "", "\(check.output)")
        }
        // A real bus starts the program. It ends without taking its name, so the call fails.
        let proof = "\(TestGroup.current.folder)/proof"
        var session = environment
        session.variables.merge(["XDG_DATA_HOME": data, "PROOF": proof]) { $1 }
        _ = try await RunningProcess.run(
            "/usr/bin/dbus-run-session",
            [
                "--", "gdbus", "call", "--session", "--dest", "local.app_group.Search", "--object-path", "/",
                "--method",
                "x.y.Z",
            ],
            environment: session)
        #expect(try DesktopHome.read(proof) == "\(folder)/launcher-search")
    }
}
