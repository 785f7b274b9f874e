import AppGroup
import Foundation
import TestSupport
import Testing

/// A `catalog-server` in a process of its own, and what its administrator does by the command line.
final class RealServer: @unchecked Sendable {
    private let files: TemporaryFolder
    var folder: String { files.path }
    let port: Int
    private let options: [String]
    private let certificate: TestCertificate?
    private var process: RunningProcess?

    var address: String { address(atPort: port) }

    /// Its address where something that listens on this port stands before it.
    func address(atPort port: Int) -> String {
        certificate == nil ? "http://127.0.0.1:\(port)" : "https://localhost:\(port)"
    }

    static let program = URL(filePath: Sandbox.program).deletingLastPathComponent().appending(path: "catalog-server")
        .path
    static let password = "correct horse battery"

    /// A server of a group, with the administrator `root`.
    ///
    /// - Parameter certificate: Its own, for TLS.
    init(group: String = "org.example.registry", certificate: TestCertificate? = nil, options: [String] = []) throws {
        self.options = options
        self.certificate = certificate
        files = try TemporaryFolder("real-server")
        port = try FreePort.take()
        try administer("init", "--group", group, "--administrator", "root", "--password-stdin", input: Self.password)
        try start()
    }

    func start() throws {
        let encryption = certificate.map { ["--tls-certificate", $0.file, "--tls-key", $0.key] } ?? []
        let process = try RunningProcess(
            Self.program, ["serve", "--data", "\(folder)/data", "--port", "\(port)"] + encryption + options,
            environment: ProcessEnvironment(environment), keeping: files)
        self.process = process
        try process.port()
    }

    /// What it wrote to its log since it was started last.
    var log: String { process?.errors ?? "" }

    func kill() { process?.kill() }

    /// Runs an administration command on the server's data.
    func administer(_ words: String..., input: String = "") throws { try administer(words, input: input) }

    func administer(_ words: [String], input: String = "") throws {
        let answer = try Finished.run(
            ["/bin/sh", "-c", #"printf %s "$INPUT" | exec "$0" "$@""#, Self.program] + words + [
                "--data", "\(folder)/data",
            ],
            environment: environment.merging(["INPUT": input]) { $1 })
        try #require(answer.status == 0, "\(answer.errors)")
    }

    private var environment: [String: String] { .plain.merging(["HOME": folder]) { $1 } }
}
