import AppGroup
import Foundation
import TestSupport
import Testing

/// The example tools in C and Python, and the page that shows one job in several languages.
@Suite(.ownGroup) struct ExampleTests {
    private let examples = BuiltLibrary.root.appending(path: "examples").path

    private func app(_ id: AppID) throws -> AppEntry { try #require(try TestGroup.current.registry.app(id)) }

    @Test("restarts lists programs that run a replaced library, and shows their number")
    func restarts() async throws {
        let folder = TestGroup.current.folder
        let program = try TestGroup.current.makeFile("empty.c", Array("int unused;\n".utf8))
        let include = "-I\((BuiltLibrary.header as NSString).deletingLastPathComponent)"
        try BuiltLibrary.run(
            "gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-o", "\(folder)/restarts", "\(examples)/c/restarts.c",
            include,
            "-L\(BuiltLibrary.folder)", "-lappgroup")
        try BuiltLibrary.run("gcc", "-shared", "-fPIC", "-o", "\(folder)/libold.so", program)
        let load =
            "import ctypes, os, sys, time; ctypes.CDLL('\(folder)/libold.so'); os.remove('\(folder)/libold.so'); "
        let stale = try RunningProcess(
            Python.interpreter.path, ["-c", load + "print('loaded', flush=True); time.sleep(10000)"],
            environment: TestGroup.current.environment)
        try await stale.line("loaded")
        let run = try await RunningProcess.run("\(folder)/restarts", environment: BuiltLibrary.environment)
        #expect(run.ending == .exit(0), "\(run.errors)")
        #expect(run.lines.contains { $0.hasSuffix("python3") && $0.contains("\(stale.id) ") }, "\(run.output)")
        let app = try app("com.example.restarts")
        #expect(app.badge.value == Int64(run.lines.count - 1))
        #expect(app.availability.isInstalled)
    }

    @Test("unpushed lists repositories with work that is only here, and shows their number")
    func unpushed() async throws {
        let work = try TestGroup.current.makeFolder("work")
        for command in [
            "git init -q saved", "git init -q changed", "touch changed/new", "git init -q committed",
            "git -C committed -c user.name=A -c user.email=a@b commit -q --allow-empty -m One",
        ] {
            try BuiltLibrary.run("sh", "-c", "cd '\(work)' && \(command)")
        }
        let run = try await RunningProcess.run(
            Python.interpreter.path, ["\(examples)/python/unpushed.py", work], environment: BuiltLibrary.environment)
        #expect(run.ending == .exit(0), "\(run.errors)")
        #expect(run.output == "\(work)/changed: 1 changed file\n\(work)/committed: 1 unpushed commit\n")
        let app = try app("com.example.unpushed")
        #expect(app.badge == 2)
        #expect(app.fields["first"] == .string("changed"))
        #expect(app.availability.isInstalled)
    }

    @Test("unpushed counts a repository that git can't read, runs no program that one names, and escapes names")
    func unpushedSuspect() async throws {
        let work = try TestGroup.current.makeFolder("work")
        for command in [
            "mkdir broken && echo 'gitdir: /nowhere' >broken/.git",
            #"odd=$(printf 'odd\033\377') && git init -q "$odd" && touch "$odd/new""#,
            "git init -q spying && git -C spying config core.fsmonitor 'touch \(work)/proof; false'",
        ] {
            try BuiltLibrary.run("sh", "-c", "cd '\(work)' && \(command)")
        }
        var environment = try BuiltLibrary.environment
        environment.variables["PYTHONIOENCODING"] = "utf-8:strict"
        let run = try await RunningProcess.run(
            Python.interpreter.path, ["\(examples)/python/unpushed.py", work], environment: environment)
        #expect(run.ending == .exit(0), "\(run.errors)")
        let reason = "unknown, because git failed: fatal: not a git repository: /nowhere"
        #expect(run.output == "\(work)/broken: \(reason)\n\(work)/odd??: 1 changed file\n")
        #expect(try app("com.example.unpushed").badge == 2)
        #expect(!FileManager.default.fileExists(atPath: "\(work)/proof"))
    }

    @Test("unpushed refuses unknown options and missing folders and registers nothing", arguments: ["--x", "/nowhere"])
    func unpushedMistake(word: String) async throws {
        let run = try await RunningProcess.run(
            Python.interpreter.path, ["\(examples)/python/unpushed.py", word], environment: BuiltLibrary.environment)
        #expect(run.ending == .exit(2) && run.errors.contains(word), "\(run)")
        #expect((try? TestGroup.current.registry.app("com.example.unpushed")) == nil)
    }

    @Test(
        "A URL that opens unpushed is no folder: what is searched and registered stays the same",
        arguments: ["unpushed:", "UNPUSHED:x"])
    func unpushedURL(url: String) async throws {
        let work = try TestGroup.current.makeFolder("work")
        try BuiltLibrary.run("sh", "-c", "cd '\(work)' && git init -q changed && touch changed/new")
        let script = "\(examples)/python/unpushed.py"
        let run = try await RunningProcess.run(
            Python.interpreter.path, [script, work, url], environment: BuiltLibrary.environment)
        #expect(run.output == "\(work)/changed: 1 changed file\n", "\(run.errors)")
        #expect(try app("com.example.unpushed").launch == .terminal(script, work))
    }

    @Test("unpushed registers a folder with percent signs in its name so that it is searched again")
    func unpushedPercent() async throws {
        let work = try TestGroup.current.makeFolder("50%u")
        let script = "\(examples)/python/unpushed.py"
        let run = try await RunningProcess.run(
            Python.interpreter.path, [script, work], environment: BuiltLibrary.environment)
        #expect(run.ending == .exit(0), "\(run.errors)")
        let plan = try TestGroup.current.registry.plan(for: .app(app("com.example.unpushed").id))
        #expect(plan.description == ShellWords.line([script, work]))
    }

    @Test("An empty APP_GROUP counts as none for the examples in C, Python and shell, as it does for launcher")
    func emptyGroup() async throws {
        let folder = try TestGroup.current.makeFolder("work")
        try BuiltLibrary.run(
            "gcc", "-o", "\(folder)/restarts", "\(examples)/c/restarts.c",
            "-I\((BuiltLibrary.header as NSString).deletingLastPathComponent)", "-L\(BuiltLibrary.folder)", "-lappgroup"
        )
        var environment = try BuiltLibrary.environment
        environment.variables["APP_GROUP"] = ""
        environment.variables["PATH"] =
            "\((BuiltProgram.launcher.path as NSString).deletingLastPathComponent):/usr/bin:/bin"
        for words in [
            ["\(folder)/restarts"], [Python.interpreter.path, "\(examples)/python/unpushed.py", folder],
            ["/bin/sh", "\(examples)/shell/disk-space.sh"],
        ] {
            let run = try await RunningProcess.run(words[0], Array(words.dropFirst()), environment: environment)
            #expect(run.ending == .exit(0), "\(run.errors)")
        }
        let registry = Registry(group: "com.example.tools", environment: TestGroup.current.environment)
        #expect(try registry.apps(including: .all).count == 3)
    }

    /// The first example in a language on the page about other languages.
    private func block(_ language: String) throws -> String {
        let page = BuiltLibrary.root.appending(path: "docs/other-languages.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let code = try #require(text.components(separatedBy: "```\(language)\n").dropFirst().first)
        return try #require(code.components(separatedBy: "\n```").first) + "\n"
    }

    @Test("The job of docs/other-languages.md does the same in shell, Python, C, Rust and Swift")
    func page() async throws {
        let folder = TestGroup.current.folder
        func run(_ path: String, _ arguments: [String] = []) async throws {
            var environment = try BuiltLibrary.environment
            environment.variables["PATH"] =
                "\((BuiltProgram.launcher.path as NSString).deletingLastPathComponent):/usr/bin:/bin"
            let result = try await RunningProcess.run(path, arguments, environment: environment)
            #expect(result.ending == .exit(0), "\(result.errors)")
            let registry = Registry(group: "com.example.tools", environment: TestGroup.current.environment)
            let notes = try #require(try registry.app("com.example.notes"))
            #expect(notes.badge == 3 && notes.name.description == "Notes" && notes.schemes == ["notes"])
            try registry.setBadge(0, of: "com.example.notes")
        }
        try block("sh").write(toFile: "\(folder)/notes.sh", atomically: true, encoding: .utf8)
        try await run("/bin/sh", ["\(folder)/notes.sh"])
        try block("python").write(toFile: "\(folder)/notes.py", atomically: true, encoding: .utf8)
        try await run(Python.interpreter.path, ["\(folder)/notes.py"])
        try block("c").write(toFile: "\(folder)/notes.c", atomically: true, encoding: .utf8)
        try BuiltLibrary.run(
            "gcc", "-Wall", "-Werror", "-o", "\(folder)/notes", "\(folder)/notes.c",
            "-I\((BuiltLibrary.header as NSString).deletingLastPathComponent)", "-L\(BuiltLibrary.folder)", "-lappgroup"
        )
        try await run("\(folder)/notes")
        try block("rust").write(toFile: "\(folder)/notes.rs", atomically: true, encoding: .utf8)
        try BuiltLibrary.run(
            "rustc", "--edition=2021", "-o", "\(folder)/notes-rust", "-L\(BuiltLibrary.folder)", "\(folder)/notes.rs")
        try await run("\(folder)/notes-rust")
        // An argument that is not UTF-8 is no link.
        try await run("/bin/sh", ["-c", #"exec "$0" "$(printf '\377')""#, "\(folder)/notes-rust"])
        try block("swift").write(toFile: "\(folder)/main.swift", atomically: true, encoding: .utf8)
        try BuiltLibrary.run(
            "sh", "-c",
            """
            cd '\(BuiltLibrary.root.path)' && swiftc -swift-version 6 -o '\(folder)/notes-swift' '\(folder)/main.swift' -I '\(BuiltLibrary.build.path)/Modules' \
                -I Sources/CAppGroupSQLite -I Sources/CAppGroupPlatform -lsqlite3 \
                $(for module in AppGroup AppGroupPlatform CivilDates; do
                    find "Sources/$module" -name '*.swift' | sed "s|.*/|\(BuiltLibrary.build.path)/$module.build/|; s|$|.o|"
                done)
            """)
        try await run("\(folder)/notes-swift")
    }
}
