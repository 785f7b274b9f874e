import Foundation
import Testing

@Suite("A server with TLS")
struct AuthorityTests {
    let certificate: TestCertificate
    let shop: TestShop

    init() throws {
        certificate = try TestCertificate()
        shop = try TestShop(certificate: certificate)
    }

    @Test("of an authority that nobody knows is not trusted, and is with --ca-file, from then on")
    func authorityFile() throws {
        let (releases, files) = try shop.makeReleases(["1.0"])
        try shop.server.script(try shop.answers([shop.package(releases)], files: files))
        let login = try shop.run(["login", shop.server.address, "--user", "ada", "--password-stdin"], input: "x\n")
        #expect(login.status == 69 && login.errors.contains("--ca-file"), "\(login.errors)")
        #expect(shop.server.requests.isEmpty)
        try shop.logIn("--ca-file", certificate.file)
        let install = try shop.store("install", "rooms")
        #expect(install.status == 0, "\(install.errors)")
    }

    @Test("with a certificate for another name is not trusted")
    func otherName() throws {
        try shop.server.script(try shop.answers([]))
        let address = "https://127.0.0.1:\(shop.server.port)"
        let login = try shop.run(
            ["login", address, "--user", "ada", "--password-stdin", "--ca-file", certificate.file], input: "x\n")
        #expect(login.status == 69 && login.errors.contains("not trusted"), "\(login.errors)")
    }

    @Test("that sends a download on to http is not followed")
    func downgrade() throws {
        let (releases, files) = try shop.makeReleases(["1.0"])
        let plain = try ScriptedServer(try shop.answers([shop.package(releases)], files: files))
        var script = try shop.answers([shop.package(releases)])
        script["GET /files/1.0"] = [["status": 302, "headers": ["Location": "\(plain.address)/files/1.0"]]]
        try shop.server.script(script)
        try shop.logIn("--ca-file", certificate.file)
        let install = try shop.store("install", "rooms")
        #expect(install.status == 76 && install.errors.contains("out of https"), "\(install.errors)")
        #expect(plain.requests.isEmpty)
    }

    @Test("wants certificates in the file of an authority", arguments: ["", "not a certificate"])
    func badAuthority(text: String) throws {
        let file = "\(shop.sandbox.folder)/bad.pem"
        try Data(text.utf8).write(to: URL(filePath: file))
        let login = try shop.run(
            ["login", shop.server.address, "--user", "ada", "--password-stdin", "--ca-file", file], input: "x\n")
        #expect(login.status == 78 && login.errors.contains(file), "\(login.errors)")
    }

    @Test("is none where plain HTTP answers")
    func plainServer() throws {
        let plain = try ScriptedServer()
        let login = try shop.run(
            ["login", "https://localhost:\(plain.port)", "--user", "ada", "--password-stdin"], input: "x\n")
        #expect([69, 75].contains(login.status), "\(login.errors)")
        #expect(plain.requests.isEmpty)
    }
}
