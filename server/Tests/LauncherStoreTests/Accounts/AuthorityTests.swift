import Foundation
import Testing

@Suite("Trust in TLS servers")
struct AuthorityTests {
    let certificate: TestCertificate
    let testServer: TestServer

    init() throws {
        certificate = try TestCertificate()
        testServer = try TestServer(certificate: certificate)
    }

    @Test("A server with an unknown authority is trusted only with --ca-file, and then permanently")
    func authorityFile() throws {
        let (releases, files) = try testServer.makeReleases(["1.0"])
        try testServer.server.script(try testServer.answers([testServer.package(releases)], files: files))
        let login = try testServer.run(
            ["login", testServer.server.address, "--user", "ada", "--password-stdin"], input: "x\n")
        #expect(login.status == 69 && login.errors.contains("--ca-file"), "\(login.errors)")
        #expect(testServer.server.requests.isEmpty)
        try testServer.logIn("--ca-file", certificate.file)
        let install = try testServer.store("install", "rooms")
        #expect(install.status == 0, "\(install.errors)")
    }

    @Test("A further login trusts the authority of the earlier one at the same server, until that has no certificates")
    func againWithoutFile() throws {
        try testServer.server.script(try testServer.answers([]))
        let file = "\(testServer.sandbox.folder)/authority.pem"
        try FileManager.default.copyItem(atPath: certificate.file, toPath: file)
        try testServer.logIn("--ca-file", file)
        let words = ["login", testServer.server.address, "--user", "ada", "--password-stdin"]
        for _ in 0..<2 {
            let again = try testServer.run(words, input: "x\n")
            #expect(again.status == 0 && again.errors.contains("The certificates in \(file) are trusted"), "\(again)")
        }
        let other = try ScriptedServer(try testServer.answers([]), certificate: certificate)
        let elsewhere = try testServer.run(
            ["login", other.address, "--user", "ada", "--password-stdin"], input: "x\n")
        #expect(elsewhere.status == 69 && other.requests.isEmpty, "\(elsewhere)")
        try FileManager.default.removeItem(atPath: file)
        let gone = try testServer.run(words, input: "x\n")
        #expect(gone.status == 69 && gone.errors.contains("--ca-file"), "\(gone)")
    }

    @Test("If a server is no longer trusted, the command to trust it ends its line of the message")
    func anotherAuthority() throws {
        try testServer.server.script(try testServer.answers([]))
        let file = "\(testServer.sandbox.folder)/authority.pem"
        try FileManager.default.copyItem(atPath: certificate.file, toPath: file)
        try testServer.logIn("--ca-file", file)
        let other = try TestCertificate()
        try withExtendedLifetime(other) {
            try Data(contentsOf: URL(filePath: other.file)).write(to: URL(filePath: file))
        }
        let lines = try testServer.store("catalog").errors.split(separator: "\n")
        #expect(
            lines.first?.hasSuffix("launcher login \(testServer.server.address) --ca-file FILE") == true, "\(lines)")
        #expect(lines.first?.contains("neither an authority in \(file) nor one of the system") == true, "\(lines)")
        #expect(lines.dropFirst().first == "launcher: This is its catalog, last read just now.", "\(lines)")
    }

    @Test("A server with a certificate for another name is not trusted")
    func otherName() throws {
        try testServer.server.script(try testServer.answers([]))
        let address = "https://127.0.0.1:\(testServer.server.port)"
        let login = try testServer.run(
            ["login", address, "--user", "ada", "--password-stdin", "--ca-file", certificate.file], input: "x\n")
        #expect(login.status == 69 && login.errors.contains("not trusted"), "\(login.errors)")
        #expect(login.errors.contains("its certificate is for another name. Check the address"), "\(login.errors)")
    }

    @Test("A redirection of a download to http is not followed")
    func downgrade() throws {
        let (releases, files) = try testServer.makeReleases(["1.0"])
        let plain = try ScriptedServer(try testServer.answers([testServer.package(releases)], files: files))
        var script = try testServer.answers([testServer.package(releases)])
        script["GET /files/1.0"] = [["status": 302, "headers": ["Location": "\(plain.address)/files/1.0"]]]
        try testServer.server.script(script)
        try testServer.logIn("--ca-file", certificate.file)
        let install = try testServer.store("install", "rooms")
        #expect(install.status == 76 && install.errors.contains("out of https"), "\(install.errors)")
        #expect(plain.requests.isEmpty)
    }

    @Test("A file for --ca-file without certificates is refused", arguments: ["", "not a certificate"])
    func badAuthority(text: String) throws {
        let file = "\(testServer.sandbox.folder)/bad.pem"
        try Data(text.utf8).write(to: URL(filePath: file))
        let login = try testServer.run(
            ["login", testServer.server.address, "--user", "ada", "--password-stdin", "--ca-file", file], input: "x\n")
        #expect(login.status == 78 && login.errors.contains(file), "\(login.errors)")
    }

    @Test("A server that answers in plain HTTP is not accepted as a TLS server")
    func plainServer() throws {
        let plain = try ScriptedServer()
        let login = try testServer.run(
            ["login", "https://localhost:\(plain.port)", "--user", "ada", "--password-stdin"], input: "x\n")
        #expect([69, 75].contains(login.status) && !login.errors.contains("--ca-file"), "\(login.errors)")
        #expect(plain.requests.isEmpty)
    }
}
