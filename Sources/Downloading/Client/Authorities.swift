import AppGroupPlatform
import CAppGroupCurl

/// Whose certificates are trusted.
public enum Authorities: Sendable, Hashable {
    /// Those that the system trusts; or, as with OpenSSL's own programs, those in the file that the variable `SSL_CERT_FILE`
    /// names.
    case environment
    /// Those that the system trusts, and these certificates in PEM form.
    case system(and: [UInt8])

    func configure(_ handle: CurlHandle) {
        switch self {
        case .environment:
            if let file = ProcessEnvironment.current["SSL_CERT_FILE"] { handle.set(CURLOPT_CAINFO, file) }
        case .system(and: let certificates):
            // An own file would take the place of the system's file, so both go in together. The system's folder, where
            // libcurl has one, stays in use either way.
            guard !certificates.isEmpty else { return }
            _ = handle.set(
                CURLOPT_CAINFO_BLOB, copying: Self.systemCertificates(handle) + [UInt8(ascii: "\n")] + certificates)
        }
    }

    /// The certificates in the system's one file; none if it has only a folder.
    private static func systemCertificates(_ handle: CurlHandle) -> [UInt8] {
        let files = [handle.text(CURLINFO_CAINFO)].compactMap { $0 } + files
        return files.lazy.compactMap { try? Files.contents(of: $0, limit: 16 << 20) }.first ?? []
    }

    /// Where that file is if libcurl, before 7.84, does not say: on Debian, on Fedora, on macOS.
    private static let files = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]
}
