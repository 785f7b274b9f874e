import Foundation
import NIOCore
import PackageCorpus
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("The install manifest for iOS")
struct InstallManifestTests {
    private struct Read: Decodable {
        let url: String
        let icons: [String]
        let hashes: [String]
        let size: Int
        let title: String
        let version: String
        let id: String
    }

    private static let reader = """
        import plistlib
        item = plistlib.loads(given.encode())["items"][0]
        assets = {}
        for asset in item["assets"]: assets.setdefault(asset["kind"], []).append(asset)
        package = assets["software-package"][0]
        answer = {
            "url": package["url"], "hashes": package["sha256s"], "size": package["sha256-size"],
            "icons": [asset["url"] for kind in ("display-image", "full-size-image") for asset in assets.get(kind, [])],
            "title": item["metadata"]["title"], "version": item["metadata"]["bundle-version"],
            "id": item["metadata"]["bundle-identifier"]}
        """

    @Test(
        "Python's plistlib reads the manifest back for any name of the app",
        arguments: ["Rooms", "</string><key>url</key><string>http://evil/", "R&D <\"'>", "会議室 😀", "a\rb\nc\td", "]]>"])
    func isEscaped(title: String) async throws {
        let hashes = [BlobDigest(sha256Of: [1]), BlobDigest(sha256Of: [2])]
        let manifest = InstallManifest(
            file: "https://tools.example.com/v1/links/a_-/file?x=1&y=2", icon: "https://tools.example.com/icon",
            chunks: ChunkHashes(hashes: hashes), id: "com.example.rooms", version: "1.4", title: title)
        let read: Read = try await Python.run(Self.reader, given: "\(manifest)")
        #expect(read.title == title && read.id == "com.example.rooms" && read.version == "1.4")
        #expect(read.url == manifest.file && read.icons == ["https://tools.example.com/icon"].flatMap { [$0, $0] })
        #expect(read.hashes == hashes.map(\.description) && read.size == 10 << 20)
    }

    @Test(
        "A character that XML does not allow is replaced in the manifest",
        arguments: ["a\u{0}b", "a\u{1B}b", "a\u{FFFE}b", "a\u{85}b"])
    func replacesUnspeakable(title: String) async throws {
        let manifest = InstallManifest(
            file: "f", icon: nil, chunks: ChunkHashes(hashes: []), id: "i", version: "v", title: title)
        let read: Read = try await Python.run(Self.reader, given: "\(manifest)")
        #expect(read.title == "a\u{FFFD}b" && read.icons.isEmpty)
    }

    @Test("The manifest has the same SHA-256 for each 10 MiB as sha256sum computes")
    func hashesChunks() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskBlobStore(folder: "\(folder.path)/blobs")
        let size = 2 * ChunkHashes.chunkSize + 12_345
        var random = RandomSource(seed: 9)
        let piece = random.bytes(1 << 16)
        let bytes = Data((0...size >> 16).flatMap { _ in piece }.prefix(size))
        try bytes.write(to: URL(filePath: "\(folder.path)/file"))
        let blob = try await store.put(ArrivingBytes(pieces: [ByteBuffer(bytes: bytes)]), limit: UInt64(size))
        let hasher = ChunkHasher(blobs: store)
        let hashes = try #require(try await hasher.hashes(of: blob.hash)).hashes
        let judged = try await Finished.run([
            "/usr/bin/split", "--bytes=10485760", "--filter=sha256sum", "\(folder.path)/file",
        ])
        #expect(hashes.map(\.description) == judged.output.split(separator: "\n").map { String($0.prefix(64)) })
        #expect(hashes.count == 3)
        #expect(try await store.delete(blob.hash))
        #expect(try await hasher.hashes(of: blob.hash)?.hashes == hashes)
        #expect(try await ChunkHasher(blobs: store).hashes(of: blob.hash) == nil)
    }
}
