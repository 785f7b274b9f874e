import AppCatalog
import AppGroup
import ServerTestSupport
import Serving
import Testing

@testable import CatalogServer

struct ReleaseStoreTests {
    @Test(arguments: StoreKind.allCases)
    func `A published release can be read back unchanged`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let contents = try StoreFixture.contents(build: "7")
        let published = try await fixture.store.publish(contents, terms: StoreFixture.terms, by: fixture.who)
        #expect(!published.existed)
        let release = published.release
        #expect(release.contents == contents && release.terms == StoreFixture.terms)
        #expect(release.published == fixture.who.moment && release.publisher == "tester")
        #expect(try await fixture.store.releases() == [release])
        #expect(try await fixture.store.releases(of: "com.EXAMPLE.rooms") == [release])
        #expect(try await fixture.store.release(of: "com.example.rooms", digest: contents.digest) == release)
        #expect(try await fixture.store.release(of: "com.example.other", digest: contents.digest) == nil)
        #expect(try await fixture.store.release(of: contents.digest, by: "tester") == release)
        #expect(try await fixture.store.release(of: contents.digest, by: "other") == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `The audit log says to whom a publication went`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let terms = Release.Terms(channel: .beta, rollout: try Rollout(percent: 10), notes: "", withdrawn: nil)
        let published = try await fixture.store.publish(StoreFixture.contents(), terms: terms, by: fixture.who)
        let entry = try await fixture.store.auditEntries(limit: 1, before: nil).first
        #expect(entry?.subject == "\(published.release.contents.label): beta, 10 %")
    }

    @Test(arguments: StoreKind.allCases)
    func `Publishing a version again is refused with other bytes, and changes nothing with the same bytes`(
        _ kind: StoreKind
    )
        async throws
    {
        let fixture = try await StoreFixture(kind)
        let (store, who, terms) = (fixture.store, fixture.who, StoreFixture.terms)
        let first = try await store.publish(StoreFixture.contents(), terms: terms, by: who)
        let again = try await store.publish(StoreFixture.contents(), terms: terms, by: who)
        #expect(again.existed && again.release == first.release)
        await expect(.conflict) {
            _ = try await store.publish(StoreFixture.contents(digest: "b"), terms: terms, by: who)
        }
        for other in [
            try StoreFixture.contents(build: "2", digest: "b"), try StoreFixture.contents(version: nil, digest: "c"),
            try StoreFixture.contents(system: "iOS", digest: "d"),
            try StoreFixture.contents("com.example.visa", digest: "e"),
        ] {
            #expect(try await store.publish(other, terms: terms, by: who).existed == false)
        }
        #expect(try await store.releases().count == 5)
    }

    @Test(arguments: StoreKind.allCases)
    func `Only one of several concurrent publications of the same version succeeds`(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for digit in "0123456789abcde" {
                let contents = try StoreFixture.contents(digest: digit)
                group.addTask {
                    do {
                        _ = try await fixture.store.publish(contents, terms: StoreFixture.terms, by: fixture.who)
                        return true
                    } catch let error as ServiceError where error.code == .conflict {
                        return false
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 }.count == 1)
        #expect(try await fixture.store.releases().count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `A change of a release's terms leaves the other terms alone, and is logged only if it changed anything`(
        _ kind: StoreKind
    ) async throws {
        let fixture = try await StoreFixture(kind)
        let (store, who) = (fixture.store, fixture.who)
        let id = try await store.publish(StoreFixture.contents(), terms: StoreFixture.terms, by: who).release.id
        let reason = "Loses what was typed."
        let changes: [(TermsChange, AuditAction)] = [
            (TermsChange(channel: .beta), .changeRelease),
            (TermsChange(offer: .withdrawn(reason: reason)), .withdraw),
            (TermsChange(rollout: try Rollout(percent: 7), notes: ""), .changeRelease),
        ]
        for (change, action) in changes {
            let release = try await store.changeTerms(of: id, change, by: who)
            #expect(try await store.releases() == [release])
            #expect(try await store.auditEntries(limit: 1, before: nil).first?.action == action.rawValue)
        }
        let terms = Release.Terms(channel: .beta, rollout: try Rollout(percent: 7), notes: "", withdrawn: reason)
        #expect(try await store.releases().first?.terms == terms)
        #expect(try await store.changeTerms(of: id, TermsChange(channel: .beta), by: who).terms == terms)
        #expect(try await store.auditEntries(limit: 9, before: nil).count == 4)
        let restored = try await store.changeTerms(of: id, TermsChange(offer: .restored), by: who)
        #expect(restored.terms.withdrawn == nil && restored.terms.rollout.percent == 7)
        await expect(.notFound) {
            _ = try await store.changeTerms(of: Release.ID(rawValue: 99), TermsChange(channel: .beta), by: who)
        }
    }
}
