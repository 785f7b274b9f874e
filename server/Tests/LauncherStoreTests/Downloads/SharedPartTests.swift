import AppCatalog
import AppGroup
import Foundation
import Testing

@testable import LauncherStore

@Suite("Downloads that another process has under way")
struct SharedPartTests {
    @Test("Who waits in vain for another process learns whether it downloads or installs", arguments: [1, 10])
    func waiting(arrived: Int) async throws {
        let sandbox = try Sandbox()
        let folder = "\(sandbox.folder)/downloads"
        let digest = String(repeating: "ab", count: 32)
        let release = try #require(
            TrustedRelease(
                CatalogRelease(
                    version: "1.0", build: nil, channel: .stable,
                    platform: CatalogPlatform(operatingSystem: "Unix", architectures: []), minimumSystem: nil, size: 10,
                    unpackedSize: 10, sha256: digest, notes: "", published: "2026-11-21T15:00:00Z", path: "/file")))
        let part = try #require(try PartialFile("\(folder)/\(digest).part", limit: 10))
        try part.append([UInt8](repeating: 7, count: arrived))
        let download = ReleaseDownload(
            client: try ServerClient(server: ServerAddress("http://127.0.0.1:1"), authorityFile: nil),
            folder: folder, release: release, name: "Rooms", container: sandbox.folder,
            line: ProgressBoard().line("Rooms", "org.example.rooms", total: 10), longestWait: .seconds(1))
        let error = await #expect(throws: ClientError.self) { try await download.run { true } }
        let state = arrived == 10 ? "installed by another process" : "downloaded by another process, which makes no"
        #expect(error?.code == .tryLater && error?.description.contains(state) == true, "\(String(describing: error))")
        withExtendedLifetime(part) {}
    }
}
