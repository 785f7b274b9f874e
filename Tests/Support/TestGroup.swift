package import AppGroup
import Foundation

/// The group that the running test has to itself: a folder that nobody else uses, and the environment that leads there.
package struct TestGroup: Sendable {
    @TaskLocal static var bound: TestGroup?

    /// The group of the running test, which must have the trait `.ownGroup`.
    package static var current: TestGroup {
        guard let bound else {
            preconditionFailure("This test has no group; give it or its suite the trait .ownGroup.")
        }
        return bound
    }

    /// The family's identifier.
    package let id: GroupID = "org.example.family"
    /// Where the test may keep files of its own.
    package let folder: String
    private let memory: String

    init() throws {
        folder = try Self.makeFolder(in: FileManager.default.temporaryDirectory.resolvingSymlinksInPath())
        memory = try Self.memory.map { try Self.makeFolder(in: $0) } ?? folder
        for subfolder in ["home", "bin"] { try makeFolder(subfolder) }
    }

    func remove() {
        for path in [folder, memory] { try? FileManager.default.removeItem(atPath: path) }
    }

    /// `APP_GROUP_HOME`: the folder of containers. It does not exist before the first write.
    package var home: String { "\(memory)/groups" }
    /// The container of the family.
    package var container: String { container(of: id) }
    /// The store of the family.
    package var database: String { "\(container)/registry.sqlite" }
    /// The file whose lock a writer holds.
    package var lock: String { "\(home)/.\(id).lock" }

    /// The container of any group below the same `APP_GROUP_HOME`.
    package func container(of group: GroupID) -> String { "\(home)/\(group)" }

    /// An environment in which nothing of the machine's user is found but the programs of the system.
    package var environment: ProcessEnvironment {
        ProcessEnvironment([
            "APP_GROUP": id.description,
            "APP_GROUP_HOME": home,
            "HOME": "\(folder)/home",
            "PATH": "\(folder)/bin:/usr/local/bin:/usr/bin:/bin",
            "XDG_DATA_DIRS": "\(folder)/share",
            "XDG_CONFIG_DIRS": "\(folder)/etc",
            "LANG": "C.UTF-8",
        ])
    }

    /// The family, with a connection of its own: what one more process would see.
    package var registry: Registry { Registry(group: id, environment: environment) }

    /// Makes a folder in the test's own.
    @discardableResult
    package func makeFolder(_ name: String) throws -> String {
        let path = "\(folder)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    /// Makes a file in the test's own folder.
    @discardableResult
    package func makeFile(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = "\(folder)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Makes a program that can be launched; a shell script that does nothing unless told.
    @discardableResult
    package func makeProgram(_ name: String, _ script: String = "exit 0") throws -> String {
        let path = "\(folder)/bin/\(name)"
        try ProgramFile.write("#!/bin/sh\n\(script)\n", to: path)
        return path
    }

    /// A folder in the machine's memory, where there is one with room: a slow disk, which may hold a writer for seconds, is
    /// none of a test's business. Programs may not be allowed to run from there. `scripts/test-suites` names a folder that it
    /// deletes after the suite.
    private static let memory: URL? = {
        let folder = URL(fileURLWithPath: ProcessInfo.processInfo.environment["TEST_MEMORY"] ?? "/dev/shm")
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder.path)
        let room = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
        return room >= 256 << 20 && FileManager.default.isWritableFile(atPath: folder.path) ? folder : nil
    }()

    private static func makeFolder(in parent: URL) throws -> String {
        let folder = parent.appendingPathComponent("app-group-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        return folder.path
    }
}
