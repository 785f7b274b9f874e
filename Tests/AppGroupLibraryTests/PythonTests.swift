import AppGroup
import Foundation
import TestSupport
import Testing

/// The Python package, with Debian's Python.
@Suite(.ownGroup) struct PythonTests {
    private func passes(_ script: String, _ arguments: String..., location: SourceLocation = #_sourceLocation)
        async throws
    {
        let run = try await BuiltLibrary.python(script)
        #expect(run.ending == .exit(0), "\(run.errors)", sourceLocation: location)
        #expect(run.output.hasSuffix("done\n"), "\(run.output)", sourceLocation: location)
    }

    @Test("Values of every kind come back as they were set, and lists agree with launcher list")
    func values() async throws { try await passes("values") }

    @Test("An argument of a wrong type is refused with an error that names both, and a text is no list of letters")
    func arguments() async throws { try await passes("arguments") }

    @Test(
        "Joining never raises: failures go to on_failure, and a busy group is joined later, even by a signal handler, unless the tool leaves first"
    )
    func joining() async throws { try await passes("joining") }

    @Test("The fields of a member are a dict, and clearing those of a group that cannot be written ends")
    func fields() async throws { try await passes("fields") }

    @Test("Groups, watches and members are closed while other threads and tasks use them, and nobody crashes or hangs")
    func closing() async throws { try await passes("closing") }

    @Test("Processes of multiprocessing, forked and spawned, keep using a group while threads write")
    func processes() async throws { try await passes("processes") }

    @Test("The package refuses a process that has another SQLite, and says why")
    func otherSQLite() async throws {
        let folder = TestGroup.current.folder
        let source = try TestGroup.current.makeFile(
            "other.c", Array("int sqlite3_libversion_number(void) { return 1; }\n".utf8))
        try BuiltLibrary.run("gcc", "-shared", "-fPIC", "-o", "\(folder)/other.so", source)
        let script =
            "import ctypes; ctypes.CDLL('\(folder)/other.so')\ntry:\n import appgroup\nexcept ImportError as e: print(e)"
        let run = try await RunningProcess.run(
            Python.interpreter.path, ["-c", script], environment: BuiltLibrary.environment)
        #expect(
            run.output.hasPrefix("appgroup cannot be used here: \(folder)/other.so has a SQLite of its own"),
            "\(run.errors)")
    }

