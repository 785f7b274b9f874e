import AppGroup
import HTTPTypes
import Hummingbird

/// Finds out where a request came from, and which address of this server it used.
///
/// `X-Forwarded-For`, `-Proto` and `-Host` count only from trusted proxies, and only if they contain valid addresses and hosts: the
/// last address in the list that is not a trusted proxy's own is the client's.
struct OriginMiddleware: RouterMiddleware {
    let settings: Settings
    let clock: @Sendable () -> Timestamp

    func handle(
        _ request: Request, context: CatalogContext,
        next: @concurrent (Request, CatalogContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.moment = clock()
        context.patience = .seconds(settings.transferSeconds)
        let peer = context.channel.remoteAddress.flatMap { ClientAddress($0) }
        let isProxied = peer.map(isTrusted) ?? false
        context.origin.address = isProxied ? caller(behind: peer, request.headers) : peer
        context.origin.publicURL = "\(url(of: request, context, isProxied: isProxied))"
        return try await next(request, context)
    }

    private func isTrusted(_ address: ClientAddress) -> Bool {
        settings.trustedProxies.contains { $0.contains(address) }
    }

    private func caller(behind peer: ClientAddress?, _ headers: HTTPFields) -> ClientAddress? {
        var caller = peer
        let hops = headers[values: .xForwardedFor].joined(separator: ",").split(separator: ",").reversed()
        for hop in hops {
            guard let address = ClientAddress(hop.trimmingPrefix(while: \.isWhitespace).trimmingSuffix) else { break }
            caller = address
            guard isTrusted(address) else { break }
        }
        return caller
    }

    private func url(of request: Request, _ context: CatalogContext, isProxied: Bool) -> PublicURL {
        if let url = settings.publicURL { return url }
        let forwarded = isProxied ? request.headers[.xForwardedHost] : nil
        let isSecure =
            switch isProxied ? request.headers[.xForwardedProto] : nil {
            case "https": true
            case "http": false
            default: settings.tls != nil
            }
        let authority = forwarded ?? request.head.authority ?? ""
        return PublicURL(isSecure: isSecure, authority: authority)
            ?? PublicURL(isSecure: settings.tls != nil, ownPort: context.channel.localAddress?.port)
    }
}

extension Substring {
    fileprivate var trimmingSuffix: Substring {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return self[endIndex...] }
        return self[...last]
    }
}
