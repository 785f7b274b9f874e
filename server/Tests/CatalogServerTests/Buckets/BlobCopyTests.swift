import Foundation
import NIOCore
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("Copies of packages from one place to another", .timeLimit(.minutes(20)))
struct BlobCopyTests {
    private let folder: TemporaryFolder
    private let prefix = "copy-\(UUID().uuidString)"

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/tmp", withIntermediateDirectories: false)
    }

    /// A folder with some blobs. The largest one goes into a bucket in parts.
    private func filled() async throws -> [BlobDigest] {
        let store = try DiskBlobStore(folder: "\(folder.path)/blobs")
        var random = RandomSource(seed: 11)
        var hashes: [BlobDigest] = []
        for size in [0, 1, 5000, 9 << 20] {
            hashes.append(try await store.put(OneBuffer(ByteBuffer(bytes: random.bytes(size))), limit: 1 << 30).hash)
        }
        return hashes
    }

    private func words(_ from: String, _ to: String, _ url: String) -> [String] {
        [ServerProcess.program, "copy", "--blobs-from", from, "--blobs-to", to, "--s3-endpoint", url]
    }

    private var environment: [String: String] {
        S3Server.environment.merging(["PATH": "/usr/bin:/bin", "TMPDIR": "\(folder.path)/tmp"]) { $1 }
    }

    private func copy(_ from: String, _ to: String, in variables: [String: String] = [:]) async throws -> Finished {
        let url = try await S3Server.seaweed.value.url
        return try await Finished.run(words(from, to, url), environment: environment.merging(variables) { $1 })
    }

    private var bucket: String { "s3://\(S3Server.bucket)/\(prefix)" }
    private func place(_ hash: BlobDigest) -> String { "\(hash.description.prefix(2))/\(hash)" }

    /// The names of files on their way.
    private var scratch: [String] {
        get throws {
            try [folder.path, "\(folder.path)/tmp"].flatMap { try FileManager.default.contentsOfDirectory(atPath: $0) }
                .filter { $0.hasPrefix(".catalog-copy-") }
        }
    }

    @Test("Packages are copied into a bucket and back, and damaged files in the target are copied again")
    func repairs() async throws {
        let hashes = try await filled()
        let (source, back) = ("\(folder.path)/blobs", "\(folder.path)/back/blobs")
        let there = try await copy(source, bucket)
        #expect(there.status == 0 && there.errors.contains("Copied 4 packages and icons."), "\(there.errors)")
        let server = try await S3Server.seaweed.value
        // Of the same size, so that only reading shows it.
        let _: Bool = try await server.boto3(
            "s3.put_object(Bucket=bucket, Key=given, Body=b'x' * 5000); answer = True",
            given: "\(prefix)/\(place(hashes[2]))")
        // A variable that is empty counts as one that is not set.
        let again = try await copy(source, bucket, in: ["TMPDIR": ""])
        #expect(again.status == 0 && again.errors.contains("Copied 0 packages"), "\(again.errors)")
        #expect(again.errors.contains("Replaced 1 damaged file in \(bucket)"), "\(again.errors)")

        #expect(try await copy(bucket, back).status == 0)
        for hash in hashes.suffix(2) {
            try Data(repeating: 7, count: 5000).write(to: URL(filePath: "\(back)/\(place(hash))"))
        }
        let repaired = try await copy(bucket, back)
        #expect(repaired.status == 0 && repaired.errors.contains("Replaced 2 damaged files"), "\(repaired.errors)")
        for hash in hashes {
            let files = try [source, back].map { try Data(contentsOf: URL(filePath: "\($0)/\(place(hash))")) }
            #expect(files[0] == files[1])
        }
        #expect(try scratch.isEmpty)
    }

    @Test("Nothing is made in the folder that packages are copied from")
    func leavesSource() async throws {
        let hashes = try await filled()
        let source = "\(folder.path)/blobs"
        try FileManager.default.removeItem(atPath: "\(source)/new")
        let copied = try await Finished.run([
            ServerProcess.program, "copy", "--blobs-from", source, "--blobs-to", "\(folder.path)/to/blobs",
        ])
        #expect(copied.status == 0 && copied.errors.contains("Copied \(hashes.count) packages"), "\(copied.errors)")
        #expect(!FileManager.default.fileExists(atPath: "\(source)/new"))
    }

    @Test("Packages are copied only into a place of the same catalog, and a new place becomes one")
    func keepsOwner() async throws {
        let hashes = try await filled()
        let source = "\(folder.path)/blobs"
        try await DiskBlobStore(folder: source).setOwner("com.example.tools 1", replacing: false)
        func copy(_ path: String) async throws -> Finished {
            try await Finished.run([ServerProcess.program, "copy", "--blobs-from", source, "--blobs-to", path])
        }
        let (new, other) = ("\(folder.path)/new", "\(folder.path)/other")
        for _ in 0..<2 {
            let copied = try await copy(new)
            #expect(copied.status == 0 && copied.errors.contains("\(hashes.count) files"), "\(copied)")
            #expect(try await DiskBlobStore(reading: new).owner() == "com.example.tools 1")
        }
        let foreign = try DiskBlobStore(folder: other)
        try await foreign.setOwner("com.example.tools 2", replacing: false)
        let refused = try await copy(other)
        #expect(refused.status == 78, "\(refused)")
        for part in ["com.example.tools 1", "com.example.tools 2", "--blobs-to", "package adopt"] {
            #expect(refused.errors.contains(part), "\(refused)")
        }
        #expect(try await foreign.isEmpty())
        #expect(try await foreign.owner() == "com.example.tools 2")
    }

    @Test(
        "Packages are not copied into a place that names no catalog and has others, or names one unlike the old place",
        arguments: [("com.example.tools 1", nil), (nil, nil), (nil, "com.example.tools 1")] as [(String?, String?)])
    func refusesForeign(from: String?, to: String?) async throws {
        _ = try await filled()
        let (source, other) = ("\(folder.path)/blobs", "\(folder.path)/other")
        if let from { try await DiskBlobStore(folder: source).setOwner(from, replacing: false) }
        let foreign = try DiskBlobStore(folder: other)
        if let to { try await foreign.setOwner(to, replacing: false) }
        let package = try await foreign.put(OneBuffer(ByteBuffer(string: "of another catalog")), limit: 100).hash
        let files = try folder.files().keys.sorted()
        func copy() async throws -> Finished {
            try await Finished.run([ServerProcess.program, "copy", "--blobs-from", source, "--blobs-to", other])
        }
        let refused = try await copy()
        #expect(refused.status == 78 && refused.errors.contains("package adopt"), "\(refused)")
        #expect(try folder.files().keys.sorted() == files)
        #expect(try await foreign.owner() == to)
        guard to == nil else { return }

        // As if a copy by an older release had been interrupted.
        _ = try await foreign.delete(package)
        let part = try await DiskBlobStore(folder: source).put(OneBuffer(ByteBuffer(string: "a part")), limit: 10).hash
        _ = try await foreign.put(OneBuffer(ByteBuffer(string: "a part")), limit: 10, expecting: part)
        #expect(try await copy().status == 0)
        #expect(try await foreign.owner() == from)
    }

    @Test("A damaged file of the source is named, and everything else is copied")
    func namesDamaged() async throws {
        let hashes = try await filled()
        try Data(repeating: 7, count: 5000).write(to: URL(filePath: "\(folder.path)/blobs/\(place(hashes[2]))"))
        let target = "\(folder.path)/new/blobs"
        let copied = try await copy("\(folder.path)/blobs", target)
        #expect(copied.status == 65 && copied.errors.contains("The bytes of \(hashes[2])"), "\(copied.errors)")
        for hash in hashes {
            #expect(FileManager.default.fileExists(atPath: "\(target)/\(place(hash))") == (hash != hashes[2]))
        }
    }

    @Test("A copy from a folder without packages ends with status 66 and names the folder to use")
    func needsPackages() async throws {
        _ = try await filled()
        let target = "\(folder.path)/new/blobs"
        let mistaken = try await copy(folder.path, target)
        #expect(mistaken.status == 66, "\(mistaken)")
        #expect(mistaken.errors.contains("correct --blobs-from to \(folder.path)/blobs."), "\(mistaken)")
        let empty = try await copy("\(folder.path)/tmp", target)
        #expect(empty.status == 66 && empty.errors.contains("correct --blobs-from"), "\(empty)")
        #expect(!mistaken.errors.contains("Copied") && !empty.errors.contains("Copied"))
    }

    @Test("A catalog without releases is copied together with its folder without packages")
    func copiesEmpty() async throws {
        let store = try SQLiteCatalogStore(folder: folder.path, group: "com.example.tools")
        try await store.close()
        let places = ["--from", "sqlite:\(folder.path)", "--to", "sqlite:\(folder.path)/new"]
        let blobs = ["--blobs-from", "\(folder.path)/tmp", "--blobs-to", "\(folder.path)/new/blobs"]
        let copied = try await Finished.run(
            [ServerProcess.program, "copy"] + places + blobs, environment: environment)
        #expect(copied.status == 0 && copied.errors.contains("Copied 0 packages"), "\(copied)")
    }

    /// A store that loses a blob after it was listed: before it is opened, or while it is read.
    private struct LosingBlobs: ForwardingBlobStore {
        let origin: DiskBlobStore
        let lost: BlobDigest
        let isOpened: Bool

        private struct Lost: OpenBlob {
            let size: UInt64

            func read(from offset: UInt64, count: Int) async throws -> ByteBuffer { throw ServiceError.notFound }
        }

        func open(_ hash: BlobDigest) async throws -> (any OpenBlob)? {
            guard hash == lost, let size = try await origin.size(of: hash) else { return try await origin.open(hash) }
            _ = try await origin.delete(hash)
            return isOpened ? Lost(size: size) : nil
        }
    }

    @Test("A file that is deleted from the source in the meantime is not called damaged", arguments: [false, true])
    func tellsDeleted(isOpened: Bool) async throws {
        let hashes = try await filled()
        // Of the same size as before, so that only reading it shows the damage.
        try Data(repeating: 7, count: 5000).write(to: URL(filePath: "\(folder.path)/blobs/\(place(hashes[2]))"))
        let source = LosingBlobs(
            origin: try DiskBlobStore(folder: "\(folder.path)/blobs"), lost: hashes[1], isOpened: isOpened)
        let target = try DiskBlobStore(folder: "\(folder.path)/target")
        let copy = BlobCopy(source: source, target: target, scratch: "\(folder.path)/scratch")
        let outcome = try await copy.run()
        #expect(outcome.gone == 1 && outcome.damaged == [hashes[2]] && outcome.copied == 2)
        #expect(outcome.source == outcome.target && outcome.source.count == 2)
        #expect(try await target.size(of: hashes[1]) == nil)
    }

    @Test("A copy that was killed resumes, and nothing of it is left behind")
    func goesOn() async throws {
        let hashes = try await filled()
        let server = try await S3Server.seaweed.value
        let proxy = try await HoldingProxy(server)
        try proxy.hold()
        let arguments = words("\(folder.path)/blobs", bucket, proxy.url)
        let (process, _, _) = try Finished.start(arguments, environment: environment)
        #expect(await comesTrue { proxy.isHeld || !process.isRunning })
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try proxy.goOn()
        #expect(try scratch.count == 1)
        let again = try await copy("\(folder.path)/blobs", bucket)
        #expect(again.status == 0 && again.errors.contains("4 files"), "\(again.errors)")
        #expect(try scratch.isEmpty)
        let size: Int = try await server.boto3(
            "answer = s3.head_object(Bucket=bucket, Key=given)['ContentLength']", given: "\(prefix)/\(place(hashes[3]))"
        )
        #expect(size == 9 << 20)
    }

    @Test("Messages about a place of the catalog name the option whose value it is")
    func namesOption() async throws {
        let sqlite = "sqlite:\(folder.path)/catalog"
        for (from, to, option) in [
            ("postgres://ada:secret@x/y", sqlite, "--from"), ("postgres://x/y?nonsense=1", sqlite, "--from"),
            ("mysql://x/y", sqlite, "--from"),
        ] {
            let finished = try await Finished.run(
                [ServerProcess.program, "copy", "--from", from, "--to", to], environment: environment)
            #expect(finished.status != 0 && finished.errors.contains(option), "\(finished.errors)")
            #expect(!finished.errors.contains("--database") && !finished.errors.contains("secret"))
        }
        let store = try SQLiteCatalogStore(folder: "\(folder.path)", group: "com.example.tools")
        try await store.close()
        for to in ["postgres://ada:secret@x/y", "mysql://x/y"] {
            let finished = try await Finished.run(
                [ServerProcess.program, "copy", "--from", "sqlite:\(folder.path)", "--to", to], environment: environment
            )
            #expect(finished.status != 0 && finished.errors.contains("--to"), "\(finished.errors)")
            #expect(!finished.errors.contains("--database") && !finished.errors.contains("secret"))
        }
    }
}
