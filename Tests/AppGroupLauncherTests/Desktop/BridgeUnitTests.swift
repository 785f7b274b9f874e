import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("The unit of the badge bridge", .ownGroup) struct BridgeUnitTests {
    private var path: String { "\(DesktopHome.units)/launcher-badge-bridge.service" }
    private var link: String { "\(DesktopHome.units)/graphical-session.target.wants/launcher-badge-bridge.service" }

    /// The launcher in a folder with an unusual name, with the bridge next to it.
    private func installed(in folder: String) throws -> String {
        let folder = try TestGroup.current.makeFolder(folder)
        try ProgramFile.copy(BuiltProgram.launcher.path, to: "\(folder)/launcher")
        let bridge = try TestGroup.current.makeProgram("moved", "exit 0")
        try FileManager.default.moveItem(atPath: bridge, toPath: "\(folder)/launcher-badge-bridge")
        return "\(folder)/launcher"
    }

    @Test(
        "The unit is one that systemd accepts, and it starts the bridge beside the launcher",
        arguments: ["plain", #"a b$c%d"e\f;é"#])
    func isValid(folder: String) async throws {
        let launcher = try installed(in: folder)
        try await DesktopHome.install("tea")
        let environment = TestGroup.current.environment
        let result = try await RunningProcess.run(launcher, ["integrate"], environment: environment)
        #expect(result.ending == .exit(0), "\(result.errors)")
        var verifying = environment
        verifying.variables["XDG_RUNTIME_DIR"] = try TestGroup.current.makeFolder("run")
        let check = try await RunningProcess.run(
            "/usr/bin/systemd-analyze", ["--user", "--man=no", "--recursive-errors=no", "verify", path],
            environment: verifying)
        #expect(!check.errors.contains("launcher-badge-bridge"), "\(check.errors)")
        #expect(check.ending == .exit(0), "\(check.errors)")
        #expect(try DesktopHome.read(link) == DesktopHome.read(path))
        let removal = try await RunningProcess.run(launcher, ["integrate", "--remove"], environment: environment)
        #expect(removal.ending == .exit(0))
        #expect(!DesktopHome.exists(path) && !DesktopHome.exists(link))
    }

    @Test("A launcher below a folder with an equal sign in its name is refused, and nothing is written")
    func refusesEqualSign() async throws {
        let launcher = try installed(in: "a=b")
        try await DesktopHome.install("tea")
        let environment = TestGroup.current.environment
        let result = try await RunningProcess.run(launcher, ["integrate"], environment: environment)
        #expect(result.ending == .exit(78) && result.errors.contains("a=b/launcher"), "\(result.errors)")
        #expect(try DesktopHome.files() == [:])
        let removal = try await RunningProcess.run(launcher, ["integrate", "--remove"], environment: environment)
        #expect(removal.ending == .exit(0), "\(removal.errors)")
    }

    @Test("systemd does not start the bridge again if another one runs or the session is over")
    func staysEnded() async throws {
        try TestGroup.current.makeProgram("launcher-badge-bridge")
        _ = try await DesktopHome.integrate()
        #expect(try DesktopHome.read(path).contains("\nRestartPreventExitStatus=75 78\n"))
    }

    @Test("The bridge's unit names the folder of the groups as it is, since systemd replaces no variables there")
    func keepsHome() async throws {
        try TestGroup.current.makeProgram("launcher-badge-bridge")
        let home = try TestGroup.current.makeFolder("g$h%")
        let setting = ["APP_GROUP_HOME": home]
        try await launcher("register", "org.example.tea", "--name", "Tea", "--", "true", setting: setting)
        let result = try await launcher("integrate", setting: setting)
        #expect(result.ending == .exit(0), "\(result.errors)")
        let line = try DesktopHome.read(path).split(separator: "\n").first { $0.hasPrefix("Environment=") }
        #expect(line == "Environment=\"APP_GROUP_HOME=\(home)%\"")
    }

    @Test(
        "The bridge's unit is neither replaced nor removed if it is a link or another program wrote it",
        arguments: DesktopHome.Stranger.allCases)
    func leavesStrangers(stranger: DesktopHome.Stranger) async throws {
        try TestGroup.current.makeProgram("launcher-badge-bridge")
        try stranger.put(at: path)
        let before = try DesktopHome.files()
        for options in [[], ["--remove"]] {
            let result = try await launcher(["integrate"] + options)
            let remark = "\(path) is not a file that launcher integrate wrote, and is left as it is."
            #expect(result.errors.contains(remark), "\(result.errors)")
            #expect(try DesktopHome.files() == before)
        }
    }

    @Test("A link in the place of the one that enables the bridge's unit stays, even if it leads nowhere")
    func leavesLink() async throws {
        try TestGroup.current.makeProgram("launcher-badge-bridge")
        try DesktopHome.Stranger.danglingLink.put(at: link)
        #expect(try await DesktopHome.integrate().steps.count == 1)
        #expect(try await DesktopHome.integrate().steps == [])
        _ = try await DesktopHome.integrate("--remove")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/nowhere/mine")
    }

    @Test("The bridge's unit is started at once if the user's systemd runs, and stopped before it is removed")
    func tellsManager() async throws {
        let folder = TestGroup.current.folder
        let calls = "\(folder)/calls"
        try TestGroup.current.makeProgram("launcher-badge-bridge")
        try TestGroup.current.makeProgram(
            "systemctl", "echo \"$@\" >>\(calls); test -e \(path) && echo there >>\(calls)")
        try DesktopHome.write("\(folder)/run/systemd/private", "")
        let setting = ["XDG_RUNTIME_DIR": "\(folder)/run"]
        _ = try await DesktopHome.integrate(setting: setting)
        let unit = "launcher-badge-bridge.service"
        #expect(
            try DesktopHome.read(calls)
                == "--user daemon-reload\nthere\n--user restart --no-block \(unit)\nthere\n"
                + "--user is-active --quiet graphical-session.target\nthere\n")
        try FileManager.default.removeItem(atPath: calls)
        _ = try await DesktopHome.integrate("--update", setting: setting)
        #expect(!DesktopHome.exists(calls))
        #expect(try await DesktopHome.integrate(setting: setting).steps == [])
        #expect(try DesktopHome.read(calls) == "--user is-active --quiet \(unit) graphical-session.target\nthere\n")
        try FileManager.default.removeItem(atPath: calls)
        _ = try await DesktopHome.integrate("--remove", setting: setting)
        #expect(try DesktopHome.read(calls) == "--user stop \(unit)\nthere\n--user daemon-reload\n")
    }

    @Test(
        "Without systemd's target for graphical sessions, each run of integrate starts the bridge and says how a session does",
        arguments: [(0, false), (3, true), (1, false)])
    func sessionWithoutTarget(status: Int, isTold: Bool) async throws {
        let folder = TestGroup.current.folder
        try TestGroup.current.makeProgram("launcher-badge-bridge")
        try TestGroup.current.makeProgram("systemctl", "case \"$*\" in *is-active*) exit \(status);; esac")
        try DesktopHome.write("\(folder)/run/systemd/private", "")
        let setting = ["XDG_RUNTIME_DIR": "\(folder)/run"]
        let unit = "~/.config/systemd/user/launcher-badge-bridge.service"
        for (action, isDone) in [("write", true), ("start", isTold)] {
            let (steps, remarks) = try await DesktopHome.integrate(setting: setting)
            #expect(steps == (isDone ? ["\(action) launcher-badge-bridge \(unit)"] : []))
            #expect(remarks.contains("systemctl --user start launcher-badge-bridge.service") == isTold, "\(remarks)")
        }
    }
}
