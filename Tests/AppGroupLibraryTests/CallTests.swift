import AppGroup
import Foundation
import TestSupport
import Testing

/// Calls from C, in real processes.
@Suite(.ownGroup) struct CallTests {
    private func register(_ id: String = "org.example.tool") async throws {
        let run = try await BuiltProgram.launcher.run("register", id, "--name", "Tool", "--", "true")
        #expect(run.ending == .exit(0), "\(run.errors)")
    }

    private func badge() throws -> Int64? { try TestGroup.current.registry.app("org.example.tool")?.badge.value }

    @Test("No addition is lost between 8 threads in one process and 8 processes of the command line")
    func additions() async throws {
        try await register()
        let adding = try BuiltLibrary.start("adds", "8", "500")
        let loop = "for i in $(seq 50); do \"$LAUNCHER\" badge add org.example.tool 1 || exit; done"
        let commands = try (0..<8).map { _ in
            try RunningProcess("/bin/sh", ["-c", loop], environment: BuiltLibrary.environment)
        }
        for command in commands {
            let result = try await command.result()
            #expect(result.ending == .exit(0), "\(result.errors)")
        }
        let result = try await adding.result()
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(try badge() == 4400)
    }

    @Test("No addition is lost between 8 threads of Python and 4 processes of the command line")
    func additionsInPython() async throws {
        try await register()
        let adding = try BuiltLibrary.startPython("adds", ["8", "250"])
        let loop = "for i in $(seq 50); do \"$LAUNCHER\" badge add org.example.tool 1 || exit; done"
        let commands = try (0..<4).map { _ in
            try RunningProcess("/bin/sh", ["-c", loop], environment: BuiltLibrary.environment)
        }
        for process in commands + [adding] {
            let result = try await process.result()
            #expect(result.ending == .exit(0), "\(result.errors)")
        }
        #expect(try badge() == 2200)
    }

    @Test("Each of 200 children forked under threads that write and open writes, reads and ends, and some of them open")
    func forks() async throws {
        try await register()
        let result = try await BuiltLibrary.output("forks", "200")
        #expect(result.ending == .exit(0), "\(result.errors)")
        let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
        #expect(numbers.first == 200)
        #expect(try badge() == numbers.last)
    }

    /// Registers an app that is opened over D-Bus, by a program in the place of gdbus.
    private func registerBusApp(gdbus: String) async throws {
        let group = TestGroup.current
        try group.makeProgram("gdbus", gdbus)
        let entries = try group.makeFolder("share/applications")
        let entry = "[Desktop Entry]\nType=Application\nName=Tool\nDBusActivatable=true\n"
        try Data(entry.utf8).write(to: URL(filePath: "\(entries)/org.example.Tool.desktop"))
        let run = try await BuiltProgram.launcher.run(
            "register", "org.example.tool", "--desktop-file", "org.example.Tool.desktop")
        #expect(run.ending == .exit(0), "\(run.errors)")
    }

