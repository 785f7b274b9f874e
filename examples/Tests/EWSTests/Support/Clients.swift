import Downloading
import EWS
import ExamplesTestSupport
import Foundation
import Testing

extension ExchangeServer {
    /// A client of this server that trusts its certificate.
    func client(
        user: String = "EXAMPLE\\anna", password: String = "Пароль1",
        _ change: (inout EWSConfiguration) -> Void = { _ in }
    ) throws -> EWSClient {
        let server = try #require(WebAddress(address))
        var configuration = EWSConfiguration(server: server, credentials: Credentials(user: user, password: password))
        configuration.authorities = .system(and: Array(try Data(contentsOf: URL(filePath: certificate))))
        configuration.seconds = 120
        change(&configuration)
        return EWSClient(configuration)
    }

    /// One property of each request that has it, in order.
    func logged<Value>(_ key: String, as type: Value.Type = Value.self) throws -> [Value] {
        try log.compactMap { $0[key] as? Value }
    }

    /// The requests for one operation that have ended.
    func count(_ operation: String) throws -> Int {
        try logged("operation", as: String.self).filter { $0 == operation }.count
    }
}

/// 2026-11-23 09:00 UTC, and moments after it.
let nine = EWSTime("2026-11-23T09:00:00Z")!

func room(_ number: Int) -> EmailAddress {
    EmailAddress("room\(String(repeating: "0", count: 3 - String(number).count))\(number)@example.com")!
}

func draft(_ tag: String = "tag-1", room number: Int = 0, at start: EWSTime = nine) -> MeetingDraft {
    MeetingDraft(
        subject: "Review <1> & \"2\" п", tag: tag, start: start, end: start.advanced(by: 1800), rooms: [room(number)],
        location: "Berlin 01")
}

/// The error that a call throws.
func failure<Result>(_ body: () async throws -> Result) async -> EWSError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? EWSError
    }
}
