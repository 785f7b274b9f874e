import AppGroup
import AppGroupPlatform
public import HummingbirdCore
import HummingbirdTLS
public import Logging
public import NIOSSL
public import ServiceLifecycle
import Synchronization

/// The certificate chain and the private key of the server.
///
/// The files are checked every two seconds, so that a renewal needs no restart: new connections use the new certificates, and open
/// connections keep theirs. Files that can't be used change nothing: for example, the key of a new chain may not be written yet.
public final class ServedCertificates: Service {
    static let interval = Duration.seconds(2)

    private let files: TLSFiles
    private let logger: Logger
    private let state: Mutex<State>

    private struct State {
        /// The files that were read last, whether or not they could be used.
        var seen: Fingerprint
        var pair: Pair
    }

    /// Reads the files.
    ///
    /// - Throws: `configuration` if they can't be used.
    public init(_ files: TLSFiles, logger: Logger) throws(ServiceError) {
        let contents = try Contents(files)
        state = Mutex(State(seen: contents.fingerprint, pair: try Pair(contents, of: files)))
        self.files = files
        self.logger = logger
    }

    /// TLS 1.2 and later. Each new connection uses the newest certificates.
    public var configuration: TLSConfiguration {
        var configuration = state.withLock { $0.pair.configuration }
        configuration.sslContextCallback = { [self] _, promise in
            let pair = state.withLock { $0.pair }
            var answer = NIOSSLContextConfigurationOverride()
            answer.certificateChain = pair.chain
            answer.privateKey = pair.key
            promise.succeed(answer)
        }
        return configuration
    }

    /// Checks the files until the server stops.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: Self.interval)) != nil { self.look() }
        }
    }

    /// Uses the files if they are new and valid. Logs once if new files are not.
    private func look() {
        var fingerprint: Fingerprint = nil
        do throws(ServiceError) {
            let contents = try Contents(files)
            fingerprint = contents.fingerprint
            guard fingerprint != state.withLock({ $0.seen }) else { return }
            let pair = try Pair(contents, of: files)
            state.withLock { $0 = State(seen: fingerprint, pair: pair) }
            logger.info("New TLS certificates are in use", metadata: ["file": "\(files.certificates)"])
        } catch {
            guard fingerprint != state.withLock({ $0.seen }) else { return }
            state.withLock { $0.seen = fingerprint }
            logger.error(
                "New TLS certificates can't be used; the earlier ones stay", metadata: ["error": "\(error.description)"]
            )
        }
    }
}

extension ServedCertificates {
    /// Identifies the contents; `nil` if a file could not be read.
    private typealias Fingerprint = [UInt8]?

    /// The bytes of both files.
    private struct Contents {
        let (certificates, privateKey): ([UInt8], [UInt8])

        init(_ files: TLSFiles) throws(ServiceError) {
            certificates = try Self.bytes(of: files.certificates)
            privateKey = try Self.bytes(of: files.privateKey)
        }

        var fingerprint: Fingerprint { SHA256.digest(of: certificates + [0] + privateKey) }

        private static func bytes(of file: String) throws(ServiceError) -> [UInt8] {
            do {
                return try Files.contents(of: file, limit: 16 << 20)
            } catch {
                throw ServiceError(.configuration, "\(file) can't be read for TLS: \(error.message)")
            }
        }
    }

    /// A chain, and the key of its first certificate.
    private struct Pair {
        let chain: [NIOSSLCertificateSource]
        let key: NIOSSLPrivateKeySource

        init(_ contents: Contents, of files: TLSFiles) throws(ServiceError) {
            guard let certificates = try? NIOSSLCertificate.fromPEMBytes(contents.certificates), !certificates.isEmpty
            else { throw ServiceError(.configuration, "\(files.certificates) contains no certificate in PEM form.") }
            guard let privateKey = try? NIOSSLPrivateKey(bytes: contents.privateKey, format: .pem) else {
                throw ServiceError(
                    .configuration, "\(files.privateKey) contains no private key in PEM form, or one with a password.")
            }
            (chain, key) = (certificates.map { .certificate($0) }, .privateKey(privateKey))
            do {
                _ = try NIOSSLContext(configuration: configuration)
            } catch {
                throw ServiceError(
                    .configuration,
                    "The key \(files.privateKey) is not that of the first certificate in \(files.certificates).")
            }
        }

        var configuration: TLSConfiguration {
            var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            return configuration
        }
    }
}

/// The paths of the files of ``ServedCertificates``, in PEM form.
public struct TLSFiles: Hashable, Sendable {
    /// The chain, the server's own certificate first.
    public var certificates: String
    /// The key of the first certificate.
    public var privateKey: String

    /// Takes paths.
    public init(certificates: String, privateKey: String) {
        self.certificates = certificates
        self.privateKey = privateKey
    }
}

extension HTTPServerBuilder {
    /// HTTP/1.1, over TLS if there are certificates. The tally bounds what all connections hold.
    public static func bounded(_ certificates: ServedCertificates?, _ tally: ConnectionTally) throws
        -> HTTPServerBuilder
    {
        let isEncrypted = certificates != nil
        let plain = HTTPServerBuilder { ServedChannel(tally: tally, isEncrypted: isEncrypted, responder: $0) }
        guard let certificates else { return plain }
        return try .tls(plain, tlsConfiguration: certificates.configuration)
    }
}
