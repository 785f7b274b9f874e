import AppGroup
import Foundation
import TestSupport
import Testing

/// Runs that fail, are killed, or meet another one.
extension IntegrateCommandTests {
    @Test("integrate reports that xdg-mime failed, and tries again the next time")
    func failingXDG() async throws {
        try await DesktopHome.install("tea", "--scheme", "tea")
        let failing = try TestGroup.current.makeProgram("xdg-mime", "echo broken >&2; exit 4")
        let result = try await launcher("integrate")
        #expect(result.ending == .exit(74) && result.errors.contains("broken") && result.errors.contains("tea"))
        try FileManager.default.removeItem(atPath: failing)
        #expect(try await DesktopHome.integrate().steps.contains("handle tea: org.example.tea.desktop"))
    }

    @Test("A default handler that cannot be set keeps no other app, the bridge or the search from the desktop")
    func failsForOneScheme() async throws {
        for name in ["chai", "mate", "tea"] { try await DesktopHome.install(name, "--scheme", name) }
        for name in ["launcher-badge-bridge", "launcher-search"] { try TestGroup.current.makeProgram(name) }
        let failing = try TestGroup.current.makeProgram(
            "xdg-mime", "case \"$2\" in *chai*) echo broken >&2; exit 4;; esac; exec /usr/bin/xdg-mime \"$@\"")
        let all = try await DesktopHome.integrate("--dry-run").steps
        let failed = "handle chai: org.example.chai.desktop"
        #expect(try await DesktopHome.integrateFailing(saying: "chai") == all.filter { $0 != failed })
        #expect(all.contains(failed) && all.count == 10)
        try FileManager.default.removeItem(atPath: failing)
        #expect(try await DesktopHome.integrate("--update").steps == [failed])
        #expect(try await DesktopHome.integrate().steps == [])
    }

    @Test("integrate lists what it did before a file could not be written, and does the rest the next time")
    func failsHalfWay() async throws {
        for name in ["chai", "tea"] { try await DesktopHome.install(name) }
        try TestGroup.current.makeProgram("launcher-badge-bridge")
        let config = "\(DesktopHome.home)/.config"
        try DesktopHome.write(config, "a file, not a folder")
        let entries = ["chai", "tea"].map {
            "write org.example.\($0) ~/.local/share/applications/org.example.\($0).desktop"
        }
        #expect(try await DesktopHome.integrateFailing(saying: "The unit") == entries)
        let document = try json(try await launcher("integrate", "--format", "json").output)
        #expect((document["steps"] as? [[String: String]])?.isEmpty == true)
        try FileManager.default.removeItem(atPath: config)
        #expect(try await DesktopHome.integrate().steps.count == 1)
    }

