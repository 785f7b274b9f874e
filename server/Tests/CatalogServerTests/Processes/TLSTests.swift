import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

struct TLSTests {
    @Test func `A server with certificates accepts only TLS 1.2 and later`() async throws {
        let folder = try TemporaryFolder()
        let (certificate, key) = try await folder.makeCertificate("first")
        let server = try await ServerProcess(in: folder, ["--tls-certificate", certificate, "--tls-key", key])
        let secure = "https://localhost:\(server.port)/v1/sessions"
        func curl(_ options: String...) async throws -> Finished {
            try await Finished.run(["/usr/bin/curl", "--silent", "--max-time", "600"] + options)
        }
        let answer = try await curl("--cacert", certificate, secure)
        #expect(answer.output.contains("launcher login https://localhost:\(server.port)\""))
        #expect(try await curl("--cacert", certificate, "--tls-max", "1.2", secure).status == 0)
        let old = ["--tls-max", "1.1", "--ciphers", "DEFAULT:@SECLEVEL=0"]
        #expect(try await curl("--cacert", certificate, old[0], old[1], old[2], old[3], secure).status != 0)
        #expect(try await curl(secure).status == 60)
        #expect(try await curl("\(server.url)/healthz").status != 0)
        #expect(try await curl("--cacert", certificate, "https://localhost:\(server.port)/healthz").output == "ok\n")
    }

    @Test func `Renewed certificates are used without a restart as soon as both files match`() async throws {
        let folder = try TemporaryFolder()
        let (certificate, key) = try await folder.makeCertificate("served")
        let next = try await folder.makeCertificate("next")
        let server = try await ServerProcess(in: folder, ["--tls-certificate", certificate, "--tls-key", key])
        func isServed(_ authority: String) async throws -> Bool {
            let answer = try await Finished.run([
                "/usr/bin/curl", "--silent", "--max-time", "600", "--cacert", authority,
                "https://localhost:\(server.port)/healthz",
            ])
            return answer.output == "ok\n"
        }
        func bytes(_ file: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: file))) }
        let first = try folder.write("first.crt", bytes(certificate))
        #expect(try await isServed(first))
        #expect(try await !isServed(next.certificate))

        // At once, as the server may read a file at any time.
        func replace(_ file: String, with other: String) throws {
            try Data(contentsOf: URL(filePath: other)).write(to: URL(filePath: file), options: .atomic)
        }
        try replace(certificate, with: next.certificate)
        #expect(await comesTrue { server.log.contains("can't be used; the earlier ones stay") })
        #expect(try await isServed(first))

        try replace(key, with: next.key)
        #expect(try await comesTrue { try await isServed(next.certificate) })
        #expect(try await !isServed(first))
        #expect(server.log.components(separatedBy: "can't be used").count == 2)
        #expect(server.log.contains("New TLS certificates are in use"))
    }

    @Test func `A key that does not belong to the certificate is refused`() async throws {
        let folder = try TemporaryFolder()
        let (certificate, _) = try await folder.makeCertificate("one")
        let (_, key) = try await folder.makeCertificate("other")
        let finished = try await Finished.run([
            ServerProcess.program, "serve", "--group", "com.example.tools", "--data", "\(folder.path)/data",
            "--tls-certificate", certificate, "--tls-key", key,
        ])
        #expect(finished.status == 78)
        #expect(finished.errors.contains("The key \(key) is not that of the first certificate in \(certificate)."))
    }

    @Test(arguments: [
        ["--tls-certificate", "/nowhere.pem", "--tls-key", "/nowhere.pem"], ["--tls-key", "/nowhere.pem"],
    ])
    func `A server whose certificates can't be used names them and does not start`(_ options: [String]) async throws {
        let folder = try TemporaryFolder()
        let finished = try await Finished.run(
            [ServerProcess.program, "serve", "--group", "com.example.tools", "--data", "\(folder.path)/data"] + options)
        #expect(finished.status == 78)
        #expect(finished.errors.contains("/nowhere.pem") || finished.errors.contains("--tls-certificate"))
        #expect(try folder.files().isEmpty)
    }
}
