import AppCatalog
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

@Suite("The limit on kept releases")
struct RetentionTests {
    private let scratch: ScratchCatalog

    init() throws { scratch = try ScratchCatalog() }

    private func superseded(keep: Int) async throws -> [String] {
        Retention.superseded(try await scratch.store.releases(), keep: keep)
            .map { "\($0.contents.version.map(String.init(describing:)) ?? "")" }.sorted()
    }

    @Test("The limit on kept releases counts for each channel and platform")
    func count() async throws {
        for version in ["1.0", "1.1", "1.2", "1.10"] { try await scratch.publish("rooms", version) }
        for version in ["2.0", "2.1"] { try await scratch.publish("rooms", version, channel: .beta) }
        try await scratch.publish("rooms", "0.1", system: "iOS")
        #expect(try await superseded(keep: 1) == ["1.0", "1.1", "1.2", "2.0"])
        #expect(try await superseded(keep: 2) == ["1.0", "1.1"])
        #expect(try await superseded(keep: 4) == [])
    }

    @Test("A withdrawn or staged release does not displace an older release that everyone gets")
    func incomplete() async throws {
        try await scratch.publish("rooms", "0.9")
        try await scratch.publish("rooms", "1.0")
        try await scratch.publish("rooms", "1.1", rollout: 10)
        let broken = try await scratch.publish("rooms", "1.2")
        _ = try await scratch.store.changeTerms(
            of: broken.id, TermsChange(offer: .withdrawn(reason: "crashes")), by: ScratchCatalog.who)
        try await scratch.publish("rooms", "1.3", rollout: 0)
        #expect(try await superseded(keep: 1) == ["0.9"])
        #expect(try await superseded(keep: 2) == [])
        try await scratch.publish("rooms", "1.4")
        #expect(try await superseded(keep: 1) == ["0.9", "1.0", "1.1", "1.2", "1.3"])
    }

    @Test("A release that was just published is kept even if a newer one exists")
    func published() async throws {
        let files = try TemporaryFolder()
        func publish(_ version: String) async throws -> Set<String> {
            let package = try SamplePackage(version, group: nil, in: files)
            let finished = try await Finished.run(
                [ServerProcess.program, "package", "publish", package.path],
                environment: ["CATALOG_DATA": scratch.folder, "CATALOG_KEPT_RELEASES": "1"])
            #expect(finished.status == 0, "\(finished)")
            return Set(try await scratch.store.releases().compactMap(\.contents.version?.description))
        }
        #expect(try await publish("1.1") == ["1.1"])
        #expect(try await publish("1.0") == ["1.0", "1.1"])
        #expect(try await publish("1.2") == ["1.2"])
    }
}
