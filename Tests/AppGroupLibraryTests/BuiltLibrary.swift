import AppGroup
import Foundation
import TestSupport

/// libappgroup as it was linked from the objects that were built together with the tests, and programs that use it.
enum BuiltLibrary {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let header = root.appending(path: "Sources/CAppGroupLibrary/appgroup.h").path
    private static let programs = root.appending(path: "Tests/AppGroupLibraryTests/Programs").path
    /// The folder of what was built.
    static let build = BuiltProgram.folder

    /// The folder that holds the library.
    static var folder: String { get throws { try linked.get() } }
    /// The library itself.
    static var path: String { get throws { try "\(folder)/libappgroup.so.1" } }

    private static let linked = Result {
        let folder = build.appending(path: "libappgroup-tests").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let draft = "\(folder)/libappgroup.so.1.\(UUID().uuidString)"
        try run("\(root.path)/scripts/link-library", build.path, draft)
        // rename(2), so that a library of an earlier run is replaced.
        rename(draft, "\(folder)/libappgroup.so.1")
        try? FileManager.default.removeItem(atPath: "\(folder)/libappgroup.so")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/libappgroup.so", withDestinationPath: "libappgroup.so.1")
        return folder
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    @discardableResult
    static func run(_ arguments: String...) throws -> String {
        let run = try Finished.run(["/usr/bin/env"] + arguments)
        guard run.status == 0 else {
            throw Failure(description: "\(arguments.joined(separator: " ")): status \(run.status)\n\(run.errors)")
        }
        return run.output
    }

    /// Compiles a test program as C11, without a warning, and gives its path.
    static func program(_ name: String) throws -> String {
        let path = "\(try folder)/\(name).\(UUID().uuidString)"
        try run(
            "gcc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror",
            "-I\((header as NSString).deletingLastPathComponent)",
            "-o", path, "\(programs)/\(name).c", "-L\(try folder)", "-Wl,--as-needed", "-lappgroup", "-lpthread",
            "-ldl")
        return path
    }

    /// Compiles and starts a test program with the group of the running test.
    static func start(_ name: String, _ arguments: String...) throws -> RunningProcess {
        let path = try program(name)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try RunningProcess(path, arguments, environment: environment)
    }

    /// Does the same and waits for its end.
    static func output(_ name: String, _ arguments: String...) async throws -> RunningProcess.Result {
        let path = try program(name)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await RunningProcess.run(path, arguments, environment: environment)
    }

    /// Runs a script of Debian's Python that uses the package.
    static func python(_ name: String, _ arguments: String...) async throws -> RunningProcess.Result {
        try await startPython(name, arguments).result()
    }

    /// Does the same without waiting for its end.
    static func startPython(_ name: String, _ arguments: [String]) throws -> RunningProcess {
        try RunningProcess(Python.interpreter.path, [script(name)] + arguments, environment: environment)
    }

    /// The path of a script that uses the package.
    static func script(_ name: String) -> String { "\(programs)/\(name).py" }

    /// The environment of the test's own group, in which the library and the package are found.
    static var environment: ProcessEnvironment {
        get throws {
            var environment = TestGroup.current.environment
            environment.variables["LD_LIBRARY_PATH"] = try folder
            environment.variables["PYTHONPATH"] = root.appending(path: "python").path
            environment.variables["PYTHONDONTWRITEBYTECODE"] = "1"
            environment.variables["LAUNCHER"] = BuiltProgram.launcher.path
            return environment
        }
    }
}
