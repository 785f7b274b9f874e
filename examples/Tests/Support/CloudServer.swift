import AppGroup
package import Foundation
import TestSupport
import Testing

/// A real server of files on this machine, by `Tests/Oracle/clouds.py`, which ends with the last reference to it.
package final class CloudServer: Sendable {
    package enum Kind: String, Sendable, CaseIterable { case apache, wsgidav, rclone, s3, ftp }

    package let kind: Kind
    package let port: Int
    private let folder: TemporaryFolder
    private let server: PythonServer

    /// The folder that it serves.
    package var served: URL { folder.url.appending(path: "served") }

    package init(_ kind: Kind, password: String = "") async throws {
        self.kind = kind
        folder = try TemporaryFolder("cloud")
        server = try await PythonServer(
            Python.path(of: "clouds.py"), [kind.rawValue, folder.path, password], keeping: folder)
        port = try server.port
    }

    /// The address of a WebDAV server.
    package var address: String { "http://127.0.0.1:\(port)\(kind == .apache ? "/dav" : "")" }

    /// The program rclone that `scripts/setup` has installed.
    package static let rclone = URL(filePath: Python.path(of: "clouds.py"))
        .appending(path: "../../../../.build/tools/clouds-1/bin/rclone").standardizedFileURL

    /// The served folder, as rclone names it with the settings of a section `cloud`.
    package var root: String {
        switch kind {
        case .s3: "cloud:bucket"
        case .ftp: "cloud:served"
        default: "cloud:"
        }
    }

    /// The settings of rclone that reach this server, as a section with this name.
    package func section(_ name: String, password: String = "") -> String {
        switch kind {
        case .ftp:
            "[\(name)]\ntype = ftp\nhost = 127.0.0.1\nport = \(port)\nuser = anonymous\npass = \(Self.obscured)\n"
        case .s3:
            "[\(name)]\ntype = s3\nprovider = Rclone\naccess_key_id = accesskey\nsecret_access_key = \(password)\n"
                + "endpoint = http://127.0.0.1:\(port)\nuse_multipart_uploads = false\n"
        default: "[\(name)]\ntype = webdav\nurl = \(address)\nvendor = other\n"
        }
    }

    /// The password `guest`, as `rclone obscure` writes it.
    private static let obscured = "LmXANKQ1lIfLRv5up_kHf6edNrLZ"
}
