import AppGroupPlatform
import HummingbirdCore
public import Logging
import NIOCore
public import ServiceLifecycle
import UnixSignals

/// One run of a server, until SIGTERM or SIGINT.
public struct ServerRun: Sendable {
    private let settings: ServingSettings
    private let connections: ConnectionTally
    private let logger: Logger

    /// - Parameters:
    ///   - settings: Where the server listens, and how long it waits for running requests once it is told to stop.
    ///   - connections: Counts the connections of the server.
    public init(_ settings: ServingSettings, connections: ConnectionTally, logger: Logger) {
        (self.settings, self.connections, self.logger) = (settings, connections, logger)
    }

    /// Runs a server until it is told to stop, and returns once everything has ended or was cut off.
    ///
    /// - Parameters:
    ///   - application: What listens and answers. It is told to stop first.
    ///   - others: What runs beside it, until its requests have ended: what they may do can still change.
    /// - Throws: ``ServiceError`` if the server can't listen, or what a service throws.
    public func run(_ application: any Service, beside others: [any Service]) async throws {
        let bound = ShutdownBound(patience: settings.shutdownPatience, connections: connections, logger: logger)
        defer { bound.reportCut() }
        var configuration = ServiceGroupConfiguration(
            services: others + [bound.watching(application), bound], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(bound.secondsUntilCut)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            // A service was cut off; if a request was, the log says so.
        } catch let error as IOError {
            throw describing(error)
        } catch is SocketAddressError.UnknownHost {
            throw ServiceError(.configuration, "There is no host \(settings.listen.host); listen on another one.")
        }
    }

    /// Why the server can't listen.
    private func describing(_ error: IOError) -> ServiceError {
        let place = "port \(settings.listen.port) of \(settings.listen.host)"
        return switch SystemError(error.errnoCode) {
        case .addressInUse:
            ServiceError(.busy, "Another program already listens on \(place); stop it, or choose another port.")
        case .accessDenied:
            ServiceError(.permission, "This user may not listen on \(place); choose a port from 1024 on.")
        case .addressNotAvailable:
            ServiceError(.configuration, "This machine has no address \(settings.listen.host); listen on another one.")
        default: ServiceError(.inputOutput, "The server can't listen on \(place): \(error).")
        }
    }
}
