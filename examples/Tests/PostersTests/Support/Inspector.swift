import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// A user of posters on one device. Each has a temporary home, which is deleted with the last reference to it.
final class Inspector: Sendable {
    private let folder: TemporaryFolder
    var home: URL { folder.url }
    let environment: ProcessEnvironment

    /// - Parameter programs: Scripts of the shell that stand for programs of the desktop, by their names.
    init(_ more: [String: String] = [:], programs: [String: String] = [:]) throws {
        folder = try TemporaryFolder("posters")
        let home = folder.url
        let bin = home.appending(path: "bin")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        for (name, script) in programs {
            try ProgramFile.write("#!/bin/sh\n\(script)\n", to: bin.appending(path: name).path)
        }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        environment = ProcessEnvironment(
            [
                "HOME": home.path, "XDG_DATA_HOME": home.appending(path: "data").path,
                "XDG_CACHE_HOME": home.appending(path: "cache").path, "PATH": "\(bin.path):\(path)",
                "APP_GROUP_HOME": home.appending(path: "groups").path, "LANG": "C.UTF-8",
            ].merging(more) { $1 })
    }

    /// A user who is logged in.
    static func loggedIn(
        _ name: String = "anna", at city: ScriptedCity, programs: [String: String] = [:], _ more: [String: String] = [:]
    ) async throws -> Inspector {
        let inspector = try Inspector(more, programs: programs)
        try await inspector.succeed("login", "--mail", "\(name)@example.com", "--server", city.address, password)
        return inspector
    }

    /// The option that gives the password.
    static let password = "--password-command=echo \(ScriptedCity.password)"

    /// Starts posters.
    func start(_ arguments: some Sequence<String>) throws -> RunningProcess {
        try RunningProcess(
            Program.built("posters").path, Array(arguments), environment: environment, keeping: self)
    }

    /// Runs posters to its end.
    @discardableResult
    func posters(_ arguments: String...) async throws -> RunningProcess.Result {
        try await start(arguments).result()
    }

    /// Runs posters to its end, and ends the test if it fails.
    @discardableResult
    func succeed(_ arguments: String...) async throws -> RunningProcess.Result { try await succeed(arguments) }

    @discardableResult
    func succeed(_ arguments: [String]) async throws -> RunningProcess.Result {
        let result = try await start(arguments).result()
        try #require(result.ending == .exit(0), "\(arguments): \(result.errors)")
        return result
    }

    /// Files a report with a photo of its own; more options replace nothing.
    @discardableResult
    func file(_ name: String, phone: String = "044 123 45 67", _ more: String...) async throws -> RunningProcess.Result
    {
        let photo = try write(TestPhoto.jpeg(place: (50.4501, 30.5234), mark: name), to: "\(name).jpg")
        let words = ["new", "--photo", photo, "--phone", phone, "--district", "Pechersk", "--company", name]
        return try await start(words + more).result()
    }

    /// Runs a line of the shell in which `$posters` is the program.
    func shell(_ line: String, _ more: [String: String] = [:]) async throws -> RunningProcess.Result {
        var variables = environment.variables.merging(more) { $1 }
        variables["posters"] = Program.built("posters").path
        return try await RunningProcess.run("/bin/sh", ["-c", line], environment: ProcessEnvironment(variables))
    }

    /// Writes a file below the home.
    @discardableResult
    func write(_ bytes: some Sequence<UInt8>, to path: String) throws -> String {
        try folder.write(path, bytes)
    }

    /// What posters tells its group.
    var app: AppEntry {
        get throws {
            let group = Registry(group: "com.example.tools", environment: environment)
            return try #require(try group.app("com.example.posters"))
        }
    }

    /// The fields of each line of TSV that a command prints.
    func records(_ arguments: String...) async throws -> [[String]] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let result = try await start(arguments[..<end] + ["--format", "tsv"] + arguments[end...]).result()
        try #require([.exit(0), .exit(66)].contains(result.ending), "\(result.errors)")
        return result.output.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// The names of the photos that drafts keep.
    var keptPhotos: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: home.appending(path: "data/posters/photos").path)) ?? []
    }
}
