import AppGroup
import Foundation
import NIOCore
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import ObjectStorage

@Suite("Faults of S3 servers")
struct FaultTests {
    private let bytes: [UInt8]

    init() {
        var random = RandomSource(seed: 5)
        bytes = random.bytes(300_000)
    }

    private func put(_ store: ObjectBlobStore, _ server: ScriptedS3, _ bytes: [UInt8]) async throws -> BlobDigest {
        let hash = BlobDigest(sha256Of: bytes)
        try await store.put(file: try server.folder.write("upload", bytes), as: hash)
        return hash
    }

    @Test(
        "Storing and reading go on after failures that pass",
        arguments: ["503", "500", "hang up", "stall"])
    func insists(fault: String) async throws {
        let server = try await ScriptedS3([.init(when: "^PUT /bucket/prefix/[0-9a-f]{2}/", do: fault, times: 1)])
        let store = try server.store()
        let hash = try await put(store, server, bytes)
        try server.fail(.init(when: "^GET ", do: fault, times: 1))
        let blob = try #require(try await store.open(hash))
        try server.fail(.init(when: "^GET ", do: fault, times: 1))
        #expect(try await blob.digest() == hash)
    }

    @Test("A download that is cut off repeatedly arrives complete")
    func resumes() async throws {
        let server = try await ScriptedS3()
        let store = try server.store()
        let hash = try await put(store, server, bytes)
        let blob = try #require(try await store.open(hash))
        try server.fail(.init(when: "^GET ", do: "cut", times: 4))
        #expect(try await blob.digest() == hash)
    }

