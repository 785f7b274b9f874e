import Accounts
import AppCatalog
import AppGroup
import Foundation
import ServerTestSupport
import Serving
import TestSupport

@testable import CatalogServer

/// The built `catalog-server`, serving the catalog of one test at a free port of this machine.
final class ServerProcess: Sendable {
    let folder: TemporaryFolder
    private let server: ServedProgram

    /// The program beside the tests.
    static let program = BuiltProgram.folder.appending(path: "catalog-server").path

    /// Starts the server and waits until it listens.
    ///
    /// - Parameters:
    ///   - folder: Where the catalog is or will be created.
    ///   - options: Further options of `serve`.
    ///   - environment: Its whole environment.
    init(
        in folder: TemporaryFolder, _ options: [String] = [], environment: [String: String] = .plain
    ) async throws {
        self.folder = folder
        server = try await ServedProgram(
            [Self.program, "serve", "--group", "com.example.tools", "--data", "\(folder.path)/data", "--port", "0"]
                + options,
            environment: environment, keeping: folder)
    }

    var port: Int { server.port }
    var url: String { server.url }
    var identifier: Int32 { server.identifier }
    var log: String { server.log }

    /// Sends a signal and waits until the server has ended: see ``ServedProgram/end(_:)``.
    @discardableResult
    func end(_ signal: Int32) -> Int32 { server.end(signal) }

    /// Waits until the server has ended by itself: see ``ServedProgram/status()``.
    func status() async throws -> Int32 { try await server.status() }

    /// Runs a command that administers the catalog.
    static func command(in folder: TemporaryFolder, _ arguments: String...) async throws -> Finished {
        try await command(in: folder, arguments)
    }

    static func command(in folder: TemporaryFolder, _ arguments: [String]) async throws -> Finished {
        try await Finished.run(
            [program] + arguments, environment: .plain.merging(["CATALOG_DATA": "\(folder.path)/data"]) { $1 })
    }

    /// Sends a request with curl.
    ///
    /// - Returns: The status and the body.
    func curl(_ path: String, _ options: String...) async throws -> (status: Int, body: String) {
        try await server.curl(path, options)
    }
}

extension StoreFixture {
    /// Adds a user with a session to a catalog on disk, without a server.
    static func logIn(_ name: String, role: AccountRole, in folder: TemporaryFolder) async throws -> SessionToken {
        let data = "\(folder.path)/data"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let store = try SQLiteCatalogStore(folder: data, group: AppGroup.GroupID("com.example.tools"))
        let who = Attribution.command()
        let user = try await store.addUser(UserName(name), role: role, password: hash("secret of \(name)"), by: who)
        let token = SessionToken()
        let session = Session(
            id: Session.ID(rawValue: "session-of-\(name)"), user: user.id, client: "a test", created: who.moment,
            lastUsed: who.moment)
        try await store.addSession(session, of: user, token: token.hash, by: who)
        try await store.close()
        return token
    }
}
