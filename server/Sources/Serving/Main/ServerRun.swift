import AppGroupPlatform
import HummingbirdCore
public import Logging
import NIOCore
public import ServiceLifecycle
import UnixSignals

/// One run of a server, until SIGTERM or SIGINT.
public struct ServerRun: Sendable {
    /// Where it listens.
    private let (host, port): (String, Int)
    /// How many seconds running requests have to end.
    private let patience: Int
    private let logger: Logger

    /// - Parameters:
    ///   - host: The address to listen on, for errors.
    ///   - patience: How many seconds running requests have to end once the server is told to stop.
    public init(host: String, port: Int, patience: Int, logger: Logger) {
        (self.host, self.port) = (host, port)
        self.patience = patience
        self.logger = logger
    }

    /// Runs services until the server is told to stop, and returns once they have ended or were cut off.
    ///
    /// - Throws: ``ServiceError`` if the server can't listen, or what a service throws.
    public func run(_ services: [any Service]) async throws {
        let bound = ShutdownBound(patience: patience, logger: logger)
        var configuration = ServiceGroupConfiguration(
            services: [bound.cutNotice] + services + [bound], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(bound.secondsUntilCut)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            // A service was cut off, as the log says.
        } catch let error as IOError {
            throw describing(error)
        } catch is SocketAddressError.UnknownHost {
            throw ServiceError(.configuration, "There is no host \(host); listen on another one.")
        }
    }

    /// Why the server can't listen.
    private func describing(_ error: IOError) -> ServiceError {
        let place = "port \(port) of \(host)"
        return switch SystemError(error.errnoCode) {
        case .addressInUse:
            ServiceError(.busy, "Another program already listens on \(place); stop it, or choose another port.")
        case .accessDenied:
            ServiceError(.permission, "This user may not listen on \(place); choose a port from 1024 on.")
        case .addressNotAvailable:
            ServiceError(.configuration, "This machine has no address \(host); listen on another one.")
        default: ServiceError(.inputOutput, "The server can't listen on \(place): \(error).")
        }
    }
}
