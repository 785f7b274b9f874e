import Foundation
import TestSupport
import Testing

@Suite(.ownGroup) struct WidgetCommandTests {
    @Test(
        "widget draws each format, with and without ArgumentParser",
        arguments: ["text", "json", "waybar", "i3blocks", "polybar", "tmux", "prompt", "html", "svg"])
    func formats(format: String) async throws {
        try await register("Tea", "--badge", "3", "--scheme", "tea")
        let quick = try await printed("widget", "--format", format)
        #expect(quick.contains("3"))
        #expect(try await printed("widget", "--format=\(format)") == quick)
    }

    @Test("The JSON of a widget describes what is drawn")
    func document() async throws {
        try await register("Tea", "--badge", "3", "--field", "cups=-4", "--scheme", "tea")
        try await register("Coffee", "--badge", "1")
        let widget = try json(try await printed("widget", "--format", "json"))
        #expect(widget["version"] as? Int == 1 && widget["total"] as? Int == 4)
        #expect(widget["size"] as? String == "medium" && widget["group"] as? String == "org.example.family")
        let field = try json(
            try await printed("widget", "--format", "json", "--badge-field", "cups", "--order", "name", "--limit", "1"))
        #expect(field["total"] as? Int == -4 && field["badgeField"] as? String == "cups")
        let row = try #require((field["rows"] as? [[String: Any]])?.first)
        #expect(row["order"] as? String == "name" && (row["apps"] as? [[String: Any]])?.count == 1)
        try await printed("open", "tea")
        let used = try json(try await printed("widget", "--format", "json", "--size", "large"))
        #expect((used["rows"] as? [[String: Any]])?.map { $0["title"] as? String } == ["Needs you"])
    }

    @Test("The prompt's total is only a number, or empty if it is 0")
    func prompt() async throws {
        #expect(try await printed("widget", "--format", "prompt") == "\n")
        try await register("Tea", "--badge", "3")
        #expect(try await printed("widget", "--format", "prompt") == "3\n")
        #expect(try await printed("widget", "--format", "prompt", setting: ["APP_GROUP": nil]) == "3\n")
        try await printed("badge", "clear", "org.example.tea")
        #expect(try await printed("widget", "--format", "prompt") == "\n")
    }

    @Test("The prompt's total contains exactly the apps that are shown, in one group and in several")
    func promptOfShownApps() async throws {
        try await register("Tea", "--badge", "3")
        try await register("Coffee", "--badge", "10")
        try await register("Water", "--badge", "100")
        try await register("Milk", "--badge", "1000")
        try await printed("hide", "org.example.coffee")
        try await printed("unregister", "org.example.water")
        let milk = try TestGroup.current.makeProgram("milk")
        try await printed("register", "org.example.milk", "--name", "Milk", "--", milk)
        #expect(try await printed("widget", "--format", "prompt") == "1003\n")
        try FileManager.default.removeItem(atPath: milk)
        let named = ["--group", "org.example.family", "--format", "prompt"]
        for arguments in [["--format", "prompt"], ["--format=prompt"], named] {
            #expect(try await printed(["widget"] + arguments) == "3\n")
        }
        try await printed(
            "register", "org.example.juice", "--group", "org.example.others", "--name", "Juice", "--badge", "40", "--",
            "/bin/true")
        for arguments in [["--format", "prompt"], ["--format=prompt"]] {
            #expect(try await printed(["widget"] + arguments, setting: ["APP_GROUP": nil]) == "43\n")
        }
        #expect(try await printed("badge", "total") == "3\n")
    }

    @Test("Invalid options of widget are reported")
    func mistakes() async throws {
        try await refuses("widget", "--format", "nonsense", status: 64, saying: "nonsense", "waybar")
        try await refuses("widget", "--size", "huge", status: 64, saying: "huge", "medium")
        try await refuses("widget", "--badge-field", "a b", status: 65, saying: "a b")
        try await refuses("widget", "--limit", "0", status: 64, saying: "--limit")
        try await refuses("widget", "--columns", "3", status: 64, saying: "--columns", "svg")
        try await refuses("widget", "--format", "svg", "--columns", "0", status: 64, saying: "--columns")
        try await refuses("widget", "--compact", status: 64, saying: "--compact", "waybar, i3blocks, polybar, tmux")
        let picture = "\(TestGroup.current.folder)/widget.PNG"
        try await refuses("widget", "--output", picture, status: 64, saying: "png", "html, svg and text", "--format")
        #expect(!FileManager.default.fileExists(atPath: picture))
        let missing = "\(TestGroup.current.folder)/missing/x.html"
        try await refuses("widget", "--output", missing, status: 73, saying: missing)
    }

