import AppGroup
import Foundation
import TestSupport
import Testing

/// A real server and a real client, with something between that spoils what passes.
@Suite("Meddling between server and client")
struct MeddlingTests {
    let certificate: TestCertificate
    let publisher: TestServer
    let machine: TestServer

    init() throws {
        (certificate, publisher, machine) = (try TestCertificate(), try TestServer(), try TestServer())
    }

    /// A server with a package of about 1.6 MB that everyone may have, and what stands before it.
    func open(isEncrypted: Bool, versions: [String] = ["1.0"]) throws -> (server: RealServer, proxy: MeddlingProxy) {
        let server = try RealServer(certificate: isEncrypted ? certificate : nil)
        try server.administer("grant", "add", "*", "everyone")
        try logIn(publisher, to: server.address)
        for version in versions {
            let file = try publisher.sandbox.makePackage(version: version, payload: 3 << 20)
            let answer = try publisher.store("publish", file)
            try #require(answer.status == 0, "\(answer.errors)")
        }
        let proxy = try MeddlingProxy(to: server.port)
        try logIn(machine, to: server.address(atPort: proxy.port))
        return (server, proxy)
    }

    func logIn(_ machine: TestServer, to address: String) throws {
        let authority = address.hasPrefix("https") ? ["--ca-file", certificate.file] : []
        let login = try machine.run(
            ["login", address, "--user", "root", "--password-stdin"] + authority, input: RealServer.password)
        try #require(login.status == 0, "\(login.errors)")
    }

    @Test("An interrupted download resumes where it stopped", arguments: ["reset", "end"], [false, true])
    func cut(how: String, isEncrypted: Bool) throws {
        let (server, proxy) = try open(isEncrypted: isEncrypted)
        try proxy.meddle([how: 600_000])
        let answer = try machine.store("install", "rooms")
        #expect(answer.status == 0, "\(answer.errors)")
        #expect(try machine.rooms?.version == "1.0" && machine.parts.isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test("An interrupted upload resumes where it stopped", arguments: [false, true])
    func cutUpload(isEncrypted: Bool) throws {
        let (server, proxy) = try open(isEncrypted: isEncrypted)
        let file = try machine.sandbox.makePackage(version: "2.0", payload: 3 << 20)
        try proxy.meddle(["resetUpload": 600_000])
        let answer = try machine.store("publish", file)
        #expect(answer.status == 0, "\(answer.errors)")
        #expect(try publisher.store("install", "rooms").status == 0)
        #expect(try publisher.rooms?.version == "2.0")
        withExtendedLifetime(server) {}
    }

    @Test("A flipped bit is noticed and nothing is installed", arguments: [false, true])
    func flipped(isEncrypted: Bool) throws {
        let (server, proxy) = try open(isEncrypted: isEncrypted)
        try proxy.meddle(["flip": 1_000_000])
        let answer = try machine.store("install", "rooms")
        // TLS refuses the record, and what came before it is kept; without, the hash is another.
        #expect(isEncrypted ? [69, 75].contains(answer.status) : answer.status == 65, "\(answer.errors)")
        #expect(try machine.rooms == nil && machine.sandbox.onDisk().isEmpty && machine.parts.isEmpty == !isEncrypted)
        try proxy.meddle([:])
        #expect(try machine.store("install", "rooms").status == 0)
        #expect(try machine.rooms?.version == "1.0" && machine.parts.isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test("A swapped file is noticed and nothing is installed")
    func swapped() throws {
        let (server, proxy) = try open(isEncrypted: false, versions: ["1.0", "1.1"])
        let hashes = try ["1.0", "1.1"].map { version in
            let file = "\(publisher.sandbox.folder)/Rooms-\(version).ipa"
            return String(try Finished.run(["/usr/bin/sha256sum", file], environment: [:]).output.prefix(64))
        }
        try proxy.meddle(["replace": [hashes[1], hashes[0]]])
        let answer = try machine.store("install", "rooms")
        // It has another length, or else another hash.
        #expect([65, 76].contains(answer.status), "\(answer.errors)")
        #expect(try machine.rooms == nil && machine.sandbox.onDisk().isEmpty && machine.parts.isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test("A slow transfer may take its time")
    func delayed() throws {
        let (server, proxy) = try open(isEncrypted: true)
        try proxy.meddle(["delay": 0.1])
        #expect(try machine.store("install", "rooms").status == 0)
        #expect(try machine.rooms?.version == "1.0")
        withExtendedLifetime(server) {}
    }
}
