import AppGroup
import Foundation
import TestSupport
import Testing

/// A real `catalog-server` that offers City maps to everyone, with a line to it that can be held.
final class CatalogStage: Sendable {
    /// The address to which the user is logged in: the line.
    let address: String
    private let folder: String
    private let server: RunningProcess
    private let line: PythonServer

    static let id: AppID = "org.example.maps"
    private static let password = "correct horse battery"

    init() async throws {
        let group = TestGroup.current
        folder = try group.makeFolder("catalog")
        try Self.plan("{}", folder)
        let options = ["--data", "\(folder)/data", "--group", "\(group.id)", "--administrator", "root"]
        try await Self.run(
            "catalog-server", ["init", "--password-stdin"] + options, group.environment, input: "\(Self.password)\n")
        server = try RunningProcess(
            Screen.program("catalog-server"), ["serve", "--data", "\(folder)/data", "--port", "0"],
            environment: group.environment)
        let meddler = URL(filePath: #filePath).appending(
            path: "../../../../../server/Tests/LauncherStoreTests/Support/meddling_proxy.py"
        ).standardized.path
        line = try await PythonServer(meddler, [folder, "\(try await server.port())"])
        address = "http://127.0.0.1:\(try line.port)"
        try await Self.run(
            "catalog-server", ["grant", "add", "*", "everyone", "--data", "\(folder)/data"], group.environment)
        try await logIn()
    }

    /// Logs the user in, who is the administrator.
    func logIn() async throws {
        try await Self.run(
            "launcher-store", ["login", address, "--user", "root", "--password-stdin", "--no-handler"],
            TestGroup.current.environment, input: "\(Self.password)\n")
    }

    /// Ends every login: a new password does that.
    func endLogins() async throws {
        try await Self.run(
            "catalog-server", ["user", "password", "root", "--password-stdin", "--data", "\(folder)/data"],
            TestGroup.current.environment, input: "\(Self.password)\n")
    }

    /// Publishes a version of the app, whose package has about this many bytes, and waits until the user's machine offers it.
    func publish(_ version: String, size: Int) async throws {
        let group = TestGroup.current
        let app = "\(folder)/\(version)/Maps.app"
        try FileManager.default.createDirectory(atPath: app, withIntermediateDirectories: true)
        let list: [String: Any] = [
            "CFBundleIdentifier": "\(Self.id)", "CFBundleName": "City maps", "CFBundleExecutable": "run",
            "CFBundleShortVersionString": version,
            "AppGroup": ["Group": "\(group.id)", "Interface": "graphical"] as [String: Any],
        ]
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            .write(to: URL(filePath: "\(app)/Info.plist"))
        try ProgramFile.write("#!/bin/sh\necho \"maps $*\" >> '\(WindowGroup.trace)'\n", to: "\(app)/run")
        var random = RandomSource(seed: 7)
        try Data(random.bytes(size)).write(to: URL(filePath: "\(app)/tiles"))
        let package = "\(folder)/Maps-\(version).ipa"
        try await Self.run("launcher-store", ["pack", app, "-o", package], group.environment)
        try await Self.run("launcher-store", ["publish", package], group.environment)
        let told = await comesTrue {
            guard (try? await Self.run("launcher-store", ["update", "--check"], group.environment)) != nil else {
                return false
            }
            let registry = group.registry
            return (try? registry.offers().first?.version == AppVersion(version)) == true
                || (try? registry.app(Self.id)?.availableVersion == AppVersion(version)) == true
        }
        #expect(told)
    }

    /// Lets each connection that is opened from now on pass this many bytes of what the server sends, slowly, and then
    /// next to nothing until ``release()``.
    func hold(after bytes: Int) throws { try Self.plan(#"{"delay": 0.1, "hold": \#(bytes)}"#, folder) }

    /// Lets everything pass.
    func release() throws { try Self.plan("{}", folder) }

    private static func plan(_ plan: String, _ folder: String) throws {
        try Data(plan.utf8).write(to: URL(filePath: "\(folder)/plan.json"), options: .atomic)
    }

    private static func run(
        _ program: String, _ arguments: [String], _ environment: ProcessEnvironment, input: String = ""
    ) async throws {
        let result = try await RunningProcess.run(
            Screen.program(program), arguments, environment: environment, input: input)
        try #require(result.ending == .exit(0), "\(program) \(arguments): \(result.errors)")
    }
}
