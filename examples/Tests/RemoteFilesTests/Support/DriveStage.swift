import AppGroup
import Downloading
import ExamplesTestSupport
import Foundation
import RemoteFiles
import TestSupport
import Testing

/// A drive of a kind, with its server, and files to put there.
final class DriveStage {
    let drive: any RemoteDrive
    private let server: CloudServer?
    private let folder: TemporaryFolder
    private let served: URL
    private let configuration: URL

    init(_ kind: DriveTests.Kind) async throws {
        folder = try TemporaryFolder("drive")
        configuration = folder.url.appending(path: "rclone.conf")
        guard let place = Self.place(kind) else {
            served = folder.url.appending(path: "served")
            try FileManager.default.createDirectory(at: served, withIntermediateDirectories: true)
            (drive, server) = (FolderDrive(served.path), nil)
            return
        }
        let server = try await CloudServer(place, password: place == .s3 ? "secret-of-s3" : "")
        self.server = server
        served = server.served
        try Data(server.section("cloud", password: "secret-of-s3").utf8).write(to: configuration)
        var client = WebClient(userAgent: "tests", patience: Patience(silence: 600))
        client.proxy = .none
        switch kind {
        case .s3, .ftp:
            if kind == .s3 {
                try FileManager.default.createDirectory(
                    at: served.appending(path: "bucket"), withIntermediateDirectories: true)
            }
            let remote = server.root
            let rclone = try RcloneServer(
                client: client, program: CloudServer.rclone.path, configuration: configuration.path)
            drive = try #require(RcloneDrive(rclone, remote: remote))
        default:
            let address = try #require(WebAddress(server.address))
            let place = try #require(WebDAVServer(address))
            drive = WebDAVDrive(place, client: client)
        }
    }

    private static func place(_ kind: DriveTests.Kind) -> CloudServer.Kind? {
        switch kind {
        case .folder: nil
        case .apache: .apache
        case .wsgidav: .wsgidav
        case .rcloneWebDAV: .rclone
        case .s3: .s3
        case .ftp: .ftp
        }
    }

    func bytes(_ count: Int) -> [UInt8] {
        var source = RandomSource(seed: 29)
        return (0..<count).map { _ in .random(in: 0...255, using: &source) }
    }

    /// A file with these bytes on this machine.
    func file(_ bytes: [UInt8]) throws -> String {
        try folder.write(UUID().uuidString, bytes)
    }

    /// Where the server has a file.
    func servedFile(_ name: String) -> URL { served.appending(path: name) }

    /// The names at the root of the server, hidden ones too, but not those that Apache keeps for itself.
    var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: served.path).filter { $0 != ".DAV" }.sorted()
        }
    }

    @discardableResult
    func read(_ path: RemotePath) throws -> [UInt8] {
        let receiver = BeginningReceiver()
        try drive.read(path, from: 0, ifStill: nil, limit: nil, to: receiver)
        return receiver.bytes
    }

    /// Makes all files an hour older.
    func age() throws {
        let date = Date(timeIntervalSinceNow: -3600)
        for case let file as URL in try #require(
            FileManager.default.enumerator(at: served, includingPropertiesForKeys: nil))
        {
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        }
    }

    /// The paths and sizes of the files on the server, as the program rclone sees them; nil without a server.
    func seenByRclone() async throws -> [[String]]? {
        guard let server else { return nil }
        let words = [
            "--config", configuration.path, "lsf", "--recursive", "--files-only", "--format", "ps", "--separator", "\t",
            server.root,
        ]
        let result = try await RunningProcess.run(CloudServer.rclone.path, words)
        try #require(result.ending == .exit(0), "\(result.errors)")
        return result.lines.map { $0.split(separator: "\t").map(String.init) }
    }
}
