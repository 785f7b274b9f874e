import Accounts
import AppGroup
import Logging
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("The record of downloads")
struct DownloadRecorderTests {
    @Test(
        "A user's downloads of a release, and the links they make, are recorded once in an hour",
        arguments: StoreKind.allCases)
    func onceAnHour(_ kind: StoreKind) async throws {
        let fixture = try await StoreFixture(kind)
        let users = [try await fixture.addUser("ada").id, try await fixture.addUser("bob").id]
        var releases: [Release] = []
        for (version, digest) in [("1", "a"), ("2", "b")] as [(String, Character)] {
            let contents = try StoreFixture.contents(version: version, digest: digest)
            releases.append(
                try await fixture.store.publish(contents, terms: StoreFixture.terms, by: fixture.who).release)
        }
        let recorder = DownloadRecorder(log: fixture.store)
        func recordAll(after seconds: Int64) async throws {
            let who = Attribution(actor: "ada", address: nil, moment: Timestamp(seconds: 1_763_737_200 + seconds))
            for (user, release) in [(0, 0), (0, 1), (1, 0)] {
                for action in [AuditAction.download, .makeLinks] {
                    try await recorder.record(action, releases[release], for: users[user], by: who)
                }
            }
        }
        func count() async throws -> Int {
            try await fixture.store.auditEntries(limit: 100, before: nil)
                .count { ["download", "makeLinks"].contains($0.action) }
        }
        for seconds in [0, 1, 3599] as [Int64] { try await recordAll(after: seconds) }
        #expect(try await count() == 6)
        try await recordAll(after: 3600)
        #expect(try await count() == 12)
    }

    @Test("A download that could not be recorded is recorded the next time")
    func failed() async throws {
        let fixture = try await StoreFixture(.sqlite)
        let contents = try StoreFixture.contents()
        let release = try await fixture.store.publish(contents, terms: StoreFixture.terms, by: fixture.who).release
        let log = FailingLog(log: fixture.store)
        let recorder = DownloadRecorder(log: log)
        for _ in 0..<3 {
            try? await recorder.record(.download, release, for: User.ID(rawValue: 1), by: fixture.who)
        }
        #expect(try await fixture.store.auditEntries(limit: 9, before: nil).count { $0.action == "download" } == 1)
    }

    @Test("A download begins although the audit log can't be written yet, and is recorded as soon as it can")
    func late() async throws {
        let fixture = try await StoreFixture(.sqlite)
        let contents = try StoreFixture.contents()
        let release = try await fixture.store.publish(contents, terms: StoreFixture.terms, by: fixture.who).release
        let log = HoldingLog(log: fixture.store)
        func count() async throws -> Int {
            try await fixture.store.auditEntries(limit: 9, before: nil).count { $0.action == "download" }
        }
        await DownloadRecorder(log: log).recordDownload(
            of: release, for: User.ID(rawValue: 1), by: fixture.who, Logger(label: "test"))
        #expect(try await count() == 0)
        log.mayWrite.open()
        #expect(try await comesTrue { try await count() == 1 })
    }
}

/// An audit log that writes nothing before it may.
private struct HoldingLog: AuditStore {
    let log: any AuditStore
    let mayWrite = Gate()

    func record(_ action: AuditAction, _ subject: String, by who: Attribution) async throws {
        await mayWrite.wait()
        try await log.record(action, subject, by: who)
    }

    func auditEntries(limit: Int, before: AuditEntry.ID?) async throws -> [AuditEntry] {
        try await log.auditEntries(limit: limit, before: before)
    }
}

/// An audit log that fails the first time.
private actor FailingLog: AuditStore {
    private let log: any AuditStore
    private var hasFailed = false

    init(log: any AuditStore) { self.log = log }

    func record(_ action: AuditAction, _ subject: String, by who: Attribution) async throws {
        guard hasFailed else {
            hasFailed = true
            throw ServiceError(.inputOutput, "The disk is full.")
        }
        try await log.record(action, subject, by: who)
    }

    func auditEntries(limit: Int, before: AuditEntry.ID?) async throws -> [AuditEntry] {
        try await log.auditEntries(limit: limit, before: before)
    }
}
