import Foundation
import ServerTestSupport
import TestSupport
import Testing

/// An nginx for one test, with its own port and folder. Its answers are compared with those of catalog-server.
final class NginxServer: Sendable {
    private let process: RunningProcess
    let url: String

    /// Starts nginx, serving the files in a folder.
    init(files: String) async throws {
        let folder = try TemporaryFolder()
        let port = try FreePort.take()
        url = "http://127.0.0.1:\(port)"
        let configuration = """
            daemon off; worker_processes 1; pid \(folder.path)/pid; error_log \(folder.path)/error;
            user root;
            events { worker_connections 64; }
            http {
                access_log off; etag on; max_ranges 100;
                client_body_temp_path \(folder.path)/1; proxy_temp_path \(folder.path)/2; fastcgi_temp_path \(folder.path)/3;
                uwsgi_temp_path \(folder.path)/4; scgi_temp_path \(folder.path)/5;
                server { listen 127.0.0.1:\(port); root \(files); default_type application/octet-stream; }
            }
            """
        let text = getuid() == 0 ? configuration : configuration.replacing("user root;", with: "")
        let program = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../.build/tools/nginx/usr/sbin/nginx").standardized
        process = try RunningProcess(
            program.path,
            ["-p", folder.path, "-c", folder.write("configuration", text.utf8), "-e", "\(folder.path)/error"],
            environment: .current, keeping: folder)
        while try await CurlAnswer([], url).status == 0 {
            try #require(process.isRunning, "nginx does not start; `make setup` installs it.")
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    // If it were killed, its workers would go on.
    deinit { process.end(by: SIGTERM) }
}
