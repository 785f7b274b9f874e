import Downloading
import EWS
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Logging in at EWS")
struct LoginTests {
    @Test("A Cyrillic password and a demanded channel binding are accepted, on one connection for all requests")
    func binding() async throws {
        let server = try ExchangeServer(bindsChannel: true)
        let client = try server.client()
        for _ in 0..<3 { _ = try await client.roomLists() }
        let log = try server.log
        #expect(Set(log.compactMap { $0["connection"] as? Int }).count == 1)
        #expect(log.map { $0["status"] as? Int } == [401, 200, 200, 200])
        #expect(log.first?["bytes"] as? Int == 0)
        let binding = try #require(try server.logged("binding", as: String.self).first)
        #expect(binding.count == 32)
        #expect(binding != String(repeating: "0", count: 32))
    }

    @Test(
        "A wrong password is tried once, even if several requests wait, and never again", arguments: ["ntlm", "basic"])
    func wrongPassword(way: String) async throws {
        let server = try ExchangeServer(ways: way)
        let client = try server.client(password: "wrong") {
            $0.jobs = 4
            $0.authentication = way == "ntlm" ? .ntlm : .basic
        }
        await withTaskGroup { group in
            for _ in 0..<5 {
                group.addTask {
                    let error = await failure { try await client.roomLists() }
                    #expect(error?.code == .wrongPassword)
                    #expect(error?.isUncertain == false)
                }
            }
        }
        #expect(await failure { try await client.roomLists() }?.code == .wrongPassword)
        #expect(try server.log.count { $0["message"] as? Int == 3 || $0["authorization"] as? String == "Basic" } == 1)
        #expect(!"\(client.configuration)".contains("wrong"))
    }

    @Test(
        "A connection that is closed after the challenge is made once more, and then the server counts as unreachable")
    func droppedChallenge() async throws {
        let server = try ExchangeServer()
        try server.setFaults(#"{"drop_challenge": 1}"#)
        #expect(try await server.client().roomLists().count == 5)
        try server.setFaults(#"{"drop_challenge": true}"#)
        let error = await failure { try await server.client().roomLists() }
        #expect(error?.code == .unreachable)
        #expect(error?.isUncertain == false)
        #expect(try server.log.count { $0["dropped"] as? String == "challenge" } == 3)
        #expect(await failure { try await server.client().create(draft()) }?.code == .unreachable)
        #expect(try server.meetings.isEmpty)
    }

    @Test("A server that offers only Negotiate gets the same messages by that name")
    func negotiate() async throws {
        let server = try ExchangeServer(plan: #"{"offers": ["Negotiate"]}"#, bindsChannel: true)
        #expect(try await server.client().roomLists().count == 5)
    }

    @Test("A login that the server forgets is repeated, and nothing is done twice", arguments: ["ntlm", "basic"])
    func strayRefusal(way: String) async throws {
        let server = try ExchangeServer(ways: way)
        let client = try server.client { $0.authentication = way == "basic" ? .basic : .ntlm }
        _ = try await client.roomLists()
        try server.setFaults(#"{"stray401": 1}"#)
        _ = try await client.create(draft())
        #expect(try server.meetings.count == 1)
    }

    @Test("Basic is used only if asked for, and the password goes only to a server that offers it")
    func basic() async throws {
        let server = try ExchangeServer(ways: "basic")
        #expect(try await server.client { $0.authentication = .basic }.roomLists().count == 5)
        let error = await failure { try await server.client().roomLists() }
        #expect(error?.code == .noAuthentication)
        #expect(error?.description.contains("basic") == true)
        let other = try ExchangeServer()
        let refused = await failure { try await other.client { $0.authentication = .basic }.roomLists() }
        #expect(refused?.code == .noAuthentication)
        #expect(try other.logged("authorization", as: String.self) == [""])
    }

    @Test("A server whose certificate is untrusted or for another name gets no login")
    func certificates() async throws {
        let server = try ExchangeServer()
        let untrusted = await failure { try await server.client { $0.authorities = .environment }.roomLists() }
        #expect(untrusted?.code == .untrusted)
        #expect(untrusted?.transferFailure == .untrusted)
        // The certificate names localhost and 127.0.0.1, and this other name of the machine leads to the same server.
        let certificate = Array(try Data(contentsOf: URL(filePath: server.certificate)))
        let address = try #require(WebAddress("https://other.localhost:\(server.port)/EWS/Exchange.asmx"))
        var other = EWSConfiguration(server: address, credentials: Credentials(user: "anna", password: "x"))
        other.authorities = .system(and: certificate)
        let stranger = EWSClient(other)
        let wrongName = await failure { try await stranger.roomLists() }
        #expect(wrongName?.code == .untrusted)
        #expect(wrongName?.transferFailure == .otherName)
        other.server = try #require(WebAddress("http://localhost:\(server.port)/EWS/Exchange.asmx"))
        let plain = EWSClient(other)
        #expect(await failure { try await plain.roomLists() }?.code == .invalid)
        #expect(try server.log.isEmpty)
    }

    @Test(
        "A certificate that has expired or is not valid yet is named as such, and gets no login",
        arguments: [(-9, -2, TransferFailure.expired, "expired"), (2, 9, .notYetValid, "not valid yet")])
    func dates(from: Int, until: Int, failure reason: TransferFailure, words: String) async throws {
        let server = try ExchangeServer(days: from...until)
        let error = await failure { try await server.client().roomLists() }
        #expect(error?.code == .untrusted && error?.transferFailure == reason)
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
        #expect(try server.log.isEmpty)
    }

    @Test("Apache with gss-ntlmssp accepts the login, and refuses a wrong password")
    func apache() async throws {
        let folder = try TemporaryFolder("apache")
        defer { withExtendedLifetime(folder) {} }
        let certificate = try Exchange.makeCertificate(in: folder.url).certificate
        try folder.write("users", "EXAMPLE:anna:Пароль1\n".utf8)
        let apache = try Exchange.serve("apache.py", [folder.path])
        let answer = { (password: String) in
            var configuration = EWSConfiguration(
                server: try #require(WebAddress("https://localhost:\(apache.port)/EWS/Exchange.asmx")),
                credentials: Credentials(user: "EXAMPLE\\anna", password: password))
            configuration.authorities = .system(and: Array(try Data(contentsOf: URL(filePath: certificate))))
            configuration.seconds = 120
            let client = EWSClient(configuration)
            // Apache prints no line when it listens.
            let limit = ContinuousClock.now + .seconds(300)
            while true {
                let error = await failure { try await client.roomLists() }
                let isStarting = error?.transferFailure == .refusedConnection
                guard isStarting, ContinuousClock.now < limit else { return error?.code }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        #expect(try await answer("Пароль1") == nil)
        #expect(try await answer("Пароль2") == .wrongPassword)
        let access = try String(contentsOf: folder.url.appending(path: "access"), encoding: .utf8)
        #expect(access.contains("anna"))
    }
}
