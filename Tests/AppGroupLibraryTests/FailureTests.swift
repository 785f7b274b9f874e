import AppGroup
import Foundation
import TestSupport
import Testing

/// Failures: C, Python and the command line say the same and end with the same status.
@Suite(.ownGroup) struct FailureTests {
    /// What C and Python say and what launcher says, each with its status.
    ///
    /// - Parameters:
    ///   - code: The kind of failure; `nil` if there is none.
    ///   - wrapper: A program that runs each of them, and its arguments.
    private func same(
        _ call: [String], as words: [String], status: Int32, code: String?, under wrapper: [String] = [],
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let path = try BuiltLibrary.program("failures")
        defer { try? FileManager.default.removeItem(atPath: path) }
        func run(_ program: [String]) async throws -> RunningProcess.Result {
            try await RunningProcess.run("/usr/bin/env", wrapper + program, environment: BuiltLibrary.environment)
        }
        let launcher = try await run([BuiltProgram.launcher.path] + words)
        #expect(launcher.ending == .exit(status), "\(launcher.errors)", sourceLocation: location)
        for library in [
            try await run([path] + call),
            try await run([Python.interpreter.path, BuiltLibrary.script("failures")] + call),
        ] {
            #expect(library.ending == .exit(status), "\(library.errors)", sourceLocation: location)
            #expect(withoutWait(library.errors) == withoutWait(launcher.errors), sourceLocation: location)
            #expect(library.output == (code.map { "\($0)\n" } ?? ""), sourceLocation: location)
        }
    }

    /// The sentence without the time that was waited, which the caller chooses.
    private func withoutWait(_ text: String) -> String { text.replacing(/for \d+\.\d s/, with: "for a while") }

    private func register() async throws {
        let run = try await BuiltProgram.launcher.run("register", "org.example.tool", "--name", "Tool", "--", "true")
        #expect(run.ending == .exit(0), "\(run.errors)")
    }

    private let setBadge = ["badge", "set", "org.example.tool", "7"]

    @Test("A damaged registry is named by both")
    func damaged() async throws {
        try FileManager.default.createDirectory(
            atPath: TestGroup.current.container, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try Data(repeating: 7, count: 8192).write(to: URL(filePath: TestGroup.current.database))
        try await same(["badge"], as: setBadge, status: 65, code: "damaged")
        try await same(["apps"], as: ["list", "--all"], status: 65, code: "damaged")
        try await same(["watch"], as: ["watch"], status: 65, code: "damaged")
    }

    @Test("A registry that others may write to is refused by both")
    func unsafe() async throws {
        try await register()
        chmod(TestGroup.current.container, 0o777)
        try await same(["badge"], as: setBadge, status: 77, code: "permission")
    }

    @Test("A registry of a newer release is refused by both")
    func tooNew() async throws {
        try await register()
        try BuiltLibrary.run(
            "sqlite3", "-batch", "-init", "/dev/null", TestGroup.current.database,
            "PRAGMA user_version = 99; UPDATE meta SET value = 99 WHERE key = 'oldestWriter'")
        try await same(["badge"], as: setBadge, status: 78, code: "tooNew")
    }

    @Test("A registry that another process writes to is busy for both")
    func busy() async throws {
        try await register()
        let hold = """
            import fcntl, sys, time
            lock = open(sys.argv[1], "a")
            fcntl.flock(lock, fcntl.LOCK_EX)
            print("held", flush=True)
            time.sleep(10000)
            """
        let holder = try RunningProcess(
            Python.interpreter.path, ["-c", hold, TestGroup.current.lock], environment: TestGroup.current.environment)
        try await holder.line("held")
        try await same(["badge"], as: setBadge, status: 75, code: "busy")
        let library = try await BuiltLibrary.output("failures", "badge")
        #expect(library.errors.contains("for 0.4 s"), "Calls wait for 450 ms unless told otherwise: \(library.errors)")
    }

    @Test("A name that is too long is refused by both")
    func longName() async throws {
        let name = String(repeating: "x", count: 100_000)
        try await same(
            ["register", name], as: ["register", "org.example.tool", "--name", name, "--", "true"], status: 65,
            code: "invalidValue")
    }

    @Test("A name of a megabyte is refused with the number of its bytes")
    func megabyte() async throws {
        let result = try await BuiltLibrary.python("megabyte")
        #expect(result.ending == .exit(65), "\(result.errors)")
        #expect(result.output == "This name has 1048576 bytes; at most 256 are allowed.\n")
    }

    @Test("Text that is not UTF-8 is refused by both")
    func invalidText() async throws {
        // A Swift string cannot hold it, so a shell makes it.
        let path = try BuiltLibrary.program("failures")
        defer { try? FileManager.default.removeItem(atPath: path) }
        var results: [RunningProcess.Result] = []
        for command in [
            "'\(path)' register \"$name\"", "/usr/bin/python3 '\(BuiltLibrary.script("failures"))' register \"$name\"",
            "\"$LAUNCHER\" register org.example.tool --name \"$name\" -- true",
        ] {
            results.append(
                try await RunningProcess.run(
                    "/bin/sh", ["-c", "name=$(printf 'caf\\351'); \(command)"], environment: BuiltLibrary.environment))
        }
        #expect(results.map(\.ending) == [.exit(64), .exit(64), .exit(64)])
        // The launcher doesn't know which argument of its own it was.
        #expect(results[0].errors == results[1].errors && results[0].errors.contains("“name” is not valid UTF-8"))
        #expect(results[2].errors.contains("is not valid UTF-8"), "\(results.map(\.errors))")
    }

    @Test("A lock that cannot be opened is named by both")
    func lock() async throws {
        try await register()
        try? FileManager.default.removeItem(atPath: TestGroup.current.lock)
        try FileManager.default.createDirectory(atPath: TestGroup.current.lock, withIntermediateDirectories: false)
        try await same(["badge"], as: setBadge, status: 77, code: "permission")
    }

    @Test("A registry that is read-only can be read by both, and is named by both if they write")
    func readOnly() async throws {
        try await register()
        let home = TestGroup.current.home
        try BuiltLibrary.run("chmod", "-R", "a-w", home)
        defer { _ = try? BuiltLibrary.run("chmod", "-R", "u+w", home) }
        // Root may write everywhere, unless it gives up that right.
        let right = "-dac_override"
        let wrapper = getuid() == 0 ? ["setpriv", "--bounding-set=\(right)", "--inh-caps=\(right)"] : []
        let register = ["register", "org.example.tool", "--name", "Another", "--", "true"]
        try await same(["badge"], as: setBadge, status: 77, code: "permission", under: wrapper)
        try await same(["settings"], as: ["settings", "set", "k", "x"], status: 77, code: "permission", under: wrapper)
        try await same(["register", "Another"], as: register, status: 77, code: "permission", under: wrapper)
        try await same(["apps"], as: ["list", "--all"], status: 0, code: nil, under: wrapper)
    }
}
