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

    /// - Parameter keep: `nil` for no limit.
    private func publish(_ package: SamplePackage, keep: Int?) async throws -> (said: String, versions: Set<String>) {
        var environment = ["CATALOG_DATA": scratch.folder]
        environment["CATALOG_KEPT_RELEASES"] = keep.map { "\($0)" }
        let finished = try await Finished.run(
            [ServerProcess.program, "package", "publish", package.path], environment: environment)
        #expect(finished.status == 0, "\(finished)")
        return (finished.errors, Set(try await scratch.store.releases().compactMap(\.contents.version?.description)))
    }

    @Test("Publishing the same file again removes no release, and publishing a new one says which it removed")
    func again() async throws {
        let files = try TemporaryFolder()
        let second = try SamplePackage("1.1", group: nil, in: files)
        _ = try await publish(SamplePackage("1.0", group: nil, in: files), keep: nil)
        let unlimited = try await publish(second, keep: nil)
        #expect(unlimited.versions == ["1.0", "1.1"] && !unlimited.said.contains("Removed"), "\(unlimited)")
        let labels = try await scratch.store.releases().map(\.contents.label)
        let again = try await publish(second, keep: 1)
        #expect(again.versions == ["1.0", "1.1"] && !again.said.contains("Removed"), "\(again)")
        let third = try await publish(SamplePackage("1.2", group: nil, in: files), keep: 1)
        let sentence = "Removed for good, because the server keeps only the newest releases (--kept-releases): "
        #expect(
            third.versions == ["1.2"] && third.said.contains("\(sentence)\(labels.joined(separator: ", "))\n"),
            "\(third)")
    }

    @Test("A release that was just published is kept even if a newer one exists")
    func published() async throws {
        let files = try TemporaryFolder()
        func publish(_ version: String) async throws -> Set<String> {
            try await self.publish(SamplePackage(version, group: nil, in: files), keep: 1).versions
        }
        #expect(try await publish("1.1") == ["1.1"])
        #expect(try await publish("1.0") == ["1.0", "1.1"])
        #expect(try await publish("1.2") == ["1.2"])
    }
}
