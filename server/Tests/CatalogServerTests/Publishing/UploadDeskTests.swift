import Foundation
import Serving
import Synchronization
import TestSupport
import Testing

@testable import CatalogServer

@Suite("The storing of complete uploads")
struct UploadDeskTests {
    private final class Log: Sendable {
        let count = Mutex(0)
        let isAsked = Mutex(false)

        func add() { count.withLock { $0 += 1 } }
    }

    @Test func `A file is stored once, however many requests ask for it meanwhile`() async throws {
        let (shares, log) = (RunningShares(), Log())
        async let first: Void = shares.run("ada/file") {
            log.add()
            while !log.isAsked.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(10)) }
            try await Task.sleep(for: .milliseconds(200))
        }
        while log.count.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(10)) }
        log.isAsked.withLock { $0 = true }
        try await shares.run("ada/file") { log.add() }
        try await first
        #expect(log.count.withLock { $0 } == 1)
        // What has failed can be tried again.
        await #expect(throws: ServiceError.self) { try await shares.run("ada/file") { throw ServiceError.notFound } }
        try await shares.run("ada/file") { log.add() }
        #expect(log.count.withLock { $0 } == 2)
    }

    @Test func `A request that has waited long enough learns that the file is being stored`() async throws {
        let (shares, log) = (RunningShares(patience: .milliseconds(50)), Log())
        let error = await #expect(throws: ServiceError.self) {
            try await shares.run("ada/file") {
                while !log.isAsked.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(10)) }
            }
        }
        #expect(error?.code == .underway && error?.retryAfter != nil)
        log.isAsked.withLock { $0 = true }
    }
}
