import Accounts
import AppCatalog
import AppGroup
import Foundation
import ServerTestSupport
import PostgresClient
import TestSupport
import Testing

@testable import CatalogServer

/// The built `catalog-server`, serving its own folder on the loopback interface. Users are added to its database from outside,
/// like by the administration commands, with sessions that need no password.
final class RunningServer: @unchecked Sendable {
    let folder: TemporaryFolder
    let store: any CatalogStore
    private let options: [String]
    private let launcher: [String]
    private var server: ServedProgram?
    private(set) var url = ""

    /// - Parameters:
    ///   - launcher: A program that runs the server, such as `prlimit` with its options.
    ///   - database: The URL of the PostgreSQL database that the options name; `nil` for SQLite.
    init(
        options: [String] = [], launcher: [String] = [], dataIn folder: TemporaryFolder? = nil, database: String? = nil
    ) async throws {
        self.options = options
        self.launcher = launcher
        self.folder = try folder ?? TemporaryFolder()
        let group: AppGroup.GroupID = "org.example.family"
        if let database {
            let place = PostgresCatalogStore.Place(address: try PostgresAddress(database), connections: 2)
            store = try await PostgresCatalogStore.open(place, group: group)
        } else {
            store = try SQLiteCatalogStore(folder: self.folder.path, group: group)
        }
        _ = try await addUser("root", role: .administrator)
        try await start()
    }

    var identifier: Int32 { server?.identifier ?? 0 }

    /// The server's output to standard error.
    var log: String { server?.log ?? "" }

    /// Starts the server and waits until it listens.
    func start() async throws {
        let program = BuiltProgram.folder.appending(path: "catalog-server").path
        let server = try await ServedProgram(
            launcher + [program, "serve", "--data", folder.path, "--port", "0", "--log-level", "info"] + options,
            environment: ProcessInfo.processInfo.environment, keeping: folder)
        self.server = server
        url = "\(options.contains("--tls-certificate") ? "https" : "http")://127.0.0.1:\(server.port)"
    }

    /// Ends the server as a crash would.
    func kill() { _ = server?.end(SIGKILL) }

    /// Waits until the server has ended, and returns its status.
    func status() async throws -> Int32 { try await #require(server).status() }

    /// The server's resident anonymous memory in bytes.
    func residentMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
        let match = try #require(status.firstMatch(of: /RssAnon:\s+(\d+) kB/))
        return (Int(match.1) ?? 0) << 10
    }

    // MARK: - Users

    static var who: Attribution {
        Attribution(
            actor: "test", address: nil, moment: Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)))
    }

    /// A user who is logged in.
    struct Account: Sendable {
        let user: User
        let session: Session
        let token: String
        var header: [String] { ["-H", "Authorization: Bearer \(token)"] }
    }

    func addUser(_ name: String, role: AccountRole = .user) async throws -> Account {
        let user: User
        if let known = try await store.user(named: UserName(name)) {
            user = known
        } else {
            user = try await store.addUser(
                UserName(name), role: role, password: StoreFixture.hash("secret of \(name)"), by: Self.who)
        }
        let token = SessionToken()
        let session = Session(
            id: Session.ID(rawValue: "session-\(UUID().uuidString)"), user: user.id, client: "a test",
            created: Self.who.moment, lastUsed: Self.who.moment)
        try await store.addSession(session, of: user, token: token.hash, by: Self.who)
        return Account(user: user, session: session, token: token.text)
    }

    /// Grants a published package and waits until the server knows about the grant.
    @discardableResult
    func grant(_ package: AppID, to account: Account) async throws -> Grant {
        let grant = try await store.addGrant(
            of: .package(package), to: .user(account.user.name), channel: .beta, by: Self.who
        ).grant
        for _ in 0..<600 {
            if try await curl(account.header, "/v1/catalog").text.contains("\"\(package)\"") { return grant }
            try await Task.sleep(for: .milliseconds(50))
        }
        try #require(Bool(false), "The server does not see the grant.")
        return grant
    }

    // MARK: - Requests

    /// Sends a request with curl.
    func curl(_ arguments: [String], _ path: String) async throws -> CurlAnswer {
        try await CurlAnswer(arguments, path.hasPrefix("http") ? path : url + path)
    }

    /// Uploads a file in one request.
    func upload(_ package: SamplePackage, as account: Account) async throws -> CurlAnswer {
        try await curl(account.header + ["-T", package.path], "/v1/uploads/\(package.hash)")
    }

    /// Makes a release from an uploaded file.
    func release(
        _ package: SamplePackage, as account: Account, channel: ReleaseChannel = .stable, notes: String = ""
    ) async throws -> CurlAnswer {
        let wanted = PublishRequest(sha256: "\(package.hash)", channel: channel, notes: notes)
        let json = String(decoding: try JSONEncoder().encode(wanted), as: UTF8.self)
        return try await curl(account.header + ["-d", json], "/v1/releases")
    }

    /// Uploads a package and makes a release from it.
    @discardableResult
    func publish(_ package: SamplePackage, as account: Account) async throws -> CurlAnswer {
        let upload = try await upload(package, as: account)
        try #require(upload.status == 201, "\(upload)")
        let release = try await release(package, as: account)
        try #require(release.status == 201, "\(release)")
        return release
    }
}
