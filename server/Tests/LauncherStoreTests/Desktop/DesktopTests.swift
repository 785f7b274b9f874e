import AppGroup
import Foundation
import TestSupport
import Testing

@testable import LauncherStore

@Suite("Desktop integration")
struct DesktopTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    func write(_ text: String, _ name: String) throws -> String {
        let path = "\(sandbox.folder)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    @Test(
        "The link handler's desktop entry is valid",
        arguments: ["/usr/bin/launcher-store", #"/opt/a b/"$x`%\/launcher-store"#])
    func desktopEntry(program: String) throws {
        let handler = LinkHandler(
            folders: try ClientFolders(ProcessEnvironment(sandbox.environment)), environment: ProcessEnvironment([:]))
        let file = try write(String(decoding: handler.entry(program), as: UTF8.self), "launcher-store.desktop")
        let plain = String(decoding: handler.entry("/a/launcher-store"), as: UTF8.self)
        #expect(plain.contains("\nTryExec=/a/launcher-store\nExec=/a/launcher-store open-link %u\n"))
        let answer = try Finished.run(["/usr/bin/desktop-file-validate", file], environment: sandbox.environment)
        #expect(answer.status == 0 && answer.output.isEmpty, "\(answer.output)\(answer.errors)")
    }

    @Test("The link handler's entry starts a program at any path, with the link as one argument")
    func execLine() throws {
        let folder = #"\#(sandbox.folder)/a b "$x`\ é"#
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let program = "\(folder)/launcher-store"
        let said = "\(sandbox.folder)/said"
        try ProgramFile.write(
            "#!/bin/sh\nprintf '%s|' \"$@\" >'\(said).new' && mv '\(said).new' '\(said)'\n", to: program)
        let handler = LinkHandler(
            folders: try ClientFolders(ProcessEnvironment(sandbox.environment)), environment: ProcessEnvironment([:]))
        let entry = String(decoding: handler.entry(program), as: UTF8.self)
            .replacingOccurrences(of: "Terminal=true", with: "Terminal=false")
        let file = try write(entry, "launcher-store.desktop")
        let link = "launcher-store://install?server=a&package=b.c;$(x)"
        // GLib reads the entry and starts it, as desktops do.
        let script = """
            import sys
            from gi.repository import Gio
            app = Gio.DesktopAppInfo.new_from_filename(sys.argv[1])
            sys.exit(0 if app and app.launch_uris([sys.argv[2]], None) else 1)
            """
        let answer = try Finished.run(
            [Python.interpreter.path, "-c", script, file, link], environment: sandbox.environment)
        #expect(answer.status == 0, "\(answer.errors)")
        try #require(blockUntil { FileManager.default.fileExists(atPath: said) })
        #expect(try String(contentsOfFile: said, encoding: .utf8) == "open-link|\(link)|")
    }

    @Test("systemd accepts the units of the timer", arguments: UpdateTimer.Interval.allCases, [true, false])
    func units(interval: UpdateTimer.Interval, installing: Bool) throws {
        var environment = sandbox.environment
        environment["XDG_RUNTIME_DIR"] = sandbox.folder
        environment["XDG_DATA_HOME"] = #"/home/a b/"$x%h\"#
        let timer = UpdateTimer(
            folders: try ClientFolders(ProcessEnvironment(environment)), environment: ProcessEnvironment(environment))
        // systemd-analyze looks for a program there.
        let service = try write(timer.serviceUnit("/bin/true", installing: installing), "launcher-update.service")
        let unit = try write(timer.timerUnit(interval), "launcher-update.timer")
        let answer = try Finished.run(
            ["/usr/bin/systemd-analyze", "verify", "--user", "--man=no", unit, service], environment: environment)
        #expect(answer.status == 0 && answer.errors.isEmpty, "\(answer.output)\(answer.errors)")
        #expect(timer.serviceUnit("/bin/x", installing: false).contains("update --check\n"))
        let skipping = #"ConditionFileIsExecutable=/opt/a "b/%%h$x"# + "\n"
        #expect(timer.serviceUnit(#"/opt/a "b/%h$x"#, installing: false).contains(skipping))
    }

    /// Puts a program into the sandbox's PATH that records how it was called.
    func fake(_ name: String, status: Int = 0) throws -> [String: String] {
        let bin = "\(sandbox.folder)/bin"
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        try ProgramFile.write(
            "#!/bin/sh\necho \(name) \"$@\" >>'\(sandbox.folder)/calls'\nexit \(status)\n", to: "\(bin)/\(name)")
        return ["PATH": "\(bin):/usr/bin:/bin"]
    }

    var calls: [String] {
        let text = (try? String(contentsOfFile: "\(sandbox.folder)/calls", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// The link handler's entry of a version that did not seal it.
    private static let unsealed = #"""
        [Desktop Entry]
        Type=Application
        Name=Install apps
        Comment=Installs the app that a page of your server names, after asking you
        TryExec=/old/launcher-store
        Exec="/old/launcher-store" open-link %u
        Terminal=true
        NoDisplay=true
        MimeType=x-scheme-handler/launcher-store;

        """#

    @Test(
        "A login replaces the link handler's desktop entry only if this program wrote it",
        arguments: [
            "moved", "unsealed", "0.1.0", "changed", "changed, unsealed", "wrapped", "wrapped in quotes", "other",
            "link",
        ])
    func ownEntry(kind: String) throws {
        let machine = try TestServer()
        try machine.server.script(try machine.answers([]))
        let handler = LinkHandler(
            folders: try ClientFolders(ProcessEnvironment(machine.sandbox.environment)),
            environment: ProcessEnvironment([:]))
        let old = String(decoding: handler.entry("/old/launcher-store"), as: UTF8.self)
        let text =
            switch kind {
            case "unsealed": Self.unsealed
            case "0.1.0": Self.unsealed.replacingOccurrences(of: "TryExec=/old/launcher-store\n", with: "")
            case "changed": old.replacingOccurrences(of: "Terminal=true", with: "Terminal=false")
            case "changed, unsealed":
                Self.unsealed.replacingOccurrences(of: "Terminal=true", with: "Terminal=false")
            case "wrapped": Self.unsealed.replacingOccurrences(of: "\nExec=", with: "\nExec=foot ")
            case "wrapped in quotes":
                Self.unsealed.replacingOccurrences(of: "\nExec=", with: "\nExec=\"foot\" \"-e\" ")
            case "other": "[Desktop Entry]\nName=Mine\n"
            default: old
            }
        let folder = "\(machine.sandbox.folder)/home/.local/share/applications"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let entry = "\(folder)/launcher-store.desktop"
        let file = kind == "link" ? "\(folder)/mine" : entry
        try Data(text.utf8).write(to: URL(filePath: file))
        if kind == "link" { try FileManager.default.createSymbolicLink(atPath: entry, withDestinationPath: file) }
        let environment = try fake("xdg-mime").merging(["XDG_CURRENT_DESKTOP": "test"]) { $1 }
        let login = try machine.run(
            ["login", machine.server.address, "--user", "ada", "--password-stdin"], input: "x\n",
            environment: environment)
        #expect(login.status == 0, "\(login.errors)")
        let isReplaced = ["moved", "unsealed", "0.1.0"].contains(kind)
        let new = String(decoding: handler.entry(Sandbox.program), as: UTF8.self)
        #expect(try String(contentsOfFile: entry, encoding: .utf8) == (isReplaced ? new : text))
        #expect(calls.isEmpty == !isReplaced)
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: entry)
        #expect(target == (kind == "link" ? file : nil))
    }

    @Test("A login changes what a linked list of default applications leads to, and the link stays")
    func linkedDefaults() throws {
        let machine = try TestServer()
        try machine.server.script(try machine.answers([]))
        let home = "\(machine.sandbox.folder)/home"
        try FileManager.default.createDirectory(atPath: "\(home)/.config", withIntermediateDirectories: true)
        try Data("[Default Applications]\ntext/html=a.desktop\n".utf8).write(to: URL(filePath: "\(home)/defaults"))
        let list = "\(home)/.config/mimeapps.list"
        try FileManager.default.createSymbolicLink(atPath: list, withDestinationPath: "../defaults")
        let login = try machine.run(
            ["login", machine.server.address, "--user", "ada", "--password-stdin"], input: "x\n",
            environment: ["XDG_CURRENT_DESKTOP": "test"])
        #expect(login.status == 0 && !login.errors.contains("do not open"), "\(login.errors)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: list) == "../defaults")
        let lines = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
        #expect(
            Set(lines) == [
                "[Default Applications]", "x-scheme-handler/launcher-store=launcher-store.desktop",
                "text/html=a.desktop",
            ])
    }

    @Test("A login succeeds if the handler of links cannot be set, and says why")
    func failingHandler() throws {
        let machine = try TestServer()
        try machine.server.script(try machine.answers([]))
        let environment = try fake("xdg-mime", status: 4).merging(["XDG_CURRENT_DESKTOP": "test"]) { $1 }
        let login = try machine.run(
            ["login", machine.server.address, "--user", "ada", "--password-stdin"], input: "x\n",
            environment: environment)
        #expect(login.status == 0 && login.errors.contains("Logged in"), "\(login.errors)")
        #expect(login.errors.contains("may not open: xdg-mime could not make"), "\(login.errors)")
    }

    var units: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(sandbox.folder)/home/.config/systemd/user"))?.sorted()
            ?? []
    }

    @Test("One command sets the timer up, and one removes it")
    func schedule() throws {
        let environment = try fake("systemctl")
        let set = try sandbox.store("update", "--schedule", "daily", "--auto", environment: environment)
        #expect(set.status == 0 && set.errors.contains("installed daily"), "\(set.errors)")
        #expect(units == ["launcher-update.service", "launcher-update.timer"])
        #expect(calls.contains("systemctl --user enable --now launcher-update.timer"))
        let service = try String(
            contentsOfFile: "\(sandbox.folder)/home/.config/systemd/user/launcher-update.service", encoding: .utf8)
        #expect(service.contains("ExecStart=\"\(Sandbox.program)\" update\n") && service.contains("APP_GROUP_HOME="))
        #expect(try sandbox.store("update", "--unschedule", environment: environment).status == 0)
        #expect(units.isEmpty && calls.contains("systemctl --user disable --now launcher-update.timer"))
    }

    @Test("A timer that systemd refuses leaves nothing behind")
    func failedSchedule() throws {
        let environment = try fake("systemctl", status: 1)
        let set = try sandbox.store("update", "--schedule", "weekly", environment: environment)
        #expect(set.status == 69 && set.errors.contains("cron"))
        #expect(units.isEmpty)
    }

    @Test("A failure of systemd to change an existing timer is reported")
    func refusedChange() throws {
        #expect(try sandbox.store("update", "--schedule", "weekly", environment: fake("systemctl")).status == 0)
        let refusing = try fake("systemctl", status: 1)
        let change = try sandbox.store("update", "--schedule", "hourly", environment: refusing)
        #expect(change.status == 69 && change.errors.contains("take effect at your next login"), "\(change.errors)")
        #expect(units == ["launcher-update.service", "launcher-update.timer"])
        let end = try sandbox.store("update", "--unschedule", environment: refusing)
        #expect(end.status == 69 && end.errors.contains("until you log out of this machine"), "\(end.errors)")
        #expect(units.isEmpty)
        let again = try sandbox.store("update", "--unschedule", environment: refusing)
        #expect(again.status == 0 && again.errors.contains("not checked for automatically"), "\(again.errors)")
    }

    @Test(
        "Options that make no sense for a timer are refused",
        arguments: [
            ["--auto"], ["--schedule", "daily", "--unschedule"], ["--schedule", "daily", "--check"],
            ["--schedule", "never"], ["--schedule", "daily", "--server", "tools.example.com"],
            ["--schedule", "daily", "--group", "org.example.registry"], ["--schedule", "daily", "--keep", "0"],
            ["--schedule", "daily", "--auto", "--replace"], ["--schedule", "daily", "rooms"],
            ["--unschedule", "--format", "json"], ["--format", "json"],
        ])
    func misuse(words: [String]) throws {
        let environment = sandbox.environment.merging(try fake("systemctl")) { $1 }
        let answer = try Finished.run([Sandbox.program, "update"] + words, environment: environment)
        #expect(answer.status == 64, "\(answer.errors)")
        #expect(units.isEmpty && calls.isEmpty)
    }

    @Test("A user's own timer of the timer's name is not stopped", arguments: ["timer", "service"])
    func ownTimer(kind: String) throws {
        let folder = "\(sandbox.folder)/home/.config/systemd/user"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("[Unit]\nDescription=My own\n".utf8).write(to: URL(filePath: "\(folder)/launcher-update.\(kind)"))
        let end = try sandbox.store("update", "--unschedule", environment: try fake("systemctl"))
        #expect(end.status == 65 && end.errors.contains("launcher-update.\(kind) was not written by"), "\(end.errors)")
        #expect(units == ["launcher-update.\(kind)"] && calls.isEmpty)
    }

    @Test("A user's own unit of the timer's name is neither replaced nor deleted", arguments: [0, 1])
    func ownUnit(status: Int) throws {
        let folder = "\(sandbox.folder)/home/.config/systemd/user"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let unit = "[Service]\nExecStart=/bin/true\n"
        try Data(unit.utf8).write(to: URL(filePath: "\(folder)/launcher-update.service"))
        let set = try sandbox.store(
            "update", "--schedule", "daily", environment: try fake("systemctl", status: status))
        #expect(set.status == 73 && set.errors.contains("launcher-update.service"), "\(set.errors)")
        #expect(units == ["launcher-update.service"] && calls.isEmpty)
        #expect(try String(contentsOfFile: "\(folder)/launcher-update.service", encoding: .utf8) == unit)
    }
}
