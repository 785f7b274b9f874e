import AppGroup
import Serving
import Testing

@testable import Accounts

struct LoginLimitsTests {
    private let now = Timestamp(seconds: 1_763_737_200)

    private func attempts(
        _ limits: LoginLimits, _ count: Int, for names: [String], from addresses: [String]
    ) throws -> Int {
        (0..<count).filter { number in
            let name = names[number % names.count]
            let address = ClientAddress(addresses[number % addresses.count])
            do throws(ServiceError) {
                try limits.takeAttempt(for: name, from: address, at: now)
                return true
            } catch {
                #expect(error.code == .tooManyAttempts && (error.retryAfter ?? 0) > 0)
                return false
            }
        }.count
    }

    @Test func `Attempts from one address are limited, whatever names it tries`() throws {
        let limits = LoginLimits(addressBurst: 5, nameBurst: 100)
        #expect(try attempts(limits, 50, for: ["a", "b", "c"], from: ["192.0.2.1"]) == 5)
        #expect(try attempts(limits, 1, for: ["a"], from: ["192.0.2.2"]) == 1)
    }

    @Test func `Attempts from one IPv6 network count together`() throws {
        let limits = LoginLimits(addressBurst: 5, nameBurst: 100)
        #expect(try attempts(limits, 50, for: ["a"], from: (1...50).map { "2001:db8::\($0)" }) == 5)
    }

    @Test func `Attempts for one name are limited, whatever addresses they come from`() throws {
        let limits = LoginLimits(addressBurst: 100, nameBurst: 5)
        #expect(try attempts(limits, 50, for: ["a"], from: (1...50).map { "192.0.2.\($0)" }) == 5)
        #expect(try attempts(limits, 1, for: ["b"], from: ["192.0.2.1"]) == 1)
    }

    @Test func `An attempt that is refused for its name leaves its address the attempts for other names`() throws {
        let limits = LoginLimits(addressBurst: 5, nameBurst: 1)
        #expect(try attempts(limits, 50, for: ["a"], from: ["192.0.2.1"]) == 1)
        #expect(try attempts(limits, 4, for: ["b", "c", "d", "e"], from: ["192.0.2.1"]) == 4)
    }

    @Test func `A user who logs in too often has to wait, and nobody else`() throws {
        let limits = LoginLimits(loginBurst: 3, loginInterval: 60)
        for _ in 0..<3 { try limits.takeLogin(of: "a", at: now) }
        let refusal = #expect(throws: ServiceError.self) { try limits.takeLogin(of: "a", at: now) }
        #expect(refusal?.code == .tooManyAttempts && refusal?.retryAfter == 60)
        try limits.takeLogin(of: "b", at: now)
        // It failed.
        limits.giveBackLogin(of: "a")
        try limits.takeLogin(of: "a", at: now)
        try limits.takeLogin(of: "a", at: Timestamp(seconds: now.seconds + 60))
    }

    @Test func `A successful login does not count as an attempt`() throws {
        let limits = LoginLimits(addressBurst: 1, nameBurst: 1)
        let (name, address) = ("a", ClientAddress("192.0.2.1"))
        for _ in 0..<9 {
            try limits.takeAttempt(for: name, from: address, at: now)
            limits.giveBackAttempt(for: name, from: address)
        }
    }
}
