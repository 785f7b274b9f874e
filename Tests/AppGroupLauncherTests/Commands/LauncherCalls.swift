import AppGroup
import Foundation
import TestSupport
import Testing

/// Runs the built `launcher` to its end, in the test's own group and a minimal environment.
///
/// - Parameter setting: Further environment variables; `nil` removes one.
@discardableResult
func launcher(
    _ arguments: String..., setting: [String: String?] = [:], input: String = ""
) async throws -> RunningProcess.Result {
    try await launcher(arguments, setting: setting, input: input)
}

@discardableResult
func launcher(
    _ arguments: [String], setting: [String: String?] = [:], input: String = ""
) async throws -> RunningProcess.Result {
    try await RunningProcess.run(
        BuiltProgram.launcher.path, arguments, environment: environment(setting: setting), input: input)
}

/// The output of `launcher`, which must succeed without a message.
@discardableResult
func printed(_ arguments: String..., setting: [String: String?] = [:], input: String = "") async throws -> String {
    try await printed(arguments, setting: setting, input: input)
}

@discardableResult
func printed(_ arguments: [String], setting: [String: String?] = [:], input: String = "") async throws -> String {
    let result = try await launcher(arguments, setting: setting, input: input)
    #expect(result.ending == .exit(0), "\(arguments)")
    #expect(result.errors == "", "\(arguments)")
    return result.output
}

/// Expects `launcher` to fail: it must end with this status, print nothing, and print an error that contains these
/// words.
func refuses(
    _ arguments: String..., status: Int32, saying words: String..., setting: [String: String?] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    try await refuses(arguments, status: status, saying: words, setting: setting, sourceLocation: sourceLocation)
}

func refuses(
    _ arguments: [String], status: Int32, saying words: [String], setting: [String: String?] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let result = try await launcher(arguments, setting: setting)
    #expect(result.ending == .exit(status), "\(arguments): \(result.errors)", sourceLocation: sourceLocation)
    #expect(result.output == "", "\(arguments)", sourceLocation: sourceLocation)
    #expect(!result.errors.isEmpty, "\(arguments)", sourceLocation: sourceLocation)
    for word in words { #expect(result.errors.contains(word), "\(arguments)", sourceLocation: sourceLocation) }
}

/// Makes a library of C that replaces functions of the system, for `LD_PRELOAD`.
func makeLibrary(_ source: String) async throws -> String {
    let folder = TestGroup.current.folder
    let (file, library) = ("\(folder)/replacing.c", "\(folder)/replacing.so")
    try source.write(toFile: file, atomically: true, encoding: .utf8)
    let result = try await RunningProcess.run("/usr/bin/gcc", ["-shared", "-fPIC", "-o", library, file, "-ldl"])
    try #require(result.ending == .exit(0), "\(result.errors)")
    return library
}

/// Runs a shell command in which `$launcher` is the program.
func shell(_ script: String, setting: [String: String?] = [:]) async throws -> RunningProcess.Result {
    var environment = environment(setting: setting)
    environment.variables["launcher"] = BuiltProgram.launcher.path
    return try await RunningProcess.run("/bin/sh", ["-c", script], environment: environment)
}

func environment(setting: [String: String?]) -> ProcessEnvironment {
    var environment = TestGroup.current.environment
    for (name, value) in setting { environment.variables[name] = value }
    return environment
}

/// Registers an app that does nothing in a terminal.
func register(_ name: String, _ options: String..., group: String? = nil) async throws {
    var arguments = ["register", "org.example.\(name.lowercased())", "--name", name] + options
    if let group { arguments += ["--group", group] }
    let result = try await launcher(arguments + ["--terminal", "--", "/bin/true"])
    #expect(result.ending == .exit(0), "\(result.errors)")
}

/// Replaces the registry of a group with an invalid file. At no moment is there none, which would be an empty group.
func damageRegistry(of group: GroupID) throws {
    let folder = TestGroup.current.container(of: group)
    let file = URL(fileURLWithPath: "\(folder)/registry.sqlite")
    let noise = Data(repeating: 0x5A, count: 8192)
    try noise.write(to: file, options: .atomic)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("registry.sqlite-") {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    // A program that has opened the first one with the log of the registry opens the second one.
    try noise.write(to: file, options: .atomic)
}

/// A JSON document, decoded by an independent implementation.
func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}

/// The apps of `launcher list` in its JSON.
func listedApps(_ options: String...) async throws -> [[String: Any]] {
    let result = try await launcher(["list", "--format", "json"] + options)
    #expect(result.ending == .exit(0), "\(result.errors)")
    return try #require(try json(result.output)["apps"] as? [[String: Any]])
}

/// The identifiers that `launcher list` prints, in its order, without `org.example.`.
func listedIDs(_ options: String...) async throws -> [String] {
    let result = try await launcher(["list", "--format", "tsv"] + options)
    #expect(result.ending == .exit(0), "\(result.errors)")
    return result.lines.map { line in
        String(line.prefix { $0 != "\t" }).replacingOccurrences(of: "org.example.", with: "")
    }
}

/// The number of times that an app was opened, according to `launcher list`.
func openCount(of name: String) async throws -> Int {
    let app = try #require(try await listedApps("--all").first { $0["id"] as? String == "org.example.\(name)" })
    return try #require(app["openCount"] as? Int)
}
