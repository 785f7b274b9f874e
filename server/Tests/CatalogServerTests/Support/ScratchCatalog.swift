import Accounts
import AppCatalog
import AppGroup
import Foundation
import Serving
import TestSupport

@testable import CatalogServer

/// A catalog in a temporary folder, which is deleted together with this object.
final class ScratchCatalog: Sendable {
    private let files: TemporaryFolder
    var folder: String { files.path }
    let store: SQLiteCatalogStore
    static let who = Attribution(actor: "test", address: nil, moment: Timestamp(milliseconds: 1_763_737_200_000))

    init(group: AppGroup.GroupID = "com.example.tools") throws {
        files = try TemporaryFolder("catalog")
        store = try SQLiteCatalogStore(folder: files.path, group: group)
    }

    var database: String { "\(folder)/\(SQLiteCatalogStore.fileName)" }

    /// Adds a user with a password that never matches, without hashing anything.
    @discardableResult
    func addUser(_ name: String, role: AccountRole = .user) async throws -> User {
        let cost = ScryptCost(logarithm: 1, blockSize: 1, parallelism: 1) ?? .recommended
        return try await store.addUser(UserName(name), role: role, password: .unmatched(cost: cost), by: Self.who)
    }

    /// Publishes a release of a package without a file.
    @discardableResult
    func publish(
        _ package: String, _ version: String, build: String? = nil, channel: ReleaseChannel = .stable,
        rollout: Int = 100,
        notes: String = "", system: String = "Linux"
    ) async throws -> Release {
        let letters = "\(package) \(version) \(build ?? "") \(system)".utf8.reduce(UInt64(5381)) {
            $0 &* 33 &+ UInt64($1)
        }
        let digits = String(letters, radix: 16)
        let digest = BlobDigest(String(repeating: "0", count: 64 - digits.count) + digits)
        let contents = Release.Contents(
            package: try AppID("com.example.\(package)"), name: try AppName(package.uppercased()),
            version: try AppVersion(version), build: try build.map { try AppVersion($0) },
            platform: CatalogPlatform(operatingSystem: system, architectures: ["x86_64"]), minimumSystem: nil,
            schemes: [try URLScheme(package)], icon: Release.Icon(digest: digest!, format: .png), digest: digest!,
            size: 1_000,
            unpackedSize: 4_000)
        let terms = Release.Terms(
            channel: channel, rollout: try Rollout(percent: rollout), notes: notes, withdrawn: nil)
        return try await store.publish(contents, terms: terms, by: Self.who).release
    }
}

extension DiskBlobStore {
    /// Makes an empty file in the place of a blob.
    func fake(_ blob: BlobDigest) throws {
        let file = URL(filePath: path(of: blob))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
    }
}
