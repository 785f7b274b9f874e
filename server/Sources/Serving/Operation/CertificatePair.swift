import AppGroup
import AppGroupPlatform
import NIOSSL

/// A chain of certificates, and the key of the first one.
struct CertificatePair: Sendable {
    let chain: [NIOSSLCertificateSource]
    let key: NIOSSLPrivateKeySource
    /// When the first certificate begins and ends to be valid.
    let (begin, end): (Timestamp, Timestamp)
    /// Identifies the contents of the files.
    let fingerprint: [UInt8]
    private let file: String

    init(_ contents: Contents, of files: TLSFiles) throws(ServiceError) {
        (file, fingerprint) = (files.certificates, contents.fingerprint)
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(contents.certificates),
            let first = certificates.first
        else { throw ServiceError(.configuration, "\(file) contains no certificate in PEM form.") }
        guard let privateKey = try? NIOSSLPrivateKey(bytes: contents.privateKey, format: .pem) else {
            throw ServiceError(
                .configuration, "\(files.privateKey) contains no private key in PEM form, or one with a password.")
        }
        (chain, key) = (certificates.map { .certificate($0) }, .privateKey(privateKey))
        begin = Timestamp(seconds: Int64(first.notValidBefore))
        end = Timestamp(seconds: Int64(first.notValidAfter))
        do {
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw ServiceError(
                .configuration, "The key \(files.privateKey) is not that of the first certificate in \(file).")
        }
    }

    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }
}

extension CertificatePair {
    /// Whether clients accept the first certificate at a moment.
    enum Validity {
        case early, good, expiresSoon, expired
    }

    /// A certificate expires soon in its last week. One that is made for less than four weeks does so in the last quarter of its time.
    func validity(at moment: Timestamp) -> Validity {
        let left = end.milliseconds - moment.milliseconds
        let short = min(7 * 86_400_000, (end.milliseconds - begin.milliseconds) / 4)
        guard moment >= begin else { return .early }
        guard left >= 0 else { return .expired }
        return left < short ? .expiresSoon : .good
    }

    /// Whether clients accept the first certificate at a moment.
    func isValid(at moment: Timestamp) -> Bool { [.good, .expiresSoon].contains(validity(at: moment)) }

    /// Says why an administrator should look at the certificates.
    func sentence(_ validity: Validity) -> String {
        switch validity {
        case .early: "The first certificate in \(file) is not valid until \(begin); check this machine's clock."
        case .good, .expiresSoon: "The first certificate in \(file) is valid only until \(end); renew it."
        case .expired: "The first certificate in \(file) was valid only until \(end); renew it."
        }
    }
}

extension CertificatePair {
    /// The bytes of both files.
    struct Contents {
        let (certificates, privateKey): ([UInt8], [UInt8])

        init(_ files: TLSFiles) throws(ServiceError) {
            certificates = try Self.bytes(of: files.certificates)
            privateKey = try Self.bytes(of: files.privateKey)
        }

        /// Identifies the contents.
        var fingerprint: [UInt8] { SHA256.digest(of: certificates + [0] + privateKey) }

        private static func bytes(of file: String) throws(ServiceError) -> [UInt8] {
            do {
                return try Files.contents(of: file, limit: 16 << 20)
            } catch {
                throw ServiceError(.configuration, "\(file) can't be read for TLS: \(error.message)")
            }
        }
    }
}
