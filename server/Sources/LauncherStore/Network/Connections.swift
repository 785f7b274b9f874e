import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL

/// The connections of one command.
final class Connections: Sendable {
    /// For documents, which may come packed; nothing larger than ``largestDocument`` comes out of them.
    let documents: HTTPClient
    /// For packages, which are taken as they come.
    let files: HTTPClient

    /// Bytes of a document, unpacked.
    static let largestDocument = 32 << 20

    /// - Parameters:
    ///   - authorityFile: Certificates in PEM that are trusted beside those of the system.
    ///   - proxy: Through whom; `nil` for nobody.
    ///   - patience: How long nothing may come until a connection counts as cut.
    /// - Throws: ``StoreError`` where that file holds none.
    init(authorityFile: String?, through proxy: ProxyServer?, patience: Duration) throws(StoreError) {
        var configuration = HTTPClient.Configuration()
        configuration.proxy = proxy?.configuration
        configuration.redirectConfiguration = .disallow
        configuration.httpVersion = .http1Only
        configuration.timeout = .init(
            connect: .seconds(10), read: .seconds(patience.components.seconds), write: .seconds(30))
        // Whether to try again is decided in one place.
        configuration.connectionPool.retryConnectionEstablishment = false
        var security = TLSConfiguration.makeClientConfiguration()
        security.minimumTLSVersion = .tlsv12
        if let authorityFile {
            security.additionalTrustRoots = [.certificates(try Self.certificates(in: authorityFile))]
        }
        configuration.tlsConfiguration = security
        files = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        configuration.decompression = .enabled(limit: .size(Self.largestDocument))
        documents = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // Nothing waits for that: the process ends, or what is under way ends by itself.
        documents.shutdown { _ in }
        files.shutdown { _ in }
    }

    /// The certificates in a file.
    static func certificates(in file: String) throws(StoreError) -> [NIOSSLCertificate] {
        do {
            let certificates = try NIOSSLCertificate.fromPEMFile(file)
            if !certificates.isEmpty { return certificates }
        } catch {}
        throw StoreError(
            .configuration,
            "\(file) holds no certificates in PEM form, or cannot be read; look at it, and log in again.")
    }
}