    @Test(
        "An upload begins again after a conflict, and if another object was in its way, and leaves no parts behind",
        arguments: ["409", "412"], [1000, 9 << 20])
    func beginsAgain(status: String, size: Int) async throws {
        let isLarge = size > 1 << 20
        let request = isLarge ? "^POST .*uploadId" : "^PUT /bucket/prefix/[0-9a-f]{2}/"
        let server = try await ScriptedS3([.init(when: request, do: status, times: 1)])
        var random = RandomSource(seed: 6)
        let bytes = random.bytes(size)
        let store = try server.store()
        let hash = try await put(store, server, bytes)
        #expect(try await store.open(hash)?.digest() == hash)
        if isLarge { #expect(server.requests.count { $0.hasPrefix("DELETE ") && $0.contains("uploadId") } == 1) }
        #expect(try await store.client.unfinished("").isEmpty)
    }

    @Test(
        "A conflict that does not pass ends an upload with a sentence, and nothing is published",
        arguments: [1000, 9 << 20])
    func givesUpAfterConflicts(size: Int) async throws {
        let server = try await ScriptedS3([
            .init(when: "^POST .*uploadId", do: "409", times: 100),
            .init(when: "^PUT /bucket/prefix/[0-9a-f]{2}/[^?]*$", do: "409", times: 100),
        ])
        var random = RandomSource(seed: 8)
        let bytes = random.bytes(size)
        let store = try server.store()
        let error = await #expect(throws: ObjectError.self) { try await put(store, server, bytes) }
        #expect(error?.description.contains("something else is changing the object") == true)
        #expect(try await store.size(of: BlobDigest(sha256Of: bytes)) == nil)
        #expect(try await store.client.unfinished("").isEmpty)
    }

    @Test("A wrong ETag of a part fails the upload, and nothing of it is published")
    func noticesWrongTag() async throws {
        let server = try await ScriptedS3([.init(when: "^PUT .*partNumber=2", do: "wrong part tag", times: 100)])
        var random = RandomSource(seed: 9)
        let bytes = random.bytes(17 << 20)
        let store = try server.store()
        let error = await #expect(throws: ObjectError.self) { try await put(store, server, bytes) }
        #expect(error?.description.contains("InvalidPart") == true)
        #expect(try await store.size(of: BlobDigest(sha256Of: bytes)) == nil)
        #expect(try await store.client.unfinished("").isEmpty)
    }

    @Test("An error inside a successful answer is not taken for a published file")
    func readsErrorInSuccess() async throws {
        let server = try await ScriptedS3([.init(when: "^POST .*uploadId", do: "error in success", times: 100)])
        var random = RandomSource(seed: 7)
        let large = random.bytes(9 << 20)
        let store = try server.store()
        await #expect(throws: (any Error).self) { try await put(store, server, large) }
        #expect(try await store.size(of: BlobDigest(sha256Of: large)) == nil)
    }

    @Test("A file that does not have its announced hash is not stored, whether it is small or large")
    func refusesOtherBytes() async throws {
        let server = try await ScriptedS3()
        let store = try server.store()
        for size in [1000, 9 << 20] {
            let file = try server.folder.write("upload", [UInt8](repeating: 1, count: size))
            let hash = BlobDigest(sha256Of: [UInt8(size & 1)])
            await expect(.hashMismatch) { try await store.put(file: file, as: hash) }
            #expect(try await store.size(of: hash) == nil)
        }
        #expect(try await store.client.unfinished("").isEmpty)
    }

    @Test("A slow reader of a large object soon holds little of it in memory, and all that it holds is counted")
    func countsWaiting() async throws {
        let server = try await ScriptedS3()
        var store = try server.store()
        let tally = ConnectionTally()
        store.tally = tally
        var random = RandomSource(seed: 10)
        let bytes = random.bytes(4 << 20)
        let hash = try await put(store, server, bytes)
        var blob = try await store.open(hash)
        _ = try await blob?.read(from: 0, count: 100 << 10)
        #expect(tally.waitingBytes > 512 << 10)
        // The beginning, and what is left of the transfer.
        #expect(await comesTrue { tally.waitingBytes <= 256 << 10 })
        #expect(tally.waitingBytes > 0)
        let digest = try await blob?.digest()
        #expect(digest == hash)
        blob = nil
        #expect(await comesTrue { tally.waitingBytes == 0 })
    }

    @Test("After a reader was too slow, the next parts of an object are requested 64 KiB at a time")
    func staysCautious() async throws {
        let server = try await ScriptedS3()
        var store = try server.store()
        let tally = ConnectionTally()
        store.tally = tally
        var random = RandomSource(seed: 12)
        let bytes = random.bytes(8 << 20)
        let hash = try await put(store, server, bytes)
        let blob = try #require(try await store.open(hash))
        _ = try await blob.read(from: 0, count: 100 << 10)
        #expect(await comesTrue { tally.waitingBytes <= 256 << 10 })
        let before = server.requests.count
        // 64 KiB are left of the first stream.
        let (start, part, count, size) = (164 << 10, 64 << 10, 8, 8 << 10)
        for offset in stride(from: 100 << 10, to: start + count * part, by: size) {
            let piece = try await blob.read(from: UInt64(offset), count: size)
            #expect(Array(piece.readableBytesView) == Array(bytes[offset..<offset + size]))
        }
        let requests = server.requests.dropFirst(before)
        #expect(requests.count == count)
        for (number, request) in requests.enumerated() {
            let first = start + number * part
            #expect(request.contains(" bytes=\(first)-\(first + part - 1) "))
        }
        // The reader may have paused only once: after 4 MiB, the rest comes in one transfer.
        let middle = server.requests.count
        #expect(try await blob.digest() == hash)
        #expect(server.requests.count - middle < 24)
    }

    @Test("While much waits in memory, no more of an object is requested than is wanted, but 64 KiB at least")
    func readsNothingAhead() async throws {
        let server = try await ScriptedS3()
        var store = try server.store()
        var limits = ConnectionLimits()
        limits.waitingBytes = 0
        store.tally = ConnectionTally(limits: limits)
        var random = RandomSource(seed: 11)
        let bytes = random.bytes(2 << 20)
        let hash = try await put(store, server, bytes)
        let before = server.requests.count
        #expect(try await store.open(hash)?.digest() == hash)
        // The beginning, and one request for each piece.
        #expect(server.requests.count - before == 9)
        let blob = try #require(try await store.open(hash))
        for offset in stride(from: 0, to: 256 << 10, by: 8 << 10) {
            _ = try await blob.read(from: UInt64(offset), count: 8 << 10)
        }
        #expect(server.requests.count - before == 9 + 4)
    }

    @Test("An object that is replaced while it is read is reported, and its other bytes are not given out")
    func noticesReplacement() async throws {
        let server = try await ScriptedS3()
        let store = try server.store()
        let hash = try await put(store, server, bytes)
        let blob = try #require(try await store.open(hash))
        try server.fail(.init(when: "^GET ", do: "other tag", times: 100))
        let error = await #expect(throws: ObjectError.self) { try await blob.digest() }
        #expect(error?.description.contains("was replaced while it was being read") == true)
    }

    @Test(
        "A failure that does not pass has a sentence that names it",
        arguments: [
            ("skew", "the clock of this machine is 20 minutes behind"), ("denied", "does not allow these credentials"),
            ("expired", "The credentials for 127.0.0.1"), ("other sum", "stored different bytes"),
            ("503", "at the moment: status 503"),
        ])
    func explains(fault: String, sentence: String) async throws {
        let server = try await ScriptedS3([.init(when: "^PUT ", do: fault, times: 100)])
        let store = try server.store()
        do {
            _ = try await put(store, server, bytes)
            Issue.record("Nothing was thrown")
        } catch {
            #expect("\(error)".contains(sentence), "\(error)")
        }
    }

    @Test("Expired credentials are fetched again from the program that gives them, and the request succeeds")
    func renewsCredentials() async throws {
        let server = try await ScriptedS3([.init(when: "^PUT ", do: "expired", times: 1)])
        let program = "\(server.folder.path)/program"
        try ProgramFile.write(
            """
            #!/bin/sh
            echo x >> "\(server.folder.path)/calls"
            echo '{"Version": 1, "AccessKeyId": "K", "SecretAccessKey": "S", "SessionToken": "T'$(wc -l < "\(server.folder.path)/calls")'"}'
            """, to: program)
        let file = try server.folder.write(
            "credentials", Array("[default]\ncredential_process = \"\(program)\" --flag\n".utf8))
        let store = try server.store(["AWS_SHARED_CREDENTIALS_FILE": file, "PATH": "/usr/bin:/bin"])
        _ = try await put(store, server, bytes)
        #expect(server.requests.contains { $0.hasSuffix(" T2") })
    }
}