    @Test("Without --format, the ending of the file decides between html, svg and text")
    func endings() async throws {
        try await register("Tea", "--badge", "3")
        let folder = TestGroup.current.folder
        for (name, options, beginning) in [
            ("page.html", [], "<!DOCTYPE html>"), ("PAGE.HTM", [], "<!DOCTYPE html>"),
            ("image.SVG", ["--columns", "2"], "<svg"),
            ("notes.txt", [], "Needs you"), ("html", [], "Needs you"), ("text.svg", ["--format", "text"], "Needs you"),
            ("text.png", ["--format", "text"], "Needs you"),
        ] as [(String, [String], String)] {
            try await printed(["widget", "--output", "\(folder)/\(name)"] + options)
            let text = Self.text("\(folder)/\(name)")
            #expect(text.hasPrefix(beginning), "\(name): \(text.prefix(40))")
        }
    }

    @Test("widget --follow draws again after each visible change")
    func follow() async throws {
        try await register("Tea", "--badge", "1")
        let widget = try BuiltProgram.launcher.start("widget", "--format", "prompt", "--follow")
        try await widget.line("1")
        try await printed("badge", "set", "org.example.tea", "2")
        try await widget.line("2")
        try await printed("settings", "set", "key", "value")
        try await printed("badge", "set", "org.example.tea", "30")
        try await widget.line("30")
        #expect(widget.output == "1\n2\n30\n")
        widget.send(SIGTERM)
        #expect(try await widget.result().ending == .signal(SIGTERM))
    }

    @Test("widget --follow fits each drawing into the width that the terminal has then")
    func followWidth() async throws {
        try await register("Tea", "--badge", "1")
        let screen = try await TmuxScreen(columns: 80)
        try await screen.type("\"$launcher\" widget --follow\n")
        try await screen.shows("a grid") { $0.contains("To do: 1") && !$0.contains("Needs you:") }
        try await screen.resize(columns: 25, rows: 24)
        try await printed("badge", "set", "org.example.tea", "2")
        try await screen.shows("Needs you: Tea (2)")
        await screen.end()
    }

    @Test("widget --follow waits for a group that does not exist yet")
    func followLater() async throws {
        let widget = try BuiltProgram.launcher.start(
            "widget", "--format", "prompt", "--follow", "--group", "org.example.family")
        #expect(await comesTrue { widget.output == "\n" })
        try await register("Tea", "--badge", "5")
        try await widget.line("5")
    }

    @Test("widget --follow includes groups that are created later, and their changes")
    func followAll() async throws {
        let widget = try BuiltProgram.launcher.start(
            "widget", "--format", "prompt", "--follow", environment: environment(setting: ["APP_GROUP": nil]))
        #expect(await comesTrue { widget.output == "\n" })
        try await register("Tea", "--badge", "5")
        try await widget.line("5")
        try await printed(
            "register", "org.example.rum", "--name", "Rum", "--group", "org.example.other", "--badge", "30", "--",
            "/bin/true")
        try await widget.line("35")
        try await printed("badge", "set", "org.example.rum", "40", "--group", "org.example.other")
        try await widget.line("45")
        #expect(widget.errors == "")
    }

    @Test("widget --follow warns once of a group that cannot be read, however often others change")
    func followDamaged() async throws {
        try await register("Tea", "--badge", "1")
        let folder = TestGroup.current.container(of: "org.example.broken")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data(repeating: 0x5A, count: 8192).write(to: URL(fileURLWithPath: "\(folder)/registry.sqlite"))
        let widget = try BuiltProgram.launcher.start(
            "widget", "--format", "prompt", "--follow", environment: environment(setting: ["APP_GROUP": nil]))
        try await widget.line("1")
        for count in 2...3 {
            try await printed("badge", "set", "org.example.tea", "\(count)")
            try await widget.line("\(count)")
        }
        #expect(widget.errors.components(separatedBy: "The group org.example.broken is skipped").count == 2)
    }

    @Test("widget --follow keeps its drawing if the only group can no longer be read, and says why")
    func followDamagedOnly() async throws {
        try await register("Tea", "--badge", "1")
        let widget = try BuiltProgram.launcher.start("widget", "--format", "prompt", "--follow")
        try await widget.line("1")
        try damageRegistry(of: "org.example.family")
        #expect(await comesTrue { widget.errors.contains("launcher: The widget stays as it is: ") })
        #expect(widget.output == "1\n")
    }

