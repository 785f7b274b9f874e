import AppGroup
import Foundation
import TestSupport

/// A process to which permissions apply: for root none does, so there the worker becomes somebody else.
enum Bystander {
    private static let nobody = 65_534

    private static var isNeeded: Bool { geteuid() == 0 }

    /// Makes the test's files those of the user that ``run(_:)`` runs as.
    static func own(_ path: String) throws {
        guard isNeeded else { return }
        for file in [path] + (try FileManager.default.subpathsOfDirectory(atPath: path)).map({ "\(path)/\($0)" }) {
            try FileManager.default.setAttributes(
                [.ownerAccountID: nobody, .groupOwnerAccountID: nobody], ofItemAtPath: file)
        }
    }

    static func run(_ arguments: String...) async throws -> RunningProcess.Result {
        try await start(arguments).result()
    }

    static func start(_ arguments: String...) throws -> RunningProcess { try start(arguments) }

    private static func start(_ arguments: [String]) throws -> RunningProcess {
        try RunningProcess(
            BuiltProgram.worker.path, (isNeeded ? ["--as", "\(nobody)"] : []) + arguments,
            environment: TestGroup.current.environment)
    }

    /// A folder that is a group's container by its name, and belongs to another user.
    static func foreignContainer() throws -> (home: String, group: String) {
        guard isNeeded else { return ("/etc", "profile.d") }
        let group = TestGroup.current
        try group.registry.setSetting("k", to: 1)
        try own(group.container)
        return (group.home, "\(group.id)")
    }

    /// A folder of another user, in which this one is to make nothing.
    static func foreignFolder() throws -> String {
        guard isNeeded else { return "/etc" }
        let folder = try TestGroup.current.makeFolder("foreign")
        try own(folder)
        return folder
    }
}
