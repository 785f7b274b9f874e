import AppGroup
import Foundation
import NIOCore
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import ObjectStorage

@Suite("Objects of a bucket, for other clients", .serialized)
struct OtherClientTests {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case seaweed, rclone

        var testDescription: String { rawValue }
        var server: S3Server {
            get async throws { try await (self == .seaweed ? S3Server.seaweed : S3Server.rclone).value }
        }
    }

    private let folder: TemporaryFolder
    private let prefix = "others-\(UUID().uuidString)"
    private let files: [[UInt8]]

    init() throws {
        folder = try TemporaryFolder()
        var random = RandomSource(seed: 12)
        // Nothing, one request, and parts.
        files = [0, 100_000, 17 << 20].map { random.bytes($0) }
    }

    private func store(_ server: S3Server, ahead seconds: Int64 = 0) throws -> ObjectBlobStore {
        var settings = ObjectSettings(
            place: try ObjectPlace("s3://\(S3Server.bucket)/\(prefix)"), environment: S3Server.environment)
        settings.endpoint = server.url
        let client = try ObjectClient(settings) { Timestamp(milliseconds: Timestamp.now.milliseconds + seconds * 1000) }
        return ObjectBlobStore(client, scratch: "\(folder.path)/scratch")
    }

    @Test("boto3 reads the objects that we have written, completely and in part", arguments: Kind.allCases)
    func areRead(kind: Kind) async throws {
        let server = try await kind.server
        let store = try store(server)
        var keys: [String] = []
        for bytes in files {
            let hash = BlobDigest(sha256Of: bytes)
            try await store.put(file: try folder.write("upload", bytes), as: hash)
            keys.append(store.key(of: hash))
        }
        let program = """
            import hashlib
            answer = []
            for key in given:
                s3.download_file(bucket, key, sys.argv[2] + ".file")
                whole = open(sys.argv[2] + ".file", "rb").read()
                head = s3.head_object(Bucket=bucket, Key=key)
                answer.append([hashlib.sha256(whole).hexdigest(), str(head["ContentLength"])])
            part = s3.get_object(Bucket=bucket, Key=given[2], Range="bytes=8388600-8388699")["Body"].read()
            listed = [each["Key"] for each in s3.list_objects_v2(Bucket=bucket, Prefix=given[0][:given[0].index("/")])["Contents"]]
            answer += [[part.hex()], sorted(listed)]
            """
        let answer: [[String]] = try await server.boto3(program, given: keys)
        #expect(answer.prefix(3) == files.map { ["\(BlobDigest(sha256Of: $0))", "\($0.count)"] }[...])
        #expect(answer[3] == [files[2][8_388_600..<8_388_700].hexadecimal])
        #expect(answer[4] == keys.sorted())
    }

    @Test("How long an upload has been unfinished is judged by the clock of the bucket's server")
    func isJudged() async throws {
        let server = try await S3Server.seaweed.value
        let (early, late) = (try store(server, ahead: -600), try store(server, ahead: 600))
        let key = early.key(of: BlobDigest(sha256Of: [1]))
        let _: Bool = try await server.boto3(
            "s3.create_multipart_upload(Bucket=bucket, Key=given); answer = True", given: key)
        #expect(try await late.dropUnfinished(idle: 300_000) == 0)
        // That clock is read to the second.
        #expect(try await early.dropUnfinished(idle: -5000) == 1)
    }

    @Test("Objects that boto3 has written, even in parts, are read, listed and deleted", arguments: Kind.allCases)
    func areWritten(kind: Kind) async throws {
        let server = try await kind.server
        let store = try store(server)
        let hashes = files.map { BlobDigest(sha256Of: $0) }
        let given = try zip(hashes, files).map { hash, bytes in
            [store.key(of: hash), try folder.write("\(hash)", bytes)]
        }
        let program = """
            from boto3.s3.transfer import TransferConfig
            config = TransferConfig(multipart_threshold=5 << 20, multipart_chunksize=5 << 20)
            for key, path in given: s3.upload_file(path, bucket, key, Config=config)
            answer = True
            """
        let _: Bool = try await server.boto3(program, given: given)
        for (hash, bytes) in zip(hashes, files) {
            #expect(try await store.size(of: hash) == UInt64(bytes.count))
            let blob = try #require(try await store.open(hash))
            #expect(blob.size == UInt64(bytes.count))
            #expect(try await blob.digest() == hash)
            let part = try await blob.read(from: UInt64(bytes.count / 2), count: 1000)
            #expect(Array(buffer: part) == Array(bytes[(bytes.count / 2)...].prefix(1000)))
            let first = try #require(hash.bytes.first)
            #expect(try await store.hashes(beginningWith: first) == [hash])
            #expect(try await store.delete(hash))
            #expect(try await store.size(of: hash) == nil)
        }
    }

    @Test("A server refuses requests of a machine whose clock is wrong by 20 minutes, and the sentence says so")
    func refusesWrongClock() async throws {
        let server = try await S3Server.seaweed.value
        for (seconds, word) in [(20 * 60, "20 minutes ahead of"), (-20 * 60, "20 minutes behind")] as [(Int64, String)]
        {
            let store = try store(server, ahead: seconds)
            let error = await #expect(throws: ObjectError.self) {
                try await store.put(file: try folder.write("upload", files[1]), as: BlobDigest(sha256Of: files[1]))
            }
            #expect(
                error?.code == .credentials && error?.description.contains(word) == true, "\(error?.description ?? "")")
        }
    }
}
