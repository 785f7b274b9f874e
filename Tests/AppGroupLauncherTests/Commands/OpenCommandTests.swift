import AppGroup
import Foundation
import TestSupport
import Testing

@Suite(.ownGroup) struct OpenCommandTests {
    /// Registers a terminal app that runs a script.
    func install(_ name: String, _ script: String, _ options: String...) async throws {
        let program = try TestGroup.current.makeProgram(name, script)
        let result = try await launcher(
            ["register", "org.example.\(name)"] + options + ["--terminal", "--", program, "%u"])
        #expect(result.ending == .exit(0), "\(result.errors)")
    }

    @Test(
        "open finds an app by id, name, part of its name, scheme and URL",
        arguments: [
            "org.example.tea", "ORG.EXAMPLE.TEA", "Green Tea", "green tea", "gre", "reen", "brew", "brew:now",
            "BREW:now",
        ])
    func find(what: String) async throws {
        try await install("tea", "echo here", "--name", "Green Tea", "--scheme", "brew")
        try await install("beer", "echo wrong", "--name", "Wheat Beer", "--scheme", "beer")
        #expect(try await printed("open", what) == "here\n")
    }

    @Test("An exact name wins over a part of a name; if several apps match, they are listed and nothing starts")
    func ambiguity() async throws {
        try await install("tea", "echo tea", "--name", "Tea")
        try await install("teatime", "echo teatime", "--name", "Tea Time")
        #expect(try await printed("open", "tea") == "tea\n")
        try await refuses("open", "te", status: 65, saying: "org.example.tea", "org.example.teatime")
        #expect(try await openCount(of: "teatime") == 0)
    }

