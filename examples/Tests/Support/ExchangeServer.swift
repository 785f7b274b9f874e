package import Foundation
import TestSupport
import Testing

/// `Tests/Exchange/server.py` in its own process, which ends with the last reference to it.
package final class ExchangeServer: @unchecked Sendable {
    package let folder: URL
    package let port: Int
    private let process: Process

    /// The folder of the tests of the examples.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// A Python with exchangelib, pyspnego and icalendar, which `scripts/setup test` makes.
    package static let python = folder.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: ".build/tools/exchangelib-5.6.0/bin/python")

    /// A user whom the server knows.
    package static let user = "EXAMPLE:anna@example.com:Пароль1"

    /// - Parameters:
    ///   - plan: What the server has and does, as JSON: see `world.py`.
    ///   - options: More options of the server.
    ///   - port: 0 for any.
    ///   - hostName: The name in the server's certificate, as an alternative name of OpenSSL.
    package init(
        plan: String = "{}", _ options: [String] = [], port: Int = 0, hostName: String = "IP:127.0.0.1"
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "exchange-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (certificate, key) = (
            folder.appending(path: "certificate.pem").path, folder.appending(path: "key.pem").path
        )
        let openssl = Program(executable: URL(filePath: "/usr/bin/openssl"))
        let made = try openssl.run(
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
                + [
                    "-subj", "/CN=Exchange", "-addext", "subjectAltName=\(hostName)", "-out", certificate, "-keyout",
                    key,
                ])
        try #require(made.status == 0, "\(made.talk)")
        try Data("\(Self.user)\n".utf8).write(to: folder.appending(path: "users"))
        process = Program(executable: Self.python).process(
            [
                Self.folder.appending(path: "Exchange/server.py").path, "--certificate", certificate, "--key", key,
                "--state", folder.path,
            ]
                + ["--plan", plan, "--port", "\(port)"] + options)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        self.port = try #require(
            Int(line.trimmingCharacters(in: .whitespacesAndNewlines)), "`make setup` installs exchangelib")
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Ends the server. Its port is free then.
    package func stop() {
        guard process.isRunning else { return }
        // Any gentler signal may be blocked in a process that the tests start.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    package var certificate: String { folder.appending(path: "certificate.pem").path }

    package var address: String { "https://127.0.0.1:\(port)/EWS/Exchange.asmx" }

    /// Lets the server fail from now on: see `server.py`.
    package func fail(_ faults: String) throws {
        try Data(faults.utf8).write(to: folder.appending(path: "faults"), options: .atomic)
    }

    /// A request that the server got.
    package struct Request: Decodable {
        package var time: Double
        package var operation: String?
        package var mailboxes: Int?
        package var active: Int?
        package var connection: Int?
        package var status: Int?
        package var message: Int?
    }

    /// The requests so far.
    package var requests: [Request] {
        get throws {
            let log = try Data(contentsOf: folder.appending(path: "log"))
            return try log.split(separator: 10).map { try JSONDecoder().decode(Request.self, from: $0) }
        }
    }

    /// A meeting in the user's calendar.
    package struct Meeting: Decodable, Equatable {
        package var id: String
        package var subject: String
        package var start: String
        package var end: String
        package var resources: [String]
        package var answers: [String: String]
    }

    /// The meetings that the server has.
    package var meetings: [Meeting] {
        get throws {
            try JSONDecoder().decode([Meeting].self, from: Data(contentsOf: folder.appending(path: "world")))
        }
    }
}
