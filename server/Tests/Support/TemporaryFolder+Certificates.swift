package import TestSupport
import Testing

extension TemporaryFolder {
    /// Makes a self-signed certificate for `localhost`. The curve's parameters precede the key, as `openssl ecparam` writes
    /// them.
    package func makeCertificate(_ name: String, days: Int = 2) async throws -> (certificate: String, key: String) {
        let (certificate, key) = ("\(path)/\(name).crt", "\(path)/\(name).key")
        for command in [
            ["ecparam", "-name", "prime256v1", "-genkey", "-out", key],
            [
                "req", "-x509", "-key", key, "-days", "\(days)", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", certificate,
            ],
        ] {
            let made = try await Finished.run(["/usr/bin/openssl"] + command)
            try #require(made.status == 0, "\(made.errors)")
        }
        return (certificate, key)
    }
}