    @Test("A complete name with a colon is accepted if no app has such a scheme")
    func colon() async throws {
        try await install("tea", #"printf '%s|' "$#" "$@""#, "--name", "Re: Tea")
        #expect(try await printed("open", "re: tea") == "0|")
        try await refuses("open", "re: te", status: 69, saying: "re:")
        try await install("coffee", #"printf '%s|' "$#" "$@""#, "--scheme", "re")
        #expect(try await printed("open", "re: tea") == "1|re: tea|")
    }

    @Test("#ACTION runs an app's action, and an app name may still contain a #")
    func action() async throws {
        try await install("tea", #"printf '%s|' "$#" "$@""#, "--action", "brew=tea:brew a b", "--scheme", "tea")
        for what in ["tea#brew", "org.example.tea#brew", "te#brew"] {
            #expect(try await printed("open", what) == "1|tea:brew a b|")
        }
        #expect(try await openCount(of: "tea") == 3)
        #expect(try await printed("open", "tea:#brew") == "1|tea:#brew|")
        #expect(try await shell(try await printed("open", "tea#brew", "--dry-run")).output == "1|tea:brew a b|")
        try await refuses("open", "tea#sip", status: 66, saying: "sip", "“brew”")
        try await refuses("open", "coffee#brew", status: 66, saying: "coffee")
        try await install("sharp", "echo sharp", "--name", "Tea#brew")
        #expect(try await printed("open", "tea#brew") == "sharp\n")
    }

    @Test("A complete id with an action wins over an app whose name is the same text")
    func actionOfID() async throws {
        try await install("tea", #"printf '%s|' "$@""#, "--action", "brew=tea:brew", "--scheme", "tea")
        try await install("sharp", "echo sharp", "--name", "org.example.tea#brew")
        #expect(try await printed("open", "org.example.tea#brew") == "tea:brew|")
    }

    @Test("An app is found by its id even if the row of another app is damaged")
    func idBesideDamage() async throws {
        for number in 1...60 { try add(number) }
        let database = TestGroup.current.database
        let emptied = try await RunningProcess.run(
            "/usr/bin/sqlite3", ["-batch", "-init", "/dev/null", database, "PRAGMA wal_checkpoint(TRUNCATE)"],
            environment: environment(setting: [:]))
        #expect(emptied.ending == .exit(0))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: database))
        let place = try #require(bytes.range(of: Data("--marker=60".utf8))).lowerBound
        let page = place / 1024 * 1024
        bytes.replaceSubrange(page..<page + 8, with: Data(repeating: 0xFF, count: 8))
        try bytes.write(to: URL(fileURLWithPath: database))
        try await refuses("list", status: 65, saying: "damaged")
        for command in [["open", "org.example.tea1"], ["info", "ORG.example.tea1"], ["pin", "org.example.tea1"]] {
            let result = try await launcher(command)
            #expect(result.ending == .exit(0), "\(command): \(result.errors)")
        }
    }

    private func add(_ number: Int) throws {
        try TestGroup.current.registry.register(
            AppDescription(
                id: AppID("org.example.tea\(number)"), name: AppName("Tea \(number)"),
                launch: .terminal("/bin/true", "--marker=\(number)", String(repeating: "long", count: 40))))
    }

    @Test("A URL after an app is opened by that app, even if another app has its scheme")
    func urlForApp() async throws {
        try await install("tea", #"printf '%s|' tea "$@""#)
        try await install("coffee", #"printf '%s|' coffee "$@""#, "--scheme", "coffee")
        #expect(try await printed("open", "tea", "coffee:a b") == "tea|coffee:a b|")
        try await refuses("open", "tea", "no url", status: 65, saying: "no url")
        try await refuses("open", "tea", "", status: 65)
    }

    @Test("A name that no app matches is refused with status 66")
    func unknown() async throws {
        try await refuses("open", "tea", status: 66, saying: "tea", setting: ["APP_GROUP": nil])
        try await register("Tea")
        try await refuses("open", "coffee", status: 66, saying: "coffee")
        try await refuses("open", "", status: 66)
        try await refuses("open", "coffee:x", status: 69, saying: "coffee:")
        try await refuses("open", status: 64)
    }

    @Test(
        "A URL reaches the app as exactly one argument, unchanged",
        arguments: [
            "tea:a b", "tea:'a'\"b\"", "tea:$(touch /tmp/never)`id`", "tea:a;b&c|d>e", "tea:%20%u%%", "tea:*?[a]~",
            "tea:",
            "tea:茶 é e\u{301}", "tea:\\n\\", "TEA:-x --help", "tea://h/p?q=1#f",
        ])
    func oneArgument(url: String) async throws {
        try await install("tea", #"printf '%s|' "$#" "$@""#, "--scheme", "tea")
        #expect(try await printed("open", url) == "1|\(url)|")
    }

    @Test("A long URL reaches the app completely")
    func longURL() async throws {
        try await install("tea", #"printf '%s' "$1" | wc -c"#, "--scheme", "tea")
        let url = "tea:" + String(repeating: "x", count: 65_532)
        #expect(Int(try await printed("open", url).trimmingCharacters(in: .whitespacesAndNewlines)) == 65_536)
        try await refuses("open", url + "x", status: 65, saying: "65537")
    }

    @Test("open --dry-run prints a shell command and starts nothing")
    func dryRun() async throws {
        try await install("tea", #"printf '%s|' "$#" "$@""#, "--scheme", "tea")
        let line = try await printed("open", "tea:a 'b' $c", "--dry-run")
        #expect(try await shell(line).output == "1|tea:a 'b' $c|")
        #expect(try await openCount(of: "tea") == 0)
        #expect(try await printed("open", "tea", "--dry-run") == "\(TestGroup.current.folder)/bin/tea\n")
    }

    @Test("The exit status of open is that of the app", arguments: [0, 1, 3, 64, 255] as [Int32])
    func status(status: Int32) async throws {
        try await install("tea", "exit \(status)")
        let result = try await launcher("open", "tea")
        #expect(result.ending == .exit(status))
        #expect(result.output == "" && result.errors == "")
    }

    @Test("A signal that ends the app looks to the caller as if it had started the app itself")
    func signal() async throws {
        try await install("tea", "kill -TERM $$")
        #expect(try await launcher("open", "tea").ending == .signal(SIGTERM))
    }

    @Test("An opened app gets the caller's streams and working folder, and the launcher prints nothing")
    func streams() async throws {
        try await install("tea", "cat; pwd >&2; echo done")
        let result = try await launcher("open", "tea", input: "from the caller\n")
        #expect(result.ending == .exit(0))
        #expect(result.output == "from the caller\ndone\n")
        #expect(result.errors == "\(FileManager.default.currentDirectoryPath)\n")
    }

    @Test("Only the three standard streams are passed on to an opened app")
    func descriptors() async throws {
        try await install("tea", "ls /proc/$$/fd")
        // Besides the streams, the shell keeps its script open, in dash as descriptor 10 or above.
        let numbers = try await printed("open", "tea").split(separator: "\n").compactMap { Int($0) }
        #expect(numbers.filter { $0 < 10 } == [0, 1, 2])
        try await install("links", "ls -l /proc/$$/fd")
        #expect(try await printed("open", "links").contains("registry.sqlite") == false)
    }

    @Test("Opening an app that is not installed is refused with the reason, and not counted")
    func notInstalled() async throws {
        try await install("tea", "exit 0")
        try FileManager.default.removeItem(atPath: "\(TestGroup.current.folder)/bin/tea")
        try await refuses("open", "org.example.tea", status: 69, saying: "org.example.tea", "bin/tea")
        #expect(try await openCount(of: "tea") == 0)
    }

    @Test("Opening a program that the system cannot start is reported, and not counted")
    func failedStart() async throws {
        try await install("tea", "exit 0")
        let path = "\(TestGroup.current.folder)/bin/tea"
        try ProgramFile.write("#!/no/such/interpreter\n", to: path)
        try await refuses("open", "tea", status: 69, saying: path)
        #expect(try await openCount(of: "tea") == 0)
        #expect(try await printed("history", "show", "--format", "tsv") == "")
    }

    @Test("An opening is counted once, although both the launcher and the tool notice it")
    func countedOnce() async throws {
        let tool = BuiltProgram.embeddingTool
        #expect(try await tool.run().output == "opened with nothing\n")
        #expect(try await openCount(of: "embedded") == 1)
        #expect(try await printed("open", "embedded:x") == "opened with embedded:x\n")
        #expect(try await openCount(of: "embedded") == 2)
        let app = try #require(try await listedApps().first)
        #expect(app["id"] as? String == "org.example.embedded")
    }

    @Test("The app learns from its environment which opening it is")
    func openingVariable() async throws {
        try await install("tea", #"echo "$APP_GROUP_OPENING""#)
        #expect(try await printed("open", "tea").hasPrefix("org.example.tea:"))
        try await printed("history", "off")
        #expect(try await printed("open", "tea") == "\n")
        #expect(try await openCount(of: "tea") == 1)
    }

    @Test("A graphical app is started in its own session, without the caller's streams")
    func graphical() async throws {
        let proof = "\(TestGroup.current.folder)/proof"
        let program = try TestGroup.current.makeProgram(
            "tea",
            "echo noise; echo \"$1 $(cut -d ' ' -f 6 /proc/$$/stat) $$\" > \(proof).part; mv \(proof).part \(proof)")
        try await printed("register", "org.example.tea", "--scheme", "tea", "--", program, "%u")
        #expect(try await printed("open", "tea:1") == "")
        #expect(await comesTrue { FileManager.default.fileExists(atPath: proof) })
        let words = try String(contentsOfFile: proof, encoding: .utf8).split(whereSeparator: \.isWhitespace)
        try #require(words.count == 3)
        #expect(words[0] == "tea:1")
        #expect(words[1] == words[2], "it leads a session of its own")
    }
}