    @Test("fork does not wait for an app that is being opened over D-Bus")
    func forksWhileActivating() async throws {
        let (asked, forked) = ("\(TestGroup.current.folder)/asked", "\(TestGroup.current.folder)/forked")
        try await registerBusApp(gdbus: "touch '\(asked)'; until test -e '\(forked)'; do sleep 0.01; done")
        let result = try await BuiltLibrary.output("activating", asked, forked)
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.output == "0\n")
    }

    @Test("A thread that is cancelled ends only after its call, and the process can still fork")
    func canceling() async throws {
        let result = try await BuiltLibrary.output("canceling")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.output == "2 0 1\n")
        #expect(try badge() == 2)
    }

    @Test(
        "A daemon that has closed the library's descriptors keeps its own files, and its calls fail with a sentence",
        arguments: [false, true])
    func daemons(python: Bool) async throws {
        let folder = try TestGroup.current.makeFolder("daemon")
        let result = try await python ? BuiltLibrary.python("daemon", folder) : BuiltLibrary.output("daemon", folder)
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.output == "done\n")
        #expect(try badge() == 31)
        let doctor = try await BuiltProgram.launcher.run("doctor")
        #expect(doctor.ending == .exit(0), "\(doctor.output)")
    }

    @Test("A relative path of a program starts from the folder in which the app was described")
    func relativePaths() async throws {
        let folder = try TestGroup.current.makeFolder("tools")
        let result = try await BuiltLibrary.output("relative", folder)
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(try TestGroup.current.registry.app("org.example.tool")?.launch == .terminal("\(folder)/tool"))
    }

    @Test("NULL for any pointer is refused with status 64 or does nothing")
    func nulls() async throws {
        let result = try await BuiltLibrary.output("nulls")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.output == "done\n")
    }

    @Test("Text that is not UTF-8 and text of a megabyte are refused by every function, with an error")
    func texts() async throws {
        let result = try await BuiltLibrary.output("texts")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.output == "done\n")
    }

    @Test(
        "The library leaves threads, descriptors, signals, locale and environment as they were",
        arguments: [false, true])
    func surroundings(python: Bool) async throws {
        let result = try await python ? BuiltLibrary.python("surroundings") : BuiltLibrary.output("surroundings")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.output == "done\n")
        #expect(result.errors.isEmpty)
    }

    @Test("Memory does not grow with the number of calls", arguments: [false, true])
    func memory(python: Bool) async throws {
        let result = try await python ? BuiltLibrary.python("memory", "100") : BuiltLibrary.output("memory", "100")
        #expect(result.ending == .exit(0), "\(result.errors)")
        // A leak of 64 bytes in each of the 35 calls of 300 rounds would be 656 KiB.
        #expect(try #require(Int(result.output.trimmingCharacters(in: .newlines))) < 500)
    }

    @Test("A program can load and unload the library a hundred times")
    func reloading() async throws {
        try await register()
        let result = try await BuiltLibrary.output("reloading", try BuiltLibrary.path, "100")
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.output == "100\n")
    }

    @Test("A list from C has the values that launcher list prints")
    func values() async throws {
        let result = try await BuiltLibrary.output("describing")
        #expect(result.ending == .exit(0), "\(result.errors)")
        var values: [String: (kind: String, integer: String, text: String)] = [:]
        for line in result.output.split(separator: "\0") {
            let parts = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
            values[parts[0]] = (parts[1], parts[2], parts[3])
        }
        let list = try await BuiltProgram.launcher.run("list", "--all", "--format", "json")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any])
        let app = try #require((document["apps"] as? [[String: Any]])?.first)
        let fields = try #require(app["fields"] as? [String: Any])
        for name in ["id", "name", "icon", "version", "group"] {
            #expect(values[name]?.text == app[name] as? String)
        }
        for name in ["badge", "openCount"] { #expect(values[name]?.integer == (app[name] as? NSNumber)?.stringValue) }
        for name in ["installed", "pinned", "hidden"] { #expect((values[name]?.integer == "1") == app[name] as? Bool) }
        #expect(values["schemes"]?.text == (app["schemes"] as? [String])?.joined(separator: " "))
        #expect(values["fields"]?.text == fields.keys.sorted().joined(separator: " "))
        #expect(values["field:newest"]?.text == fields["newest"] as? String)
        #expect(values["field:count"]?.integer == (fields["count"] as? NSNumber)?.stringValue)
        let when = try #require(values["field:when"].flatMap { Int64($0.integer) })
        #expect(Timestamp(milliseconds: when).description == fields["when"] as? String)
        let opened = try #require(values["lastOpened"].flatMap { Int64($0.integer) })
        #expect(Timestamp(milliseconds: opened).description == app["lastOpened"] as? String)
        let action = try #require((app["actions"] as? [[String: Any]])?.first)
        #expect(values["actions"]?.text == action["id"] as? String)
        #expect(values["action:new"]?.text == action["url"] as? String)
        for name in ["reason", "availableVersion"] { #expect(values[name]?.kind == "0") }
    }

    @Test("An app that C opens gets its URL unchanged, and no child is left")
    func opening() async throws {
        let marker = "\(TestGroup.current.folder)/opened"
        let program = try TestGroup.current.makeProgram("notes", "printf %s \"$1\" > '\(marker)'")
        _ = try await BuiltProgram.launcher.run(
            "register", "org.example.notes", "--name", "Notes", "--scheme", "notes", "--", program, "%u")
        let url = "notes://a b?c=%20"
        let result = try await BuiltLibrary.output("opening", url)
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(result.output == "\(url) 1\ncollected\n")
        #expect(try String(contentsOfFile: marker, encoding: .utf8) == url)
    }
}
