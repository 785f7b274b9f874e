import AppGroupPlatform
import CAppGroupCurl

/// The certificate authorities that are trusted.
public enum Authorities: Sendable, Hashable {
    /// Those that the system trusts, or those in the file that the variable `SSL_CERT_FILE` names, as OpenSSL's programs do.
    case environment
    /// Those that the system trusts, and these certificates in PEM form.
    case system(and: [UInt8])

    func configure(_ handle: CurlHandle) {
        switch self {
        case .environment:
            if let file = ProcessEnvironment.current["SSL_CERT_FILE"] { handle.set(CURLOPT_CAINFO, file) }
        case .system(and: let certificates):
            // A separate file would replace the system's file, so libcurl gets both together. If it also uses a folder of
            // the system, it continues to do so.
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

    /// Where that file is on Debian, on Fedora and on macOS, for a libcurl before 7.84, which does not say.
    private static let files = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]
}