    @Test("The package refuses a process that has another SQLite whose functions are hidden, and says why")
    func hiddenSQLite() async throws {
        let other = "\(TestGroup.current.folder)/hidden.so"
        try BuiltLibrary.run(
            "gcc", "-shared", "-fPIC", "-o", other, "-Wl,--whole-archive", "-l:libsqlite3.a", "-Wl,--no-whole-archive",
            "-Wl,--exclude-libs,ALL", "-lm")
        let symbols = try BuiltLibrary.run("nm", "--dynamic", "--defined-only", other)
        #expect(!symbols.contains("sqlite3"))
        let script = "import ctypes; ctypes.CDLL('\(other)')\ntry:\n import appgroup\nexcept ImportError as e: print(e)"
        let run = try await RunningProcess.run(
            Python.interpreter.path, ["-c", script], environment: BuiltLibrary.environment)
        #expect(
            run.output.hasPrefix("appgroup cannot be used here: \(other) has a SQLite of its own"),
            "\(run.output)\(run.errors)")
    }

    @Test("The package refuses an interpreter that contains SQLite itself, and says why")
    func builtInSQLite() async throws {
        let script = """
            import importlib.machinery, importlib.util
            built_in = importlib.machinery.ModuleSpec("_sqlite3", None, origin="built-in")
            find = importlib.util.find_spec
            importlib.util.find_spec = lambda name: built_in if name == "_sqlite3" else find(name)
            try:
                import appgroup
            except ImportError as error:
                print(error)
            """
        let run = try await RunningProcess.run(
            Python.interpreter.path, ["-c", script], environment: BuiltLibrary.environment)
        #expect(
            run.output.hasPrefix("appgroup cannot be used here: this Python interpreter has a SQLite of its own"),
            "\(run.output)\(run.errors)")
    }

    @Test("The package can be imported if the interpreter's own module for SQLite is written in Python, as PyPy's is")
    func sqliteInPython() async throws {
        let modules = try TestGroup.current.makeFolder("modules")
        try Data().write(to: URL(filePath: "\(modules)/_sqlite3.py"))
        let script = "import sys; sys.path.insert(0, '\(modules)'); import appgroup; print(appgroup.version())"
        let run = try await RunningProcess.run(
            Python.interpreter.path, ["-c", script], environment: BuiltLibrary.environment)
        #expect(run.ending == .exit(0) && run.output.hasPrefix("("), "\(run.errors)")
    }

    @Test("If the library can't be loaded, the package names what is missing: its wheel, or what the wheel needs")
    func missingLibrary() async throws {
        let folder = TestGroup.current.folder
        try BuiltLibrary.run("cp", "-R", BuiltLibrary.root.appending(path: "python/appgroup").path, folder)
        var environment = TestGroup.current.environment
        environment.variables["PYTHONPATH"] = folder
        // So that a library that the system has is not found.
        environment.variables["LD_LIBRARY_PATH"] = try TestGroup.current.makeFolder("system")
        let script = "try:\n import appgroup\nexcept ImportError as e: print(e)"
        func message() async throws -> String {
            let run = try await RunningProcess.run(
                Python.interpreter.path, ["-c", script], environment: environment)
            #expect(run.output.hasPrefix("libappgroup.so.1 cannot be loaded: "), "\(run)")
            return run.output
        }
        try Data("not a library".utf8).write(to: URL(filePath: "\(folder)/system/libappgroup.so.1"))
        #expect(try await message().contains("Install the wheel of appgroup"))
        try FileManager.default.copyItem(
            atPath: "\(folder)/system/libappgroup.so.1", toPath: "\(folder)/appgroup/libappgroup.so.1")
        #expect(try await message().contains("install libsqlite3-0"))
    }

    @Test("In Python, an icon can be a file, and one that cannot be read is refused with a sentence")
    func iconFile() async throws {
        let script = """
            import appgroup, pathlib, sys
            group = appgroup.Group("com.example.tools")
            image = pathlib.Path(sys.argv[1]) / "notes.svg"
            image.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
            for icon in (image, str(image), image.read_bytes(), "notes"):
                group.register("com.example.notes", "Notes", icon=icon, command=["/bin/true"])
                print(group.app("com.example.notes").icon)
            for icon in (image.with_name("none.svg"), "/dev/null/x", "a/\\0", "/dev/null", pathlib.Path("/")):
                group.join("com.example.notes", "Notes", icon=icon, command=["/bin/true"], on_failure=print)
            """
        let run = try await RunningProcess.run(
            Python.interpreter.path, ["-c", script, TestGroup.current.folder], environment: BuiltLibrary.environment)
        let lines = run.output.split(separator: "\n")
        try #require(lines.count == 9, "\(run.output)\(run.errors)")
        #expect(Set(lines[..<3]).count == 1 && lines[0].hasSuffix(".svg") && lines[3] == "notes", "\(run.output)")
        #expect(
            lines[4...].allSatisfy { $0.hasPrefix("The icon ") && $0.hasSuffix("or the name of a themed icon.") },
            "\(run.output)")
    }

    @Test("A wheel is the same each time, replaces an older one, installs without network, and brings the library")
    func wheel() async throws {
        let folder = TestGroup.current.folder
        let older = "\(try TestGroup.current.makeFolder("two"))/appgroup-0.0.9-py3-none-any.whl"
        try Data().write(to: URL(filePath: older))
        let script = "\(BuiltLibrary.root.path)/scripts/make-wheel"
        let wheel = try BuiltLibrary.run(script, try BuiltLibrary.path, "\(folder)/one").trimmingCharacters(
            in: .newlines)
        let again = try BuiltLibrary.run(script, try BuiltLibrary.path, "\(folder)/two").trimmingCharacters(
            in: .newlines)
        #expect(FileManager.default.contentsEqual(atPath: wheel, andPath: again))
        #expect(!FileManager.default.fileExists(atPath: older))
        try BuiltLibrary.run(
            Python.interpreter.path, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target",
            "\(folder)/installed", wheel)
        var environment = TestGroup.current.environment
        environment.variables["PYTHONPATH"] = "\(folder)/installed"
        let use = """
            import appgroup
            print(appgroup.Group("a.b").apps(), appgroup.__file__)
            files = {line.split()[-1] for line in open("/proc/self/maps")}
            print(*[file for file in files if "appgroup.so" in file or "libsqlite" in file], sep="\\n")
            """
        let run = try await RunningProcess.run(Python.interpreter.path, ["-c", use], environment: environment)
        #expect(run.ending == .exit(0), "\(run.errors)")
        #expect(run.output.hasPrefix("[] \(folder)/installed/"))
        // The wheel's own library, and one SQLite, which is the system's.
        let loaded = run.lines.dropFirst()
        #expect(loaded.count == 2 && loaded.contains("\(folder)/installed/appgroup/libappgroup.so.1"), "\(loaded)")
        #expect(loaded.contains { !$0.hasPrefix(folder) && $0.contains("/libsqlite3.so.0") }, "\(loaded)")
        #expect(FileManager.default.fileExists(atPath: "\(folder)/installed/appgroup/py.typed"))
    }

    @Test("The package has no error under mypy --strict")
    func types() async throws {
        let mypy = BuiltLibrary.root.appending(path: ".build/tools/mypy-2.4.1/bin/mypy").path
        let run = try await Finished.run(
            [mypy, "--cache-dir", "\(TestGroup.current.folder)/mypy"],
            in: BuiltLibrary.root.appending(path: "python").path)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }
}
