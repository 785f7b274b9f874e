import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// `Tests/Oracle/bad_server.py` in its own process, which ends with the last reference to it.
final class BadServer: Sendable {
    var folder: URL { files.url }
    private let files: TemporaryFolder
    let port: Int
    private let server: PythonServer
    private let scheme: String

    /// - Parameter isSecure: Whether it speaks https, with its own ``certificate``.
    init(isSecure: Bool = false) throws {
        files = try TemporaryFolder("visa-server")
        let folder = files.url
        scheme = isSecure ? "https" : "http"
        let own = [folder.appending(path: "certificate.pem").path, folder.appending(path: "key.pem").path]
        if isSecure {
            let openssl = Program(executable: URL(filePath: "/usr/bin/openssl"))
            let result = try openssl.run(
                ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
                    + ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
                    + ["-out", own[0], "-keyout", own[1]])
            try #require(result.status == 0, "\(result.errors)")
        }
        server = try PythonServer(
            Python.path(of: "bad_server.py"), [folder.path] + (isSecure ? own : []), keeping: files)
        port = try server.port
    }

    var certificate: String { folder.appending(path: "certificate.pem").path }

    func put(_ bytes: [UInt8], as name: String = "list.pdf") throws {
        try Data(bytes).write(to: folder.appending(path: name), options: .atomic)
    }

    /// The address of a file that is served in this way.
    func address(_ way: String = "plain", _ name: String = "list.pdf") -> String {
        "\(scheme)://127.0.0.1:\(port)/\(way)/\(name)"
    }

    /// Serves everything in this way from now on.
    func behave(_ way: String) throws { try put(Array(way.utf8), as: "behavior") }

    /// The requests so far: their header fields and their path.
    var requests: [[String: String]] {
        get throws {
            guard let data = try? Data(contentsOf: folder.appending(path: "requests")) else { return [] }
            return try data.split(separator: 10).map { try JSONDecoder().decode([String: String].self, from: $0) }
        }
    }

    /// Lets the answers in the way `held` continue.
    func go() throws { try put([], as: "go") }
}
