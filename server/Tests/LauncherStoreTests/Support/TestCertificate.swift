import Foundation
import TestSupport
import Testing

/// A certificate for `localhost` and `tools.test` that signs itself, and its key.
final class TestCertificate: Sendable {
    private let folder: String

    var file: String { "\(folder)/certificate.pem" }
    var key: String { "\(folder)/key.pem" }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "certificate-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let made = try Finished.run(
            [
                "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-keyout", "\(folder)/key.pem", "-out", "\(folder)/certificate.pem", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,DNS:tools.test",
            ], environment: ["HOME": folder])
        try #require(made.status == 0, "\(made.errors)")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
}
