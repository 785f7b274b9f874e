import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// A user of fund. Each has a temporary home, which is deleted with the last reference to it.
final class Investor: Sendable {
    private let folder: TemporaryFolder
    var home: URL { folder.url }
    let environment: ProcessEnvironment

    /// - Parameter programs: Scripts of the shell that stand for programs of the desktop, by their names.
    init(_ more: [String: String] = [:], programs: [String: String] = [:]) throws {
        folder = try TemporaryFolder("fund")
        let home = folder.url
        let bin = home.appending(path: "bin")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        // No test opens a real browser or mail program.
        let desktop = ["xdg-open": "exit 3", "xdg-email": "exit 3", "open": "exit 3"]
        for (name, script) in desktop.merging(programs, uniquingKeysWith: { $1 }) {
            try ProgramFile.write("#!/bin/sh\n\(script)\n", to: bin.appending(path: name).path)
        }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        environment = ProcessEnvironment(
            [
                "HOME": home.path, "XDG_DATA_HOME": home.appending(path: "data").path,
                "XDG_CACHE_HOME": home.appending(path: "cache").path, "PATH": "\(bin.path):\(path)",
                "XDG_CONFIG_HOME": home.appending(path: "config").path,
                "APP_GROUP_HOME": home.appending(path: "groups").path, "LANG": "C.UTF-8",
            ].merging(more) { $1 })
    }

    /// Starts fund.
    ///
    /// - Parameter more: Variables besides those of every run.
    func start(
        _ arguments: some Sequence<String>, input: String = "", with more: [String: String] = [:]
    ) throws -> RunningProcess {
        let environment = ProcessEnvironment(environment.variables.merging(more) { $1 })
        return try RunningProcess(
            Program.built("fund").path, Array(arguments), environment: environment, input: input, keeping: self)
    }

    /// Runs fund to its end.
    @discardableResult
    func fund(_ arguments: String..., input: String = "") async throws -> RunningProcess.Result {
        try await start(arguments, input: input).result()
    }

    /// Runs fund to its end, and ends the test if it fails.
    @discardableResult
    func succeed(_ arguments: String..., input: String = "") async throws -> RunningProcess.Result {
        let result = try await start(arguments, input: input).result()
        try #require(result.ending == .exit(0), "\(arguments): \(result.errors)")
        return result
    }

    /// Runs a line of the shell in which `fund` is the program.
    func shell(_ line: String, _ more: [String: String] = [:]) async throws -> RunningProcess.Result {
        var variables = environment.variables.merging(more) { $1 }
        variables["fund"] = Program.built("fund").path
        return try await RunningProcess.run("/bin/sh", ["-c", line], environment: ProcessEnvironment(variables))
    }

    /// The folder of all funds.
    var root: URL { home.appending(path: "data/fund") }

    /// The messages that were fetched, and whatever else is in their folder, which may be missing yet.
    var mailFiles: [URL] {
        get throws {
            let folder = root.appending(path: ".fund/mail")
            guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        }
    }

    /// Writes a file below the home.
    @discardableResult
    func write(_ text: String, to path: String) throws -> String {
        try folder.write(path, text.utf8)
    }

    /// What fund tells its group.
    var app: AppEntry {
        get throws {
            let group = Registry(group: "com.example.tools", environment: environment)
            return try #require(try group.app("com.example.fund"))
        }
    }

    /// The fields of each line of TSV that a command prints.
    func records(_ arguments: String...) async throws -> [[String]] {
        // After two dashes, nothing is an option.
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let result = try await start(arguments[..<end] + ["--format", "tsv"] + arguments[end...]).result()
        try #require([.exit(0), .exit(66)].contains(result.ending), "\(result.errors)")
        return result.output.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map { field in
                String(field).replacing(#"\\"#, with: #"\"#)
            }
        }
    }
}
