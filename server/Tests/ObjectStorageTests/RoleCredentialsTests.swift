import AppGroup
import Downloading
import Foundation
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import ObjectStorage

@Suite("Credentials of roles")
struct RoleCredentialsTests {
    /// The sentence of the failure to get credentials.
    private func failure(_ body: () async throws -> ObjectCredentials?) async throws -> String {
        let error = await #expect(throws: ObjectError.self) { _ = try await body() }
        return try #require(error).description
    }

    @Test("Many requests at once fetch the credentials of a role once", arguments: ScriptedRoles.Kind.allCases)
    func fetchesOnce(kind: ScriptedRoles.Kind) async throws {
        let roles = try await ScriptedRoles()
        let cache = roles.cache(kind)
        let found = try await withThrowingTaskGroup(of: ObjectCredentials.self) { group in
            for _ in 0..<100 { group.addTask { try await cache.current() } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        let credentials = try #require(found.first)
        #expect(found.count == 1 && credentials.key == "KEY-1" && credentials.secret == "secret")
        #expect(credentials.token == "session-1" && credentials.expiration != nil)
        #expect(roles.requests.count == (kind == .machine ? 3 : 1))
    }

    @Test(
        "Credentials are renewed while requests go on with the old ones, which wait only if these are about to expire",
        arguments: ScriptedRoles.Kind.allCases)
    func renews(kind: ScriptedRoles.Kind) async throws {
        let roles = try await ScriptedRoles()
        let cache = roles.cache(kind)
        #expect(try await cache.current().key == "KEY-1")
        roles.advance(3000)
        #expect(try await cache.current().key == "KEY-1")
        #expect(roles.requests.count <= 3)
        try roles.set(.init(lifetime: 7200, hold: true))
        roles.advance(400)
        // The service answers nothing, and yet every request gets credentials.
        for _ in 0..<100 { #expect(try await cache.current().key == "KEY-1") }
        #expect(await comesTrue { FileManager.default.fileExists(atPath: "\(roles.folder.path)/held") })
        _ = try roles.folder.write("go", [])
        #expect(try await comesTrue { try await cache.current().key == "KEY-2" })

        for name in ["go", "held"] { try roles.folder.remove(name) }
        try roles.set(.init(lifetime: 14_400, hold: true))
        roles.advance(3770)
        let waiting = (0..<50).map { _ in Task { try await cache.current().key } }
        #expect(await comesTrue { FileManager.default.fileExists(atPath: "\(roles.folder.path)/held") })
        _ = try roles.folder.write("go", [])
        for task in waiting { #expect(try await task.value == "KEY-3") }
    }

    @Test(
        "If newer credentials are not available, the old ones are used until they expire, and the service is not flooded",
        arguments: ScriptedRoles.Kind.allCases)
    func outlastsService(kind: ScriptedRoles.Kind) async throws {
        let roles = try await ScriptedRoles()
        let cache = roles.cache(kind)
        #expect(try await cache.current().key == "KEY-1")
        try roles.set(.init(status: 503))
        roles.advance(3545)
        let before = roles.requests.count
        for _ in 0..<100 { #expect(try await cache.current().key == "KEY-1") }
        #expect(roles.requests.count - before <= 3)
        roles.advance(60)
        #expect(try await failure { try await cache.current() }.contains("503"))
    }

    @Test("A machine's metadata service that has forgotten its tokens is asked for another one")
    func getsAnotherToken() async throws {
        let roles = try await ScriptedRoles(.init(role: "role with/blanks", forgets: 1))
        #expect(try await roles.cache(.machine).current().key == "KEY-1")
        #expect(roles.requests.count { $0.hasPrefix("PUT ") } == 2)
        let refusing = try await ScriptedRoles(.init(forgets: 100))
        #expect(try await failure { try await refusing.cache(.machine).current() }.contains("refuses the tokens"))
    }

    @Test("The addresses of a machine's and a container's credentials are those of Amazon")
    func knowsAddresses() async throws {
        let roles = try await ScriptedRoles()
        let machine = MachineCredentials(environment: [:], web: roles.local())
        #expect(try await machine.credentials()?.key == "KEY-1")
        let environment = [
            "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/credentials/1",
            "AWS_CONTAINER_AUTHORIZATION_TOKEN": "secret",
        ]
        let container = ContainerCredentials(environment: environment, web: roles.local())
        #expect(try await container.credentials()?.key == "KEY-2")
        #expect(roles.requests.last == "GET /v2/credentials/1 secret ")
    }

    @Test("A container too many hops away from the metadata service learns what to do")
    func explainsHops() async throws {
        let roles = try await ScriptedRoles(.init(silent: true))
        let machine = MachineCredentials(environment: [:], web: roles.local(silence: 1))
        #expect(try await failure { try await machine.credentials() }.contains("raise the machine's hop limit to 2"))
    }

    @Test("A machine without a metadata service, without a role, or whose service must not be asked has no credentials")
    func hasNoRole() async throws {
        let roles = try await ScriptedRoles(.init(role: nil))
        #expect(try await MachineCredentials(environment: [:], web: roles.local()).credentials() == nil)
        let nowhere = ["AWS_EC2_METADATA_SERVICE_ENDPOINT": "http://127.0.0.1:\(try FreePort.take())"]
        #expect(try await MachineCredentials(environment: nowhere, web: WebClient()).credentials() == nil)
        let before = roles.requests.count
        let disabled = MachineCredentials(environment: ["AWS_EC2_METADATA_DISABLED": "True"], web: roles.local())
        #expect(try await disabled.credentials() == nil && roles.requests.count == before)
        let cache = CredentialCache(nowhere, region: "us-east-1", web: WebClient()) { .now }
        #expect(try await failure { try await cache.current() }.contains("set AWS_ACCESS_KEY_ID"))
    }

    @Test(
        "A service's document that has no usable credentials is refused with a sentence",
        arguments: [
            ("{}", "without AccessKeyId"), ("<html>", "not understood"),
            (
                #"{"Code": "AssumeRoleUnauthorizedAccess", "Message": "EC2\nmay not."}"#,
                "AssumeRoleUnauthorizedAccess: EC2 may not."
            ),
            (#"{"AccessKeyId": "K", "SecretAccessKey": "S", "Expiration": "tomorrow"}"#, "not a time: “tomorrow”"),
            (#"{"AccessKeyId": "K\n", "SecretAccessKey": "S"}"#, "control character"),
            (
                #"{"AccessKeyId": "K", "SecretAccessKey": "S", "Expiration": "2020-01-01T00:00:00+00:00"}"#,
                "have expired"
            ),
        ])
    func refusesDocuments(document: String, sentence: String) async throws {
        let roles = try await ScriptedRoles(.init(document: document))
        for kind in [ScriptedRoles.Kind.machine, .container] {
            let said = try await failure { try await roles.cache(kind).current() }
            #expect(said.contains(sentence) && !said.contains("\n"), "\(said)")
        }
    }

    @Test("The token of a container or of a role is read again for each fetch, and a refused one is reported")
    func readsTokensAgain() async throws {
        let roles = try await ScriptedRoles()
        for (kind, name, sentence) in [
            (ScriptedRoles.Kind.container, "authorization", "no credentials: status 403"),
            (.webIdentity, "identity", "ExpiredTokenException: Too old."),
        ] {
            try roles.set(.init())
            let cache = roles.cache(kind)
            let first = try await cache.current()
            try roles.set(.init(authorization: "newer", identity: "newer"))
            await cache.drop(first)
            #expect(try await failure { try await cache.current() }.contains(sentence))
            _ = try roles.folder.write(name, Array("newer".utf8))
            #expect(try await cache.current().key != first.key)
            try roles.folder.remove(name)
            #expect(try await failure { try await roles.cache(kind).current() }.contains("\(name) can't be read"))
        }
    }

    @Test("A container's credentials are never requested from another machine without encryption")
    func refusesStrangers() async throws {
        for address in ["http://192.0.2.1/", "http://localhost.example.com/", "http://127.0.0.1.example.com/"] {
            let container = ContainerCredentials(
                environment: ["AWS_CONTAINER_CREDENTIALS_FULL_URI": address], web: WebClient())
            #expect(try await failure { try await container.credentials() }.contains("neither encrypted"))
        }
    }

    @Test("A store renews a machine's credentials that the server of objects has refused as expired")
    func renewsInStore() async throws {
        let (server, roles) = (try await ScriptedS3(), try await ScriptedRoles())
        let store = try server.store(roles.environment(.machine))
        let bytes = Array("a package".utf8)
        let hash = BlobDigest(sha256Of: bytes)
        let file = try server.folder.write("upload", bytes)
        try await store.put(file: file, as: hash)
        try server.fail(.init(when: "^GET ", do: "expired", times: 1))
        #expect(try await store.open(hash)?.digest() == hash)
        #expect(server.requests.last?.hasSuffix(" session-2") == true)
    }
}
