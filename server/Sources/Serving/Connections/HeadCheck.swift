import NIOCore
import NIOHTTP1

/// Refuses a request of HTTP/1.1 without a field `Host`, and any request with several or with one that isn't valid (RFC 9112, 3.2): a
/// proxy and this server could take such a request for two different hosts. Later handlers don't know the version, look only at the
/// first `Host`, and ignore the host of a target such as `http://host/path`. A body in another transfer coding than `chunked` is
/// refused as well (RFC 9112, 6.1), because later handlers would take its bytes for the content.
///
/// For the same reason, it says in one way that a connection is to end with the answer (RFC 9112, 9.3).
final class HeadCheck: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// Whether a request was refused. The connection ends with it, so everything after its head is dropped.
    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasRefused else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if let refusal = Self.refusal(of: &head) {
            hasRefused = true
            return context.fireErrorCaught(refusal)
        }
        // A client of HTTP/1.0 would not know that its connection stays open, and can't use an interim answer (RFC 9110, 10.1.1).
        let isOld = Self.isOld(head)
        if isOld { head.headers.remove(name: "Expect") }
        if isOld || !head.isKeepAlive || Self.endsDecoding(head) {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private static func isOld(_ head: HTTPRequestHead) -> Bool { [.http0_9, .http1_0].contains(head.version) }

    /// Whether NIO decodes nothing that follows: it would belong to a protocol that this server does not speak. So the connection ends
    /// with the answer, which RFC 9110 (7.8, 9.3.6) allows.
    private static func endsDecoding(_ head: HTTPRequestHead) -> Bool {
        head.method == .CONNECT || head.headers.contains(name: "Upgrade")
    }

    /// Why a request is refused; `nil` if it is not.
    private static func refusal(of head: inout HTTPRequestHead) -> ServiceError? {
        if let reason = hostProblem(&head) { return ServiceError(.malformed, reason) }
        switch head.headers[canonicalForm: "Transfer-Encoding"].map({ $0.lowercased() }) {
        case [], ["chunked"]: return nil
        case let others:
            let codings = others.joined(separator: ", ")
            return ServiceError(
                .unsupported, "The server can't decode “\(codings.prefix(40))”; use the transfer coding chunked alone.")
        }
    }

    // MARK: - Hosts

    /// What is wrong with a request's host; `nil` if nothing is. Its target then has no host, which is in `Host` instead (RFC 9112,
    /// 3.2.2).
    private static func hostProblem(_ head: inout HTTPRequestHead) -> String? {
        let hosts = head.headers["Host"]
        guard hosts.count == 1 || hosts.isEmpty && isOld(head) else {
            return "A request of HTTP/1.1 must have exactly one Host field."
        }
        var host = hosts.first ?? ""
        if let target = AbsoluteTarget(head.uri) {
            guard !target.host.isEmpty else { return "The request's target has no host." }
            host = target.host
            head.uri = target.path
            head.headers.replaceOrAdd(name: "Host", value: host)
        }
        return host.utf8.allSatisfy(isInHost) ? nil : "The request's host isn't valid."
    }

    /// Whether a byte may be in a host and port (RFC 3986, 3.2.2 and 3.2.3).
    private static func isInHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~%!$&'()*+,;=:[]".utf8.contains(byte)
        }
    }
}

/// A target with a scheme and a host, as a client sends it to a proxy.
private struct AbsoluteTarget {
    let host: String
    /// With the query.
    let path: String

    init?(_ target: String) {
        guard target.first != "/", let colon = target.utf8.firstIndex(of: UInt8(ascii: ":")),
            ["http", "https"].contains(target[..<colon].lowercased()), target[colon...].hasPrefix("://")
        else { return nil }
        let rest = target[colon...].dropFirst(3)
        let end = rest.utf8.firstIndex { "/?".utf8.contains($0) } ?? rest.endIndex
        host = String(rest[..<end])
        path = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/\(rest[end...])"
    }
}
