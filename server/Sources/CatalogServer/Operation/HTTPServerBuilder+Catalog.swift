import HummingbirdCore
import HummingbirdTLS
import NIOCore

extension HTTPServerBuilder {
    /// HTTP/1.1, over TLS where there are certificates. Who says nothing for a minute is hung up on.
    static func catalog(_ certificates: ServedCertificates?) throws -> HTTPServerBuilder {
        let plain = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                idleTimeout: .seconds(60),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 100)))
        guard let certificates else { return plain }
        return try .tls(plain, tlsConfiguration: certificates.configuration)
    }
}
