import AppGroupPlatform
import AppCatalog
import AppGroupCommands
import AppGroupCrypto
import AppPackage
import CAppGroupCrypto
import Downloading
import Synchronization

/// The connections of one command.
struct Connections: Sendable {
    let client: WebClient
    /// Certificates in PEM form that are trusted beside those of the system.
    let authorityFile: String?
    /// The hosts that have answered.
    let answering = AnsweringHosts()

    /// The most bytes of a document, decompressed.
    static let largestDocument = Catalog.mostBytes

    /// - Parameters:
    ///   - authorityFile: Certificates in PEM form that are trusted beside those of the system.
    ///   - route: The proxy to go through, if any.
    ///   - patience: How long nothing may come until a connection counts as cut.
    /// - Throws: ``ClientError`` if that file holds no certificates.
    init(authorityFile: String?, through route: Proxy, patience: Duration) throws(ClientError) {
        var patience = Patience(silence: Int(patience.components.seconds))
        patience.connecting = 10
        patience.sending = 30
        // A package may be large and the line slow, but a byte now and then only keeps the client busy.
        (patience.slowest, patience.total) = (64, 0)
        var client = WebClient(userAgent: "launcher-store/\(Program.version)", patience: patience)
        client.proxy = route
        client.authorities = .system(and: try authorityFile.map(Self.certificates) ?? [])
        self.client = client
        self.authorityFile = authorityFile
    }

    /// The content of a file of certificates.
    static func certificates(in file: String) throws(ClientError) -> [UInt8] {
        guard let crypto = Libcrypto.functions else {
            throw ClientError(
                .inputOutput, "\(file) cannot be checked, since libcrypto cannot be used; install OpenSSL.")
        }
        if let bytes = try? Files.contents(of: file, limit: 16 << 20),
            appgroup_crypto_count_certificates(crypto, bytes, Int32(bytes.count)) > 0
        {
            return bytes
        }
        throw ClientError(
            .configuration,
            "\(file) holds no certificates in PEM form, or cannot be read; check it, and log in again.")
    }
}

/// The hosts that have answered a command, with their ports. If one of them can't be reached later, it may be restarting.
final class AnsweringHosts: Sendable {
    private let hosts = Mutex<Set<String>>([])

    func note(_ host: String) { _ = hosts.withLock { $0.insert(host) } }

    func contains(_ host: String) -> Bool { hosts.withLock { $0.contains(host) } }
}
