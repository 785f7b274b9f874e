import HummingbirdCore
import HummingbirdTLS
import NIOCore

extension HTTPServerBuilder {
    /// HTTP/1.1, over TLS where there are certificates. Who says nothing for a minute is hung up on.
    ///
    /// - Parameter patience: How long the rest of a body may take after its answer.
    static func catalog(_ certificates: ServedCertificates?, patience: TimeAmount) throws -> HTTPServerBuilder {
        let plain = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [LeftoverBodyHandler(patience: patience)], idleTimeout: .seconds(60),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 100)))
        guard let certificates else { return plain }
        return try .tls(plain, tlsConfiguration: certificates.configuration)
    }
}
