import AppGroupPlatform
import HummingbirdCore
import HummingbirdTLS
import NIOCore

extension HTTPServerBuilder {
    /// HTTP/1.1, over TLS if there are certificates. The tally bounds what all connections hold.
    static func catalog(_ certificates: ServedCertificates?, _ tally: ConnectionTally) throws -> HTTPServerBuilder {
        let isEncrypted = certificates != nil
        let plain = HTTPServerBuilder { ServedChannel(tally: tally, isEncrypted: isEncrypted, responder: $0) }
        guard let certificates else { return plain }
        return try .tls(plain, tlsConfiguration: certificates.configuration)
    }
}

extension ConnectionLimits {
    /// - Parameter openFiles: How many files and connections the process may have open. A download uses two.
    init(_ settings: Settings, openFiles: Int) {
        connections = min(settings.connections, max(16, openFiles / 2 - 64))
        waitingBytes = settings.waitingBytes
        window = .seconds(Int64(settings.transferSeconds))
        pace = UInt64(settings.transferSeconds) << 10
    }
}

extension ServiceError {
    /// Why the server can't listen as its settings say.
    init(_ error: IOError, listeningAt settings: Settings) {
        let place = "port \(settings.port) of \(settings.host)"
        switch SystemError(error.errnoCode) {
        case .addressInUse:
            self.init(.busy, "Another program already listens on \(place); stop it, or choose another --port.")
        case .accessDenied:
            self.init(.permission, "This user may not listen on \(place); choose a --port from 1024 on.")
        case .addressNotAvailable:
            self.init(.configuration, "This machine has no address \(settings.host); correct --host.")
        default: self.init(.inputOutput, "The server can't listen on \(place): \(error).")
        }
    }
}
