package import Foundation
package import TestSupport
import Testing

/// The scripts of `Tests/Exchange`, and the Python that has what they need.
package enum Exchange {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// Python with exchangelib, pyspnego and icalendar, which `scripts/setup test` installs.
    package static let interpreter = folder.appending(path: "../../../.build/tools/exchangelib-5.6.0/bin/python")
        .standardized

    /// The path of a script.
    package static func path(of script: String) -> String {
        folder.appending(path: "../Exchange/\(script)").standardized.path
    }

    /// Starts a script that prints its port first, and then a line for each request.
    package static func serve(_ script: String, _ arguments: [String] = []) throws -> PythonServer {
        try PythonServer(path(of: script), arguments, with: interpreter)
    }

    /// Makes a certificate that signs itself, for `localhost`, 127.0.0.1 and other names.
    /// - Returns: The paths of the certificate and of its key.
    package static func makeCertificate(
        in folder: URL, names: [String] = [], name: String = "localhost", options: [String] = ["-newkey", "rsa:2048"]
    ) throws -> (certificate: String, key: String) {
        let files = (folder.appending(path: "\(name).pem").path, folder.appending(path: "\(name).key").path)
        let alternatives = (["localhost"] + names).map { "DNS:\($0)" }.joined(separator: ",")
        let result = try Program(executable: URL(filePath: "/usr/bin/openssl")).run(
            ["req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-out", files.0, "-keyout", files.1]
                + ["-addext", "subjectAltName=\(alternatives),IP:127.0.0.1"] + options)
        try #require(result.status == 0, "\(result.errors)")
        return files
    }
}

/// `Tests/Exchange/server.py` in its own process, which ends with the last reference to it.
package final class ExchangeServer: Sendable {
    /// The server's folder: its certificate, its users, its log and the faults it shall have.
    package var folder: URL { files.url }
    private let files: TemporaryFolder

    /// Its port on 127.0.0.1.
    package let port: Int

    /// The certificate that it shows, which signs itself.
    package let certificate: String

    private let server: PythonServer

    /// - Parameters:
    ///   - plan: What the server knows and how it behaves, as JSON: see `world.py`.
    ///   - ways: How users log in.
    ///   - bindsChannel: Whether logins must be bound to the certificate.
    ///   - port: Its port; 0 for any.
    ///   - days: From when until when its certificate is valid, in days from now; nil for today and tomorrow.
    ///   - prepare: Gets the path of the certificate before the server starts.
    package init(
        plan: String = #"{"rooms": 10}"#, ways: String = "ntlm", bindsChannel: Bool = false, names: [String] = [],
        user: String = "EXAMPLE:anna:Пароль1", port: Int = 0, days: ClosedRange<Int>? = nil,
        prepare: (String) throws -> Void = { _ in }
    ) throws {
        files = try TemporaryFolder("exchange")
        let own = try Exchange.makeCertificate(in: files.url, names: names)
        if let days {
            let result = try Program(executable: Exchange.interpreter).run([
                Exchange.path(of: "dated_certificate.py"), own.certificate, own.key, "\(days.lowerBound)",
                "\(days.upperBound)",
            ])
            try #require(result.status == 0, "\(result.errors)")
        }
        certificate = own.certificate
        try prepare(certificate)
        try files.write("users", "\(user)\n".utf8)
        let arguments = [
            "--certificate", own.certificate, "--key", own.key, "--state", files.path,
            "--auth", ways, "--plan", plan, "--port", String(port),
        ]
        server = try PythonServer(
            Exchange.path(of: "server.py"), arguments + (bindsChannel ? ["--binding"] : []),
            with: Exchange.interpreter, keeping: files)
        self.port = try server.port
    }

    /// Ends it. Its port is free then.
    package func stop() { server.process.kill() }

    /// Where it listens.
    package var address: String { "https://localhost:\(port)/EWS/Exchange.asmx" }

    /// Gives it faults, as JSON: see `server.py`.
    package func setFaults(_ faults: String) throws {
        try Data(faults.utf8).write(to: folder.appending(path: "faults"), options: .atomic)
    }

    /// What it wrote about each request that has ended.
    package var log: [[String: Any]] {
        get throws {
            let data = try Data(contentsOf: folder.appending(path: "log"))
            return try data.split(separator: 10).map {
                try #require(try JSONSerialization.jsonObject(with: $0) as? [String: Any])
            }
        }
    }

    /// The meetings that it has.
    package var meetings: [[String: Any]] {
        get throws {
            let data = try Data(contentsOf: folder.appending(path: "world"))
            return try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        }
    }
}