    @Test("widget --follow drops an app without its program, and shows it again when the program is back")
    func followPrograms() async throws {
        let program = try TestGroup.current.makeFile("program", Array("#!/bin/sh\n".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        try await register("Tea", "--badge", "5")
        try await printed("register", "org.example.rum", "--name", "Rum", "--badge", "30", "--", program)
        let widget = try BuiltProgram.launcher.start("widget", "--format", "prompt", "--follow")
        try await widget.line("35")
        try FileManager.default.moveItem(atPath: program, toPath: "\(program).away")
        try await widget.line("5")
        try FileManager.default.moveItem(atPath: "\(program).away", toPath: program)
        #expect(await comesTrue { widget.output.hasSuffix("35\n5\n35\n") })
    }

    @Test("widget --follow ends quietly when its reader closes the pipe, even without changes")
    func closedPipe() async throws {
        try await register("Tea", "--badge", "1")
        let result = try await shell(
            "(\"$launcher\" widget --format prompt --follow; echo \"ended $?\" >&2) | head -n 1")
        #expect(result.output == "1\n")
        #expect(result.errors == "ended \(128 + SIGPIPE)\n")
    }

    @Test("An app that registers and unregisters in a loop is drawn at a limited rate, and its last state is drawn")
    func loop() async throws {
        try await register("Tea", "--badge", "1")
        let widget = try BuiltProgram.launcher.start("widget", "--format", "prompt", "--follow")
        try await widget.line("1")
        let script = """
            for count in $(seq 40); do
                "$launcher" register org.example.loop --name Loop --badge $count --terminal -- /bin/true
                "$launcher" unregister org.example.loop
            done
            "$launcher" badge set org.example.tea 1000
            """
        let result = try await shell(script)
        #expect(result.ending == .exit(0), "\(result.errors)")
        try await widget.line("1000")
        let lines = widget.output.split(separator: "\n")
        #expect(lines.count <= 82 && lines.last == "1000")
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 != $1 })
        #expect(widget.errors == "")
    }

    @Test("widget --follow --output always leaves a complete page in the file, which reloads itself")
    func page() async throws {
        try await register("Tea", "--badge", "1")
        let path = "\(TestGroup.current.folder)/page.html"
        let widget = try BuiltProgram.launcher.start("widget", "--format", "html", "--follow", "--output", path)
        #expect(await comesTrue { Self.text(path).contains(">1</span>") })
        for badge in 2...9 {
            try await printed("badge", "set", "org.example.tea", "\(badge)")
            let isWhole = await comesTrue {
                let text = Self.text(path)
                guard text.hasPrefix("<!DOCTYPE html>"), text.hasSuffix("</html>\n") else { return true }
                return text.contains(">\(badge)</span>")
            }
            #expect(isWhole && Self.text(path).contains(">\(badge)</span>"))
        }
        #expect(Self.text(path).contains("http-equiv=\"refresh\""))
        #expect(widget.output == "" && widget.errors == "")
        #expect(!(try await printed("widget", "--format", "html")).contains("refresh"))
    }

    @Test("widget --output replaces the target of a link, keeps its permissions, and never replaces a pipe")
    func replacesFilesAlone() async throws {
        try await register("Tea", "--badge", "3")
        let (folder, files) = (TestGroup.current.folder, FileManager.default)
        let (file, link, pipe) = ("\(folder)/page.html", "\(folder)/link", "\(folder)/pipe")
        func draw(into path: String) async throws {
            try await printed("widget", "--format", "prompt", "--output", path)
        }
        func mode(of path: String) throws -> Int? {
            try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        let result = try await shell("umask 027; \"$launcher\" widget --format prompt --output \(file)")
        #expect(try result.ending == .exit(0) && mode(of: file) == 0o640)
        for permissions in [0o600, 0o666] {
            try files.setAttributes([.posixPermissions: permissions], ofItemAtPath: file)
            try await draw(into: file)
            #expect(try mode(of: file) == permissions)
        }
        try files.createSymbolicLink(atPath: link, withDestinationPath: "page.html")
        try await printed("badge", "set", "org.example.tea", "4")
        try await draw(into: link)
        #expect(try files.destinationOfSymbolicLink(atPath: link) == "page.html")
        #expect(Self.text(file) == "4\n")
        #expect(mkfifo(pipe, 0o600) == 0)
        try await refuses("widget", "--output", pipe, status: 73, saying: "standard output")
        #expect(try files.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType == .typeUnknown)
        try files.removeItem(atPath: file)
        try await refuses("widget", "--output", link, status: 73, saying: "leads to nothing")
        #expect(try files.destinationOfSymbolicLink(atPath: link) == "page.html")
    }

    private static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
