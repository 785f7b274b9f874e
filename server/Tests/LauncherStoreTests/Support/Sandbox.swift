import AppGroup
import Foundation
import TestSupport

/// A user's machine as far as a test needs one: folders of its own, and the built launcher-store to run on them.
final class Sandbox: Sendable {
    let folder: String
    let group: GroupID = "org.example.registry"

    init() throws {
        folder =
            FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "store-test-\(UUID().uuidString)").path
        for name in ["home", "groups"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
    }

    deinit {
        // What was installed may not be written, not even by its owner.
        _ = try? Finished.run(["/bin/chmod", "-R", "u+w", folder], environment: [:])
        try? FileManager.default.removeItem(atPath: folder)
    }

    var environment: [String: String] {
        ["HOME": "\(folder)/home", "APP_GROUP_HOME": "\(folder)/groups", "PATH": "/usr/local/bin:/usr/bin:/bin"]
    }

    var registry: Registry { Registry(group: group, environment: ProcessEnvironment(environment)) }
    var container: String { "\(folder)/groups/\(group)" }
    var packages: String { "\(container)/packages" }

    /// Runs `launcher-store` to its end.
    @discardableResult
    func store(_ arguments: String..., environment more: [String: String] = [:]) throws -> Finished {
        try Finished.run([Self.program] + arguments, environment: environment.merging(more) { $1 }, in: folder)
    }

    /// Runs `launcher-store` as somebody whom permissions bind: where the tests run as root, as its user with no privileges.
    func asPlainUser(_ arguments: [String]) throws -> Finished {
        guard getuid() == 0 else {
            return try Finished.run([Self.program] + arguments, environment: environment, in: folder)
        }
        let dropping = ["/usr/bin/setpriv", "--bounding-set", "-all", "--inh-caps", "-all"]
        return try Finished.run(dropping + [Self.program] + arguments, environment: environment, in: folder)
    }

    /// Runs a script of the shell, whose mounts end with it. `$0` is `launcher-store`.
    func withOwnMounts(_ script: String, _ arguments: String...) throws -> Finished {
        // Root needs no user namespace, and in a changed root it could not have one.
        let alone = geteuid() == 0 ? ["--mount"] : ["--user", "--map-root-user", "--mount"]
        return try Finished.run(
            ["/usr/bin/unshare"] + alone + ["/bin/sh", "-c", script, Sandbox.program] + arguments,
            environment: environment)
    }

    /// Starts `launcher-store`.
    func start(_ arguments: [String]) throws -> Process {
        try Finished.start([Self.program] + arguments, environment: environment, in: folder).process
    }

    /// Makes an app's folder, `<name>.app`, and a package of it.
    ///
    /// - Parameters:
    ///   - version: What the app prints when it is started.
    ///   - payload: Bytes in further files, for an installation that takes a while.
    @discardableResult
    func makePackage(
        _ name: String = "Rooms", version: String, id: String = "org.example.rooms",
        group: String? = "org.example.registry",
        payload: Int = 0, executable: [UInt8]? = nil
    ) throws -> String {
        let app = "\(folder)/\(version)/\(name).app"
        try FileManager.default.createDirectory(atPath: "\(app)/data", withIntermediateDirectories: true)
        var ours: [String: Any] = ["Interface": "terminal", "Fields": ["floor": 1]]
        if let group { ours["Group"] = group }
        let list: [String: Any] = [
            "CFBundleIdentifier": id, "CFBundleName": name, "CFBundleExecutable": "run",
            "CFBundleShortVersionString": version, "CFBundleURLTypes": [["CFBundleURLSchemes": [name.lowercased()]]],
            "AppGroup": ours,
        ]
        try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
            .write(to: URL(filePath: "\(app)/Info.plist"))
        let script = executable ?? Array("#!/bin/sh\necho \"\(name) \(version) $*\"\n".utf8)
        try Data(script).write(to: URL(filePath: "\(app)/run"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(app)/run")
        for (index, start) in stride(from: 0, to: payload, by: Self.noise.count).enumerated() {
            // Another rotation of the same bytes for each file: drawing new ones would take longer than the rest of a test.
            let turn = Int.random(in: 0..<Self.noise.count)
            let bytes = (Self.noise[turn...] + Self.noise[..<turn]).prefix(payload - start)
            try bytes.write(to: URL(filePath: "\(app)/data/\(index)"))
        }
        let package = "\(folder)/\(name)-\(version).ipa"
        let packed = try store("pack", app, "-o", package)
        guard packed.status == 0 else { throw AppGroupError(.inputOutput, packed.errors) }
        return package
    }

    /// Random bytes that compress to half their size.
    private static let noise = Data((0..<1 << 18).map { _ in UInt8.random(in: 0...15) })

    /// The names in the folder of packages: digests, and whatever else lies beside them.
    func onDisk() throws -> [String] {
        guard FileManager.default.fileExists(atPath: packages) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: packages).sorted().flatMap { name in
            name.hasPrefix(".")
                ? [name] : try FileManager.default.contentsOfDirectory(atPath: "\(packages)/\(name)").sorted()
        }
    }

    /// The program beside the tests.
    static let program = BuiltProgram.folder.appending(path: "launcher-store").path
}
