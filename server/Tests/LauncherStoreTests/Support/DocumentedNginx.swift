import AppGroup
import Foundation
import TestSupport
import Testing

/// A page of `docs` that has a configuration of nginx.
enum DocumentationPage: String, CaseIterable, Sendable {
    case server, cluster

    /// Where the servers are, on this page.
    var servers: [String] {
        switch self {
        case .server: ["127.0.0.1:8080"]
        case .cluster: ["10.0.0.11:8080", "10.0.0.12:8080"]
        }
    }

    /// The configuration on this page.
    var configuration: String {
        get throws {
            let page = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../../docs/\(rawValue).md").standardized
            let text = try String(contentsOf: page, encoding: .utf8)
            return try #require(text.firstMatch(of: /```nginx\n(.*?)```/.dotMatchesNewlines())).output.1.description
        }
    }
}

/// An nginx with the configuration of a page of `docs`, on a port of its own and with a folder of its own.
final class DocumentedNginx: Sendable {
    private let files: TemporaryFolder
    private var folder: String { files.path }
    private let process: RunningProcess

    var errors: String { (try? String(contentsOfFile: "\(folder)/errors", encoding: .utf8)) ?? "" }

    /// - Parameter server: The port of the one server that takes the place of all.
    init(_ page: DocumentationPage, port: Int, to server: Int, certificate: TestCertificate) throws {
        files = try TemporaryFolder("documented-nginx")
        let folder = files.path
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        var configuration = try page.configuration
        for (documented, here) in [
            ("listen 443 ssl", "listen 127.0.0.1:\(port) ssl"), ("/etc/ssl/tools.pem", certificate.file),
            ("/etc/ssl/private/tools.key", certificate.key),
        ] + page.servers.map({ ($0, "127.0.0.1:\(server)") }) {
            try #require(configuration.contains(documented))
            configuration = configuration.replacing(documented, with: here)
        }
        let user = getuid() == 0 ? "user root;" : ""
        let kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }
        let whole = """
            \(user) daemon off; pid \(folder)/pid; events {}
            http { access_log off; \(kept.joined(separator: " "))
            \(configuration)
            }
            """
        process = try RunningProcess(
            tests.appending(path: "../../../../.build/tools/nginx/usr/sbin/nginx").standardized.path,
            ["-p", folder, "-c", files.write("configuration", whole.utf8), "-e", "\(folder)/errors"],
            environment: ProcessEnvironment([:]), keeping: files)
        while try Finished.run(
            [
                "/usr/bin/curl", "-s", "-f", "-o", "/dev/null", "--cacert", certificate.file,
                "https://localhost:\(port)/readyz",
            ], environment: [:]
        ).status != 0 {
            try #require(process.isRunning, "nginx did not start: \(errors)")
            Thread.sleep(forTimeInterval: 0.05)
        }
    }

    // If it were killed, its workers would go on.
    deinit { process.end(by: SIGTERM) }
}
