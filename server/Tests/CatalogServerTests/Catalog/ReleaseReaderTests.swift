import Accounts
import AppCatalog
import AppGroup
import Serving
import Synchronization
import Testing

@testable import CatalogServer

struct ReleaseReaderTests {
    /// Releases that tests change by hand, and whose readings can be held up.
    final class SlowReleases: ReleaseStore {
        let all = Mutex<[Release]>([])
        /// What each reading waits for after it has read.
        let gates = Mutex<[Gate]>([])
        /// The packages that each reading read; an empty set means all.
        let readings = Mutex<[Set<AppID>]>([])

        func releases() async throws -> [Release] { await read([]) }
        func releases(of packages: Set<AppID>) async throws -> [Release] { await read(packages) }

        private func read(_ packages: Set<AppID>) async -> [Release] {
            let releases = all.withLock { $0 }
            readings.withLock { $0.append(packages) }
            let gate = gates.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            await gate?.wait()
            return releases.filter { packages.isEmpty || packages.contains($0.contents.package) }
        }

        func releases(of package: AppID) async throws -> [Release] { throw ServiceError.notFound }
        func release(of package: AppID, digest: BlobDigest) async throws -> Release? { throw ServiceError.notFound }
        func release(of file: BlobDigest, by publisher: String) async throws -> Release? { throw ServiceError.notFound }
        func publish(
            _ contents: Release.Contents, terms: Release.Terms, by who: Attribution, holding holder: BlobHolder
        ) async throws -> PublishedRelease { throw ServiceError.notFound }
        func changeTerms(of id: Release.ID, _ change: TermsChange, by who: Attribution) async throws -> Release {
            throw ServiceError.notFound
        }
        func removeRelease(_ id: Release.ID, by who: Attribution) async throws { throw ServiceError.notFound }
    }

    private let store = SlowReleases()
    private let notifier = ChangeNotifier<Changes>(Generation(rawValue: 1))
    private let reader: ReleaseReader

    init() {
        reader = ReleaseReader(
            store: store, changes: notifier, numbers: PackageNumbers(), room: PieceRoom(limit: 1 << 20))
    }

    /// Publishes a release, and lets the process know of it.
    private func publish(_ package: AppID, _ version: String) throws {
        let (id, current) = (store.all.withLock { $0.count } + 1, notifier.current)
        let release = Release(
            id: Release.ID(rawValue: Int64(id)),
            contents: try StoreFixture.contents(package.description, version: version), terms: StoreFixture.terms,
            published: Timestamp(seconds: 0), publisher: "ada")
        store.all.withLock { $0.append(release) }
        notifier.advance(
            by: ChangeList(
                after: current, through: Generation(rawValue: current.rawValue + 1),
                changes: [.releases(of: package)]))
    }

    private func shown() async throws -> [String] {
        try await reader.shelf().packages.map { package in
            "\(package.id) " + package.releases.compactMap { $0.contents.version?.description }.joined(separator: " ")
        }
    }

    @Test func `Only the packages that changed are read again`() async throws {
        try publish("com.example.rooms", "1.0")
        try publish("com.example.mail", "1.0")
        #expect(try await shown() == ["com.example.mail 1.0", "com.example.rooms 1.0"])
        try publish("com.example.rooms", "1.1")
        try publish("com.example.desk", "3.0")
        #expect(
            try await shown() == ["com.example.desk 3.0", "com.example.mail 1.0", "com.example.rooms 1.1 1.0"])
        store.all.withLock { $0.removeAll { $0.contents.package == "com.example.desk" } }
        notifier.advance(
            by: ChangeList(
                after: notifier.current, through: Generation(rawValue: notifier.current.rawValue + 1),
                changes: [.releases(of: "com.example.desk")]))
        #expect(try await shown() == ["com.example.mail 1.0", "com.example.rooms 1.1 1.0"])
        #expect(
            store.readings.withLock { $0 } == [[], ["com.example.rooms", "com.example.desk"], ["com.example.desk"]])
        notifier.advance(to: Generation(rawValue: 1_000))
        _ = try await shown()
        #expect(store.readings.withLock { $0.last } == [])
    }

    @Test(arguments: [false, true])
    func `Callers wait for a reading under way, and a release that comes in meanwhile is read again`(
        _ isFirst: Bool
    ) async throws {
        try publish("com.example.rooms", "1.0")
        if !isFirst {
            _ = try await shown()
            try publish("com.example.rooms", "1.1")
        }
        let gate = Gate()
        store.gates.withLock { $0 = [gate] }
        let (reader, count) = (reader, store.readings.withLock { $0.count })
        async let answers = withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await reader.shelf().packages.flatMap(\.releases).compactMap {
                        $0.contents.version?.description
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        while store.readings.withLock({ $0.count }) == count { await Task.yield() }
        try publish("com.example.rooms", "1.2")
        gate.open()
        let expected = isFirst ? ["1.2", "1.0"] : ["1.2", "1.1", "1.0"]
        #expect(try await answers == Array(repeating: expected, count: 8))
        #expect(store.readings.withLock { $0.count } == count + 2)
    }
}