    @Test("An entry whose default handler cannot be restored stays until it can be, and no other does")
    func restoringFails() async throws {
        let list = "[Default Applications]\nx-scheme-handler/tea=kettle.desktop\n"
        try DesktopHome.write(DesktopHome.defaults, list)
        try await DesktopHome.install("tea", "--scheme", "tea")
        try await DesktopHome.install("zest", "--scheme", "zest")
        _ = try await DesktopHome.integrate()
        // The file beside it that would replace it has too long a name.
        let target = "\(DesktopHome.home)/\(String(repeating: "m", count: 250))"
        try FileManager.default.moveItem(atPath: DesktopHome.defaults, toPath: target)
        try FileManager.default.createSymbolicLink(atPath: DesktopHome.defaults, withDestinationPath: target)
        try await DesktopHome.install("rooms")
        try await printed("unregister", "org.example.zest")
        // The entry names the earlier handler of a scheme that the app no longer has.
        try await DesktopHome.install("tea")
        #expect(
            try await DesktopHome.integrateFailing("--update", saying: "mimeapps.list")
                == ["write org.example.rooms ~/.local/share/applications/org.example.rooms.desktop"])
        #expect(
            try await DesktopHome.integrateFailing("--remove", saying: "mimeapps.list")
                == ["remove org.example.rooms ~/.local/share/applications/org.example.rooms.desktop"])
        try FileManager.default.removeItem(atPath: DesktopHome.defaults)
        try FileManager.default.moveItem(atPath: target, toPath: DesktopHome.defaults)
        #expect(
            try await DesktopHome.integrate("--remove").steps == [
                "restore tea: kettle.desktop",
                "remove org.example.tea ~/.local/share/applications/org.example.tea.desktop",
                "restore zest: ",
                "remove org.example.zest ~/.local/share/applications/org.example.zest.desktop",
            ])
        #expect(try DesktopHome.read(DesktopHome.defaults) == list)
    }

    @Test("The entry of an app that is gone keeps its earlier handler until another app has its scheme")
    func takingOverFails() async throws {
        let list = try await passOnTea()
        let failing = try TestGroup.current.makeProgram("xdg-mime", "echo broken >&2; exit 4")
        #expect(
            try await DesktopHome.integrateFailing("--update", saying: "broken")
                == ["write org.example.chai ~/.local/share/applications/org.example.chai.desktop"])
        try await printed("unregister", "org.example.chai")
        try FileManager.default.removeItem(atPath: failing)
        _ = try await DesktopHome.integrate("--update")
        #expect(try DesktopHome.read(DesktopHome.defaults) == list)
        #expect(!DesktopHome.exists("\(DesktopHome.entries)/org.example.tea.desktop"))
    }

    @Test("integrate completes the work of an earlier run that was killed")
    func isCutOff() async throws {
        try await DesktopHome.install("tea", "--scheme", "tea")
        try TestGroup.current.makeProgram("xdg-mime", "kill -9 $(ps -o ppid= -p $$)")
        #expect(try await launcher("integrate").ending == .signal(9))
        try FileManager.default.removeItem(atPath: "\(TestGroup.current.folder)/bin/xdg-mime")
        #expect(try await DesktopHome.integrate().steps == ["handle tea: org.example.tea.desktop"])
        #expect(try await DesktopHome.integrate().steps == [])
    }

    @Test(
        "An earlier handler is neither forgotten nor kept in place if xdg-mime fails or integrate is killed",
        arguments: ["exit 4", "kill -9 $(ps -o ppid= -p $$)"])
    func failsOnce(script: String) async throws {
        try DesktopHome.write(
            "\(DesktopHome.entries)/kettle.desktop",
            "[Desktop Entry]\nType=Application\nName=Kettle\nExec=true %u\n"
                + "MimeType=x-scheme-handler/tea;x-scheme-handler/mate;\n")
        try DesktopHome.write(
            DesktopHome.defaults,
            "[Default Applications]\nx-scheme-handler/tea=kettle.desktop\nx-scheme-handler/mate=kettle.desktop\n")
        try await DesktopHome.install("tea", "--scheme", "tea")
        _ = try await DesktopHome.integrate()
        try await DesktopHome.install("tea", "--scheme", "tea", "--scheme", "mate")
        let failing = try TestGroup.current.makeProgram("xdg-mime", script)
        #expect(try await launcher("integrate").ending != .exit(0))
        try FileManager.default.removeItem(atPath: failing)
        #expect(try await DesktopHome.integrate().steps.contains("handle mate: org.example.tea.desktop"))
        #expect(try await DesktopHome.integrate().steps == [])
        _ = try await DesktopHome.integrate("--remove")
        for scheme in ["tea", "mate"] {
            #expect(try await DesktopHome.handlers(of: scheme) == ["kettle.desktop", "kettle.desktop"], "\(scheme)")
        }
    }

    @Test("An update that waited for a removal does not undo it")
    func updateAfterRemoval() async throws {
        try TestGroup.current.makeProgram("launcher-badge-bridge")
        try await DesktopHome.install("tea", "--scheme", "tea")
        _ = try await DesktopHome.integrate()
        // The unit is removed last: until then there is something to update.
        let (stopping, goOn) = ("\(TestGroup.current.folder)/stopping", "\(TestGroup.current.folder)/go-on")
        try TestGroup.current.makeProgram(
            "systemctl",
            "case \"$*\" in *stop*) touch \(stopping); while ! test -e \(goOn); do sleep 0.1; done;; esac")
        var environment = TestGroup.current.environment
        environment.variables["XDG_RUNTIME_DIR"] = TestGroup.current.folder
        try DesktopHome.write("\(TestGroup.current.folder)/systemd/private", "")
        let removal = try RunningProcess(
            BuiltProgram.launcher.path, ["integrate", "--remove"], environment: environment)
        #expect(await comesTrue { DesktopHome.exists(stopping) })
        let update = try RunningProcess(
            BuiltProgram.launcher.path, ["integrate", "--update"], environment: environment)
        // It has made its first plan, and waits for the lock.
        #expect(
            await comesTrue {
                let folder = "/proc/\(update.id)/fd"
                let open = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                return open.contains {
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))?
                        .hasSuffix("/.integrate.lock") == true
                }
            })
        try DesktopHome.write(goOn, "")
        for process in [removal, update] { #expect(try await process.result().ending == .exit(0)) }
        #expect(!DesktopHome.exists("\(DesktopHome.entries)/org.example.tea.desktop"))
    }
}
