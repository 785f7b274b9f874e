import AppGroupCrypto
import Foundation
import PackageCorpus
import ServerTestSupport
import Serving
import TestSupport

@testable import CatalogServer

/// A valid package in a file.
struct SamplePackage: Sendable {
    let path: String
    let hash: BlobDigest
    let bytes: Data

    /// - Parameters:
    ///   - keys: Further entries of its `Info.plist`, in XML.
    ///   - payload: The size in bytes of a further file that does not compress; no file if 0.
    init(
        _ version: String = "1.0", id: String = "org.example.rooms", name: String = "Rooms",
        group: String? = "org.example.family", keys: String = "", payload: Int = 0,
        executable: [UInt8]? = nil,
        in folder: TemporaryFolder
    ) throws {
        let ours = group.map { "<key>AppGroup</key><dict><key>Group</key><string>\($0)</string></dict>" } ?? ""
        let list = """
            <plist><dict><key>CFBundleIdentifier</key><string>\(id)</string>\
            <key>CFBundleExecutable</key><string>Rooms</string><key>CFBundleName</key><string>\(name)</string>\
            <key>CFBundleShortVersionString</key><string>\(version)</string>\(ours)\(keys)</dict></plist>
            """
        var zip = ZipWriter()
        zip.add("Payload/")
        zip.add("\(SoundArchive.app)/")
        zip.add("\(SoundArchive.app)/Info.plist".utf8, Array(list.utf8))
        zip.add("\(SoundArchive.app)/Rooms".utf8, executable ?? Array("#!/bin/sh\n".utf8), mode: 0o100755)
        if payload > 0 { zip.add("\(SoundArchive.app)/data".utf8, Self.noise(payload, seed: version)) }
        try self.init(zip.bytes(), name: "\(id)-\(version)-\(UUID().uuidString).ipa", in: folder)
    }

    private static func noise(_ count: Int, seed: String) -> [UInt8] {
        var random = RandomSource(seed: UInt64(count) &+ seed.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
        let block = Data(random.bytes(1 << 16))
        var noise = Data()
        while noise.count < count { noise += block + random.bytes(8) }
        return [UInt8](noise.prefix(count))
    }

    /// A file with any bytes.
    init(_ bytes: [UInt8], name: String, in folder: TemporaryFolder) throws {
        self.bytes = Data(bytes)
        // Without optimization, AppGroup's own SHA-256 takes seconds for a large file.
        let hasher = try SHA256Hasher()
        hasher.update(bytes)
        hash = BlobDigest(checked: try hasher.hexadecimal())
        path = try folder.write(name, bytes)
    }

    var file: String { "/v1/packages/org.example.rooms/releases/\(hash)/file" }
    var links: String { "/v1/packages/org.example.rooms/releases/\(hash)/links" }
}
