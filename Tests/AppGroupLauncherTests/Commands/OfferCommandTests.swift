import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("Offers of a server on the command line", .ownGroup)
struct OfferCommandTests {
    init() throws {
        let registry = TestGroup.current.registry
        try registry.setOffers(
            [
                AppOffer(app: "org.example.rooms", name: "Rooms", version: "1.4", source: "https://tools.example"),
                AppOffer(app: "org.example.tea", name: "Tea", version: "2", source: "https://tools.example"),
            ], from: "https://tools.example")
    }

    @Test("An app with an update is marked in the list, and its new version is in JSON and TSV")
    func updateMark() async throws {
        try await register("Tea", "--app-version", "1")
        #expect(try await !printed("list").contains("UPDATE"))
        let registry = TestGroup.current.registry
        try registry.setOffers([], updates: ["org.example.tea": "2"], from: "https://other.example")
        let table = try await printed("list")
        #expect(table.contains("UPDATE") && table.contains("↑ 2"))
        #expect(try await listedApps()[0]["availableVersion"] as? String == "2")
        let tsv = try await printed("list", "--format", "tsv").split(separator: "\t", omittingEmptySubsequences: false)
        #expect(tsv[9] == "2")
    }

    @Test("list --available adds the apps that are not installed, in every format")
    func available() async throws {
        try await register("Tea")
        let table = try await printed("list", "--available")
        #expect(table.contains("+ 1.4") && table.contains("not installed") && !table.contains("+ 2"))
        let document = try json(try await printed("list", "--available", "--format", "json"))
        let offers = try #require(document["offers"] as? [[String: String]])
        #expect(
            offers == [
                [
                    "id": "org.example.rooms", "name": "Rooms", "version": "1.4", "source": "https://tools.example",
                    "group": "org.example.family",
                ]
            ])
        let lines = try await printed("list", "--available", "--format", "tsv").split(separator: "\n")
        #expect(
            lines.count == 2
                && Set(lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).count }).count == 1)
        #expect(lines[1].contains("\tavailable\t"))
        #expect(try json(try await printed("list", "--format", "json"))["offers"] == nil)
        let narrow = try await printed("list", "--available", "--all")
        #expect(narrow.contains("offered by https://tools.example"))
    }

    @Test("list --available sorts the offers of all groups by name")
    func availableInGroups() async throws {
        let other = Registry(group: "org.example.cold", environment: TestGroup.current.environment)
        try other.setOffers(
            [AppOffer(app: "org.example.sorbet", name: "Sorbet", version: nil, source: "https://tools.example")],
            from: "https://tools.example")
        let document = try json(
            try await printed("list", "--available", "--format", "json", setting: ["APP_GROUP": nil]))
        let offers = try #require(document["offers"] as? [[String: Any]])
        #expect(offers.map { $0["name"] as? String } == ["Rooms", "Sorbet", "Tea"])
    }

    @Test(
        "Without a terminal, opening an offered app tells how to install it",
        arguments: ["rooms", "org.example.rooms", "roo"])
    func openOffer(word: String) async throws {
        let result = try await launcher("open", word)
        #expect(result.ending == .exit(69))
        #expect(
            result.errors.contains("launcher install org.example.rooms")
                && result.errors.contains("https://tools.example"))
    }

    @Test("If a missing app is offered, opening it prints how to install it; other missing apps are unknown")
    func openGone() async throws {
        let program = try TestGroup.current.makeProgram("tea")
        try await printed("register", "org.example.tea", "--name", "Tea", "--", program)
        try FileManager.default.removeItem(atPath: program)
        let result = try await launcher("open", "tea")
        #expect(result.ending == .exit(69) && result.errors.contains("launcher install org.example.tea"))
        #expect(try await launcher("open", "zebra").ending == .exit(66))
    }

    @Test("Opening an app that is not found fails or warns if the offers of a group cannot be read")
    func unreadableOffers() async throws {
        try await register("Beer", group: "org.example.cold")
        let group = TestGroup.current
        let dropped = try await RunningProcess.run(
            "/usr/bin/sqlite3", ["-batch", "-init", "/dev/null", group.database, "DROP TABLE offers"],
            environment: group.environment)
        #expect(dropped.ending == .exit(0), "\(dropped)")
        try await refuses("open", "rooms", status: 74, saying: "no such table: offers")
        let result = try await launcher("open", "rooms", setting: ["APP_GROUP": nil])
        #expect(result.ending == .exit(66) && result.errors.contains("The group \(group.id) is skipped"), "\(result)")
    }

    @Test(
        "In a terminal, opening an offered app asks, has the catalog client install it, and opens it",
        arguments: [("y", true), ("n", false)])
    func installsAndOpens(answer: String, installs: Bool) async throws {
        let group = TestGroup.current
        let bin = "\(group.home)/bin"
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        // Installs like the client: registers the requested app.
        let client = """
            #!/bin/sh
            echo "client $*"
            set -- register org.example.rooms --group org.example.family --name Rooms --terminal -- echo rooms is open
            "\(BuiltProgram.launcher.path)" "$@"
            """
        try ProgramFile.write(client, to: "\(bin)/launcher-store")
        let terminal = """
            import os, pty, sys
            process, terminal = pty.fork()
            if process == 0:
                os.execv(sys.argv[2], sys.argv[2:])
            got, answered = b"", False
            while True:
                try:
                    piece = os.read(terminal, 4096)
                except OSError:
                    break
                if not piece:
                    break
                got += piece
                if b"[y/N]" in got and not answered:
                    answered = True
                    os.write(terminal, sys.argv[1].encode() + b"\\n")
            sys.stdout.buffer.write(got)
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
            """
        var environment = group.environment
        environment.variables["PATH"] = "\(bin):/usr/bin:/bin"
        let result = try await RunningProcess.run(
            Python.interpreter.path, ["-c", terminal, answer, BuiltProgram.launcher.path, "open", "rooms"],
            environment: environment)
        #expect(result.output.contains("Rooms 1.4 is not installed; https://tools.example offers it. Install it now?"))
        #expect(result.ending == .exit(installs ? 0 : 69))
        let call = "client install org.example.rooms --server https://tools.example --group org.example.family"
        #expect(result.output.contains(call) == installs && result.output.contains("rooms is open") == installs)
    }

    @Test(
        "A terminal that was only inherited, as from a desktop that was started in a console, is not asked",
        arguments: ["", "--hold auto"])
    func inheritedTerminal(options: String) async throws {
        let result = try await shell(
            "script -q -e -c 'setsid -w \"$launcher\" open \(options) rooms' /dev/null </dev/null")
        #expect(result.ending == .exit(69) && !result.output.contains("[y/N]"), "\(result)")
        #expect(result.output.contains("launcher install org.example.rooms"), "\(result)")
    }

    @Test("A list of an empty group with offers refers to list --available")
    func emptyGroup() async throws {
        let result = try await launcher("list")
        #expect(result.ending == .exit(0) && result.errors.contains("launcher list --available"))
    }
}
