import Foundation
import Synchronization
package import TestSupport
import Testing

/// A real server that speaks S3, with one bucket, for all tests of a process.
package final class S3Server: Sendable {
    package let url: String
    /// Where rclone keeps the objects as files.
    package let folder: TemporaryFolder
    package static let key = "test-key"
    package static let secret = "test secret/with+signs"
    package static let bucket = "bucket"
    private let process: RunningProcess

    /// What is in the environment of a program that uses the server.
    package static let environment = ["AWS_ACCESS_KEY_ID": key, "AWS_SECRET_ACCESS_KEY": secret]

    private init(_ process: RunningProcess, port: Int, folder: TemporaryFolder) {
        (self.process, self.folder, url) = (process, folder, "http://127.0.0.1:\(port)")
        Self.running.withLock { $0.append((process, folder.path)) }
        _ = Self.endWithTests
    }

    private static let running = Mutex<[(process: RunningProcess, folder: String)]>([])
    /// The servers live as long as the tests, and nothing else would end them or delete their files.
    private static let endWithTests = atexit {
        for (process, folder) in S3Server.running.withLock({ $0 }) {
            process.send(SIGKILL)
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    /// The folder of the programs that `scripts/setup test` installs.
    package static let tools = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../.build/tools/s3-1/bin").standardized.path

    /// SeaweedFS, which checks what it is sent. It is started once.
    package static let seaweed = Task { try await startSeaweed() }
    /// rclone, which checks little, and keeps each object as a file. It is started once.
    package static let rclone = Task { try await startRclone() }

    /// A server that ended instead of answering, with what it wrote last.
    private struct Ended: Error, CustomStringConvertible {
        let description: String
    }

    private static func startSeaweed() async throws -> S3Server {
        // Another program may have taken one of its ports meanwhile.
        for _ in 0..<3 { do { return try await startSeaweedOnce() } catch is Ended {} }
        return try await startSeaweedOnce()
    }

    private static func startSeaweedOnce() async throws -> S3Server {
        let folder = try TemporaryFolder()
        // It also listens at each of its ports plus 10,000.
        let ports = try (0..<5).map { _ in try FreePort.take(below: 20_000) }
        let identity = """
            {"identities": [{"name": "test", "credentials": [{"accessKey": "\(key)", "secretKey": "\(secret)"}],
            "actions": ["Admin", "Read", "Write", "List", "Tagging"]}]}
            """
        let configuration = try folder.write("s3.json", Array(identity.utf8))
        let process = try RunningProcess(
            "\(tools)/weed",
            [
                "-logtostderr=true", "server", "-dir=\(folder.path)", "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
                "-master.port=\(ports[0])",
                "-volume.port=\(ports[1])", "-filer", "-filer.port=\(ports[2])", "-s3", "-s3.port=\(ports[3])",
                "-s3.config=\(configuration)", "-volume.max=50", "-master.volumeSizeLimitMB=64",
                // Otherwise they are in /tmp, whatever the folder of temporary files is.
                "-filer.localSocket=\(folder.path)/filer.sock", "-s3.localSocket=\(folder.path)/s3.sock",
                // These would listen at ports of their own, which a second server could not have, or tell its makers about it.
                "-s3.port.iceberg=0", "-s3.port.lance=0", "-master.telemetry=false",
            ], environment: .current)
        let server = S3Server(process, port: ports[3], folder: folder)
        try await server.makeBucket()
        return server
    }

    private static func startRclone() async throws -> S3Server {
        let folder = try TemporaryFolder()
        let port = try FreePort.take()
        let process = try RunningProcess(
            "\(tools)/rclone",
            [
                "serve", "s3", "--config", "/dev/null", "--addr", "127.0.0.1:\(port)", "--auth-key", "\(key),\(secret)",
                "--vfs-cache-mode", "off", folder.path,
            ], environment: .current)
        let server = S3Server(process, port: port, folder: folder)
        try await server.makeBucket()
        return server
    }

    /// Waits until the server is ready, with boto3, and makes the bucket.
    private func makeBucket() async throws {
        let program = """
            import time
            answer = False
            for attempt in range(30):
                try:
                    # The attempt before may have made it.
                    try: s3.create_bucket(Bucket=bucket)
                    except s3.exceptions.ClientError: pass
                    s3.put_object(Bucket=bucket, Key="ready", Body=b"")
                    answer = True
                    break
                except Exception: time.sleep(0.1)
            """
        while process.isRunning { if try await boto3(program, given: true) { return } }
        throw Ended(description: "The S3 server ended: \(process.errors.suffix(2000))")
    }

    /// Runs a program with boto3's client `s3` and the bucket's name `bucket`. It reads `given` and sets `answer`.
    package func boto3<Answer: Decodable>(_ program: String, given: some Encodable) async throws -> Answer {
        let prelude = """
            import boto3, botocore.config
            config = botocore.config.Config(s3={"addressing_style": "path"}, retries={"max_attempts": 1})
            s3 = boto3.client("s3", endpoint_url="\(url)", region_name="us-east-1", aws_access_key_id="\(Self.key)",
                              aws_secret_access_key="\(Self.secret)", config=config)
            bucket = "\(Self.bucket)"

            """
        return try await Python.run(prelude + program, given: given, with: URL(filePath: "\(Self.tools)/python"))
    }
}
