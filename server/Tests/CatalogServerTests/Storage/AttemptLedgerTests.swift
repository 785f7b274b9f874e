import Accounts
import AppGroup
import Serving
import Testing

@testable import CatalogServer

struct AttemptLedgerTests {
    @Test(arguments: [StoreKind.postgres15, .postgres18, .pooledPostgres])
    func `Attempts on two servers count together`(_ kind: StoreKind) async throws {
        let place = try await kind.place()
        let one = try await PostgresCatalogStore.open(place, group: "com.example.tools")
        let other = try await PostgresCatalogStore.open(place, group: nil)
        let rate = AttemptRate(burst: 3, interval: 3600)
        var waits: [Int?] = []
        for number in 0..<8 {
            waits.append(try await (number.isMultiple(of: 2) ? one : other).takeAttempt("name ada", at: rate))
        }
        #expect(waits.prefix(3).allSatisfy { $0 == nil } && waits.dropFirst(3).allSatisfy { $0 != nil }, "\(waits)")
        #expect(waits.compactMap(\.self).allSatisfy { (1...3600).contains($0) }, "\(waits)")
        #expect(try await one.takeAttempt("name bob", at: rate) == nil)
        try await other.giveBackAttempt("name ada", at: rate)
        #expect(try await one.takeAttempt("name ada", at: rate) == nil)
        #expect(try await one.takeAttempt("name ada", at: rate) != nil)
        try await one.forgetAttempts(at: [rate])
        #expect(try await other.takeAttempt("name ada", at: rate) != nil)
        // As if the time had passed.
        try await one.execute("UPDATE attempt SET refilled = 0")
        try await one.forgetAttempts(at: [rate])
        #expect(try await one.execute("DELETE FROM attempt") == 0)
        let simultaneous = try await withThrowingTaskGroup(of: Int?.self) { group in
            for store in [one, other, one, other, one, other, one, other] {
                group.addTask { try await store.takeAttempt("name eve", at: rate) }
            }
            return try await group.reduce(into: [Int?]()) { $0.append($1) }
        }
        #expect(simultaneous.count { $0 == nil } == 3)
    }

    @Test(arguments: [StoreKind.postgres15, .postgres18, .pooledPostgres])
    func `Attempts that were counted while the clock was a year ahead neither count nor stay`(_ kind: StoreKind)
        async throws
    {
        let store = try await PostgresCatalogStore.open(try await kind.place(), group: "com.example.tools")
        let rate = AttemptRate(burst: 2, interval: 3600)
        func isAllowed() async throws -> Bool { try await store.takeAttempt("name ada", at: rate) == nil }
        for expected in [true, true, false] { #expect(try await isAllowed() == expected) }
        try await store.execute("UPDATE attempt SET refilled = refilled + 31536000000")
        for expected in [true, true, false] { #expect(try await isAllowed() == expected) }

        #expect(try await store.takeAttempt("name bob", at: rate) == nil)
        try await store.execute("UPDATE attempt SET refilled = refilled + 31536000000 WHERE key = 'name ada'")
        try await store.forgetAttempts(at: [AttemptRate(burst: 1, interval: 1), rate])
        #expect(try await store.execute("DELETE FROM attempt WHERE key = 'name ada'") == 0)
        #expect(try await store.execute("DELETE FROM attempt WHERE key = 'name bob'") == 1)
    }

    @Test
    func `An attempt that all servers together refuse for its name leaves its address the attempts for other names`()
        async throws
    {
        let store = try await PostgresCatalogStore.open(
            try await StoreKind.postgres15.place(), group: "com.example.tools")
        let address = ClientAddress("192.0.2.1")
        let now = Timestamp(seconds: 1_763_737_200)
        func server() -> SharedLoginLimits {
            SharedLoginLimits(
                own: LoginLimits(addressBurst: 4, addressInterval: 3600, nameBurst: 1, nameInterval: 3600),
                ledger: store)
        }
        // Each of the further servers would still allow an attempt by itself.
        try await server().takeAttempt(for: "ada", from: address, at: now)
        for _ in 0..<4 {
            await #expect(throws: ServiceError.self) {
                try await server().takeAttempt(for: "ada", from: address, at: now)
            }
        }
        for name in ["bob", "eve", "ken"] { try await server().takeAttempt(for: name, from: address, at: now) }
    }

    @Test func `A server counts no attempt of an address that all servers together refuse for its name`() async throws {
        let store = try await PostgresCatalogStore.open(
            try await StoreKind.postgres15.place(), group: "com.example.tools")
        let (here, elsewhere) = (ClientAddress("192.0.2.1"), ClientAddress("192.0.2.2"))
        let now = Timestamp(seconds: 1_763_737_200)
        let servers = (0..<2).map { _ in
            SharedLoginLimits(
                own: LoginLimits(addressBurst: 4, addressInterval: 3600, nameBurst: 2, nameInterval: 3600),
                ledger: store)
        }
        for _ in 0..<2 { try await servers[0].takeAttempt(for: "ada", from: elsewhere, at: now) }
        // The server itself would allow both.
        for _ in 0..<2 {
            await #expect(throws: ServiceError.self) {
                try await servers[1].takeAttempt(for: "ada", from: here, at: now)
            }
        }
        for name in ["bob", "eve", "ken", "amy"] {
            try await servers[1].takeAttempt(for: name, from: here, at: now)
        }
    }

    @Test func `A server refuses what exceeds the limits of all servers, and counts only what it allowed`() async throws
    {
        let place = try await StoreKind.postgres15.place()
        let store = try await PostgresCatalogStore.open(place, group: "com.example.tools")
        let servers = (0..<2).map { _ in
            SharedLoginLimits(
                own: LoginLimits(addressBurst: 100, addressInterval: 3600, nameBurst: 4, nameInterval: 3600),
                ledger: store)
        }
        let address = ClientAddress("192.0.2.1")
        let now = Timestamp(seconds: 1_763_737_200)
        var allowed = 0
        for number in 0..<12 {
            do {
                try await servers[number % 2].takeAttempt(for: "ada", from: address, at: now)
                allowed += 1
            } catch let error as ServiceError {
                #expect(error.code == .tooManyAttempts && (error.retryAfter ?? 0) > 0)
            }
        }
        #expect(allowed == 4)
        for server in servers {
            await server.giveBackAttempt(for: "ada", from: address)
            try await server.takeAttempt(for: "ada", from: address, at: now)
        }
    }
}
