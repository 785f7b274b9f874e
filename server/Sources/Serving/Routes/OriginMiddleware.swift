public import AppGroup
import HTTPTypes
public import Hummingbird
import Logging
import Synchronization

/// Finds out where a request came from, and which address of this server it used.
///
/// `X-Forwarded-For`, `-Proto` and `-Host` count only from trusted proxies, and only if they contain valid addresses and hosts: the
/// last address in the list that is not a trusted proxy's own is the client's.
public struct OriginMiddleware<Context: ServedContext>: RouterMiddleware {
    private let rules: OriginRules
    private let clock: @Sendable () -> Timestamp
    private let hint = UnreadableHint()

    /// - Parameter clock: Gives the moment of each request.
    public init(rules: OriginRules, clock: @escaping @Sendable () -> Timestamp = { .now }) {
        self.rules = rules
        self.clock = clock
    }

    /// Finds out where one request came from.
    public func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.moment = clock()
        context.patience = rules.patience
        let peer = context.channel.remoteAddress.flatMap { ClientAddress($0) }
        let isProxied = peer.map(isTrusted) ?? false
        context.origin.address = isProxied ? caller(behind: peer, request.headers, context.logger) : peer
        context.observation.address = context.origin.address?.description
        context.origin.publicURL = "\(url(of: request, context, isProxied: isProxied))"
        return try await next(request, context)
    }

    private func isTrusted(_ address: ClientAddress) -> Bool {
        rules.trustedProxies.contains { $0.contains(address) }
    }

    private func caller(behind peer: ClientAddress?, _ headers: HTTPFields, _ logger: Logger) -> ClientAddress? {
        var caller = peer
        let hops = headers[values: .xForwardedFor].joined(separator: ",").split(separator: ",").reversed()
        for hop in hops {
            let hop = hop.trimmed
            guard let address = ClientAddress(forwarded: hop) else {
                hint.give(hop, logger)
                break
            }
            caller = address
            guard isTrusted(address) else { break }
        }
        return caller
    }

    private func url(of request: Request, _ context: Context, isProxied: Bool) -> PublicURL {
        if let url = rules.publicURL { return url }
        let forwarded = isProxied ? request.headers[.xForwardedHost] : nil
        let isSecure =
            switch isProxied ? request.headers[.xForwardedProto] : nil {
            case "https": true
            case "http": false
            default: rules.isEncrypted
            }
        let authority = forwarded ?? request.head.authority ?? ""
        return PublicURL(isSecure: isSecure, authority: authority)
            ?? PublicURL(isSecure: rules.isEncrypted, ownPort: context.channel.localAddress?.port)
    }
}

/// Tells the administrator once that a proxy is set up in a way that makes its clients share the limits of one address.
private final class UnreadableHint: Sendable {
    private let isGiven = Atomic(false)

    func give(_ hop: Substring, _ logger: Logger) {
        guard !isGiven.exchange(true, ordering: .relaxed) else { return }
        logger.warning(
            "A trusted proxy sent an X-Forwarded-For value that is not an address, so its clients share one limit",
            metadata: ["value": "\(String(decoding: hop.utf8.prefix(64), as: UTF8.self))"])
    }
}

/// How to find out where a request came from.
public struct OriginRules: Sendable {
    /// The proxies to trust for `X-Forwarded-*`.
    public var trustedProxies: [AddressRange]
    /// The server's URL for its users; `nil` to take it from each request.
    public var publicURL: PublicURL?
    /// Whether the server itself speaks TLS.
    public var isEncrypted: Bool
    /// How long a body that is needed whole may take.
    public var patience: Duration

    /// Trusts nobody, unless told otherwise.
    public init(
        trustedProxies: [AddressRange] = [], publicURL: PublicURL? = nil, isEncrypted: Bool = false,
        patience: Duration = .seconds(30)
    ) {
        self.trustedProxies = trustedProxies
        self.publicURL = publicURL
        self.isEncrypted = isEncrypted
        self.patience = patience
    }
}
