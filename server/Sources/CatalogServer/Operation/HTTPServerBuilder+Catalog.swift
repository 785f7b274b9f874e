import HummingbirdCore
import HummingbirdTLS
import NIOCore
import NIOSSL
import SystemPackage

extension HTTPServerBuilder {
    /// HTTP/1.1, over TLS where there are certificates. Who says nothing for a minute is hung up on.
    static func catalog(_ settings: Settings) throws -> HTTPServerBuilder {
        let plain = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                idleTimeout: .seconds(60),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 100)))
        guard let tls = settings.tls else { return plain }
        return try .tls(plain, tlsConfiguration: try tls.configuration())
    }
}

extension Settings.TLSFiles {
    /// What the files hold, at TLS 1.2 and above.
    func configuration() throws(ServiceError) -> TLSConfiguration {
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificates.string)
            let key = try NIOSSLPrivateKey(file: privateKey.string, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            return configuration
        } catch {
            throw ServiceError(
                .configuration,
                "The TLS certificates \(certificates) with the key \(privateKey) can't be used: \(error).")
        }
    }
}
