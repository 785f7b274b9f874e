import Foundation
import Testing

/// An nginx for one test, with its own port and folder. Its answers are compared with those of catalog-server.
final class NginxServer: @unchecked Sendable {
    private let folder: BlobFolder
    private let process = Process()
    let url: String

    /// Starts nginx, serving the files in a folder.
    init(files: String) async throws {
        folder = try BlobFolder()
        let port = try Self.freePort()
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
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/configuration"))
        process.executableURL =
            URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../.build/tools/nginx/usr/sbin/nginx").standardized
        process.arguments = ["-p", folder.path, "-c", "\(folder.path)/configuration", "-e", "\(folder.path)/error"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<200 {
            if try await CurlAnswer([], url).status != 0 { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        try #require(Bool(false), "nginx does not start; `make setup` installs it.")
    }

    deinit {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    private static func freePort() throws -> UInt16 {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(number) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(number, pointer, length) == 0 && getsockname(number, pointer, &length) == 0
            }
        }
        try #require(port)
        return UInt16(bigEndian: address.sin_port)
    }
}
