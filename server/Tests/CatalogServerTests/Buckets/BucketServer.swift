import Foundation
import ObjectStorage
import ServerTestSupport
import TestSupport

@testable import CatalogServer

/// A catalog-server with its packages in a bucket of SeaweedFS, below a prefix of its own.
struct BucketServer: Sendable {
    let bucket: S3Server
    let prefix: String
    let server: RunningServer

    /// - Parameters:
    ///   - endpoint: The URL of the S3 server, if not its own.
    ///   - options: Further options of `serve`.
    ///   - launcher: A program that runs the server.
    init(
        endpoint: String? = nil, _ options: [String] = [], dataIn folder: TemporaryFolder? = nil,
        launcher: [String] = []
    ) async throws {
        bucket = try await S3Server.seaweed.value
        prefix = "server-\(UUID().uuidString)"
        server = try await RunningServer(
            options: ["--blobs", "s3://\(S3Server.bucket)/\(prefix)", "--s3-endpoint", endpoint ?? bucket.url]
                + options,
            launcher: ["/usr/bin/env"] + S3Server.environment.map { "\($0.key)=\($0.value)" } + launcher,
            dataIn: folder)
    }

    /// The bucket, reached without the server.
    func store() throws -> ObjectBlobStore {
        var settings = ObjectSettings(
            place: try ObjectPlace("s3://\(S3Server.bucket)/\(prefix)"), environment: S3Server.environment)
        settings.endpoint = bucket.url
        return try ObjectBlobStore(settings, scratch: "\(server.folder.path)/scratch")
    }

    /// The names of all objects, and those of the uploads that are not complete.
    func names() async throws -> (objects: [String], uploads: [String]) {
        let program = """
            objects = s3.list_objects_v2(Bucket=bucket, Prefix=given).get("Contents", [])
            uploads = s3.list_multipart_uploads(Bucket=bucket, Prefix=given).get("Uploads", [])
            answer = [[each["Key"].split("/")[-1] for each in found] for found in (objects, uploads)]
            """
        let answer: [[String]] = try await bucket.boto3(program, given: prefix)
        return (answer[0], answer[1])
    }
}
