import Foundation
import TestSupport
import Testing

/// A certificate for `localhost` and `tools.test` that signs itself, and its key.
final class TestCertificate: Sendable {
    private let folder: TemporaryFolder

    var file: String { "\(folder.path)/certificate.pem" }
    var key: String { "\(folder.path)/key.pem" }

    init() throws {
        folder = try TemporaryFolder("certificate")
        let made = try Finished.run(
            [
                "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-keyout", key, "-out", file, "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,DNS:tools.test",
            ], environment: ["HOME": folder.path])
        try #require(made.status == 0, "\(made.errors)")
    }
}
