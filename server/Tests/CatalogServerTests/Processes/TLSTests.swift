import Foundation
import Testing

@testable import CatalogServer

struct TLSTests {
    @Test func `With certificates the server speaks TLS 1.2 and later, and nothing else`() async throws {
        let folder = try BlobFolder()
        let (certificate, key) = ("\(folder.path)/certificate.pem", "\(folder.path)/key.pem")
        let made = try await Finished.run([
            "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days",
            "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key,
            "-out",
            certificate,
        ])
        try #require(made.status == 0, "\(made.errors)")
        let server = try await ServerProcess(in: folder, ["--tls-certificate", certificate, "--tls-key", key])
        let secure = "https://localhost:\(server.port)/v1/sessions"
        func curl(_ options: String...) async throws -> Finished {
            try await Finished.run(["/usr/bin/curl", "--silent", "--max-time", "30"] + options)
        }
        let answer = try await curl("--cacert", certificate, secure)
        #expect(answer.text.contains("launcher login https://localhost:\(server.port)\""))
        #expect(try await curl("--cacert", certificate, "--tls-max", "1.2", secure).status == 0)
        let old = ["--tls-max", "1.1", "--ciphers", "DEFAULT:@SECLEVEL=0"]
        #expect(try await curl("--cacert", certificate, old[0], old[1], old[2], old[3], secure).status != 0)
        #expect(try await curl(secure).status == 60)
        #expect(try await curl("\(server.url)/healthz").status != 0)
        #expect(try await curl("--cacert", certificate, "https://localhost:\(server.port)/healthz").text == "ok\n")
    }

    @Test(arguments: [
        ["--tls-certificate", "/nowhere.pem", "--tls-key", "/nowhere.pem"], ["--tls-key", "/nowhere.pem"],
    ])
    func `Certificates that can't be used are named, and nothing is served`(_ options: [String]) async throws {
        let folder = try BlobFolder()
        let finished = try await Finished.run(
            [ServerProcess.program, "serve", "--group", "com.example.tools", "--data", "\(folder.path)/data"] + options)
        #expect(finished.status == 78)
        #expect(finished.errors.contains("/nowhere.pem") || finished.errors.contains("--tls-certificate"))
    }
}
