public import AppGroup
public import CoreMetrics
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
/// Certificates that are not valid now wait until they are, or until those in use have expired, too.
public final class ServedCertificates: Service {
    static let interval = Duration.seconds(2)

    private let files: TLSFiles
    private let clock: @Sendable () -> Timestamp
    private let logger: Logger
    private let end: any MeterHandler
    private let state: Mutex<State>

    private struct State {
        /// Identifies what was read last, whether or not it could be used; `nil` if a file could not be read.
        var seen: [UInt8]?
        var pair: CertificatePair
        /// What was read last, if it could be used and is not in use yet.
        var next: CertificatePair?
        /// Identifies the certificates that wait, as far as the log has said so.
        var waiting: [UInt8]?
        /// What the log says about `pair`.
        var told = CertificatePair.Validity.good

        /// - Returns: Whether another pair is in use now.
        mutating func useNext(at moment: Timestamp) -> Bool {
            guard let next, !waits(next, at: moment) else { return false }
            (pair, self.next, waiting, told) = (next, nil, nil, .good)
            return true
        }

        /// Takes a pair for the next one.
        ///
        /// - Returns: Whether the log has to say that it waits.
        mutating func take(_ next: CertificatePair, at moment: Timestamp) -> Bool {
            self.next = next
            let waiting = waits(next, at: moment) ? next.fingerprint : nil
            defer { self.waiting = waiting }
            return waiting != nil && waiting != self.waiting
        }

        /// Whether `pair` stays in use although there is a next one.
        func waits(_ next: CertificatePair, at moment: Timestamp) -> Bool {
            !next.isValid(at: moment) && pair.isValid(at: moment)
        }
    }

    /// Reads the files. Certificates that are not valid now are used, too, since the clock may be wrong; the log says so.
    ///
    /// - Parameters:
    ///   - metrics: Gets the gauge `tls_certificate_not_after_seconds`, the expiry of the first certificate in use.
    ///   - clock: Gives the moment of each check.
    /// - Throws: `configuration` if they can't be used.
    public init(
        _ files: TLSFiles, metrics: any MetricsFactory, clock: @escaping @Sendable () -> Timestamp = { .now },
        logger: Logger
    ) throws(ServiceError) {
        let pair = try CertificatePair(CertificatePair.Contents(files), of: files)
        state = Mutex(State(seen: pair.fingerprint, pair: pair))
        self.files = files
        self.clock = clock
        self.logger = logger
        end = metrics.makeMeter(label: "tls_certificate_not_after_seconds", dimensions: [])
        tell(at: clock())
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
            await repeating(every: Self.interval, atOnce: false) { self.look() }
        }
    }

    /// Uses the files if they are new and valid. Logs once if new files are not.
    func look() {
        let now = clock()
        do throws(ServiceError) {
            if let pair = try newPair() {
                if state.withLock({ $0.take(pair, at: now) }) {
                    let validity = pair.validity(at: now)
                    guard validity == .early else { throw ServiceError(.configuration, pair.sentence(validity)) }
                    logger.warning(
                        "New TLS certificates are not valid yet; the earlier ones stay until then",
                        metadata: ["error": "\(pair.sentence(validity))"])
                }
            }
        } catch {
            logger.error(
                "New TLS certificates can't be used; the earlier ones stay", metadata: ["error": "\(error.description)"]
            )
        }
        if state.withLock({ $0.useNext(at: now) }) {
            logger.info("New TLS certificates are in use", metadata: ["file": "\(files.certificates)"])
        }
        tell(at: now)
    }

    /// What the files contain, if they have changed since they were last read and are not in use.
    private func newPair() throws(ServiceError) -> CertificatePair? {
        let contents = Result { () throws(ServiceError) in try CertificatePair.Contents(files) }
        let fingerprint = try? contents.get().fingerprint
        let isNew = state.withLock { state in
            guard fingerprint != state.seen else { return false }
            (state.seen, state.next) = (fingerprint, nil)
            return fingerprint != state.pair.fingerprint
        }
        return isNew ? try CertificatePair(contents.get(), of: files) : nil
    }

    /// Logs once if the certificates in use expire soon or are not valid.
    private func tell(at moment: Timestamp) {
        let (pair, validity, isNews) = state.withLock { state in
            let validity = state.pair.validity(at: moment)
            defer { state.told = validity }
            return (state.pair, validity, validity != state.told)
        }
        end.set(pair.end.seconds)
        guard isNews, validity != .good else { return }
        logger.log(
            level: validity == .expired ? .error : .warning, "The TLS certificates need attention",
            metadata: ["error": "\(pair.sentence(validity))"])
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
