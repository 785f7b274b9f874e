import AppGroup
import Foundation
import TestSupport
import Testing

/// What Enter does while the window still reads the groups.
@Suite("Enter before the groups are read", .ownGroup, .serialized) struct EarlyEnterTests {
    @Test("A URL that is entered before the groups are read waits for them, and opens the app that owns its scheme")
    func urlBeforeReading() async throws {
        let group = TestGroup.current
        let program = try group.makeProgram("tram", "echo \"tram $*\" >> '\(WindowGroup.trace)'")
        try group.registry.register(
            AppDescription(id: "org.example.tram", name: "Tram", schemes: ["tram"], launch: .graphical(program, "%u")))
        let other = try group.makeProgram("other", "echo \"other $*\" >> '\(WindowGroup.trace)'")
        let entries = try group.makeFolder("home/.local/share/applications")
        let entry = "[Desktop Entry]\nType=Application\nName=Other\nExec=\(other) %u\nMimeType=x-scheme-handler/tram;\n"
        try Data(entry.utf8).write(to: URL(filePath: "\(entries)/other.desktop"))
        let defaults = "[Default Applications]\nx-scheme-handler/tram=other.desktop\n"
        try Data(defaults.utf8).write(to: URL(filePath: "\(entries)/mimeapps.list"))
        // It is read first, which takes seconds while somebody holds it.
        let slow: GroupID = "aaa.example.slow"
        try group.registry(of: slow).setSetting("k", to: 1)
        let holding = """
            import sqlite3, sys, time
            registry = sqlite3.connect(sys.argv[1])
            registry.execute("PRAGMA locking_mode = EXCLUSIVE")
            registry.execute("BEGIN EXCLUSIVE")
            print("held", flush=True)
            time.sleep(3600)
            """
        // The screen names no group: an empty variable counts as unset.
        try await Screen.with(["APP_GROUP": ""]) { screen in
            let holder = try RunningProcess(
                Python.interpreter.path, ["-c", holding, "\(group.container(of: slow))/registry.sqlite"],
                environment: screen.environment)
            try await holder.line("held")
            let window = try await screen.show("--search", "tram://5")
            try await screen.press("Return")
            // The window has got the key when it answers.
            _ = try await screen.counts(window)
            holder.kill()
            #expect(await WindowGroup.opened() == "tram tram://5")
            try await screen.end(window)
        }
    }
}
