import Foundation
import ServerTestSupport

/// Where a server keeps its data.
enum ServerPlace: String, CaseIterable, Sendable {
    case folder
    case postgresAndBucket

    /// Starts a server that keeps its data there, in a database and a bucket with nothing else in them.
    func start() async throws -> RunningServer {
        guard self == .postgresAndBucket else { return try await RunningServer() }
        let url = try await SharedPostgres.all.value.debian15.makeDatabase()
        let bucket = try await S3Server.seaweed.value
        return try await RunningServer(
            options: [
                "--database", url, "--blobs", "s3://\(S3Server.bucket)/\(UUID().uuidString)", "--s3-endpoint",
                bucket.url,
                "--s3-path-style",
            ], launcher: ["/usr/bin/env"] + S3Server.environment.map { "\($0)=\($1)" }, database: url)
    }
}
