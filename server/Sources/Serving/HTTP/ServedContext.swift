public import AppGroup
public import Hummingbird
public import NIOCore
import HTTPTypes
import Logging
import Synchronization

/// What our middleware knows about one request. A server's context conforms, and adds what the server knows.
public protocol ServedContext: RequestContext {
    /// The connection.
    var channel: any Channel { get }
    /// For the log. Each context has a new one.
    var observation: RequestObservation { get }
    /// Set by ``OriginMiddleware``, which runs before all others but ``ObservingMiddleware``.
    var origin: RequestOrigin { get set }
    /// When the request arrived. Set by ``OriginMiddleware``.
    var moment: Timestamp { get set }
    /// How long a body that is needed whole may take. Set by ``OriginMiddleware``.
    var patience: Duration { get set }
}

extension ServedContext {
    /// Logs an error that is not the client's fault.
    public func log(_ error: ServiceError) {
        guard let level = error.logLevel else { return }
        logger.log(level: level, "A request failed", metadata: ["error": "\(error)"])
    }
}

extension ServiceError {
    /// How bad it is for the server that a request ended this way; `nil` for the client's faults, and for what only takes its
    /// time.
    var logLevel: Logger.Level? {
        guard code.status.kind == .serverError, code != .underway else { return nil }
        return retryAfter == nil ? .error : .warning
    }
}

/// Where a request came from, and which address of this server it used, as trusted proxies report it.
public struct RequestOrigin: Hashable, Sendable {
    /// `nil` over a Unix socket, and in tests without a socket.
    public var address: ClientAddress?
    /// What links begin with, such as `https://tools.example.com`, without a slash at the end.
    public var publicURL: String

    /// Describes an origin.
    public init(address: ClientAddress?, publicURL: String) {
        self.address = address
        self.publicURL = publicURL
    }

    /// Whether links use TLS.
    public var isSecure: Bool { publicURL.hasPrefix("https:") }
}

/// What inner middleware learns about a request, for the outer middleware that logs it: contexts are copied inwards only.
public final class RequestObservation: Sendable {
    private struct State {
        var address: String?
        var user: String?
    }

    private let state = Mutex(State())

    /// Knows nothing yet.
    public init() {}

    /// Where it came from. ``OriginMiddleware`` sets it.
    public var address: String? {
        get { state.withLock { $0.address } }
        set { state.withLock { $0.address = newValue } }
    }

    /// Who sent it, as the log may name them.
    public var user: String? {
        get { state.withLock { $0.user } }
        set { state.withLock { $0.user = newValue } }
    }
}

extension HTTPField.Name {
    /// RFC 7239, and the fields that came before it.
    static let forwarded = Self("Forwarded")!
    static let xForwardedFor = Self("X-Forwarded-For")!
    static let xForwardedProto = Self("X-Forwarded-Proto")!
    static let xForwardedHost = Self("X-Forwarded-Host")!
    static let xRequestID = Self("X-Request-Id")!

    /// Each of them says that a request came through a proxy.
    fileprivate static let ofProxies = [
        forwarded, xForwardedFor, xForwardedProto, xForwardedHost, Self("X-Real-IP")!, Self("Via")!,
    ]
}

extension HTTPFields {
    /// Whether a proxy, trusted or not, says that it passed the request on.
    var isForwarded: Bool { HTTPField.Name.ofProxies.contains { contains($0) } }
}
