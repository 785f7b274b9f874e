import AppGroup
import AsyncHTTPClient

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The HTTP proxy through which a server is reached, as the environment says it in the manner of curl and wget: `https_proxy`,
/// else `all_proxy`, and `no_proxy` with the hosts that are reached directly; in capitals where not in small letters. This
/// machine is never reached through one.
///
/// The proxy sees the server's name, and nothing else: TLS is spoken with the server through it (RFC 9110, section 9.3.6).
struct ProxyServer: Equatable, Sendable {
    /// A name or an address, that of IPv6 without brackets.
    let host: String
    let port: Int
    /// The user and the password that the proxy wants, as it gets them; `nil` where it knows everybody.
    let credentials: Credentials?

    struct Credentials: Equatable, Sendable {
        let user: String
        let password: String
    }

    /// - Throws: ``StoreError`` where the environment names what is no proxy.
    static func between(
        here environment: ProcessEnvironment, and server: ServerAddress
    ) throws(StoreError) -> ProxyServer? {
        guard server.isEncrypted, !server.isLoopback else { return nil }
        func value(_ name: String) -> String? { environment[name] ?? environment[name.uppercased()] }
        if let excepted = value("no_proxy"), isExcepted(server, excepted) { return nil }
        for name in ["https_proxy", "all_proxy"] {
            guard let text = value(name), !text.isEmpty else { continue }
            guard let proxy = ProxyServer(text) else {
                // The text may hold a password.
                throw StoreError(
                    .configuration,
                    "The environment's \(name) is no HTTP proxy's address, like http://proxy.example.com:3128; set it right."
                )
            }
            return proxy
        }
        return nil
    }

    /// Takes `[http://][USER:PASSWORD@]HOST[:PORT][/]`. The port is 1080 where none is said, as it is for curl.
    init?(_ text: String) {
        var rest = Substring(text)
        if let separator = rest.firstRange(of: "://") {
            guard rest[..<separator.lowerBound].lowercased() == "http" else { return nil }
            rest = rest[separator.upperBound...]
        }
        while rest.last == "/" { rest.removeLast() }
        if let at = rest.lastIndex(of: "@") {
            let words = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                .map { String($0).removingPercentEncoding }
            guard let user = words[0], !user.isEmpty, let password = words.count > 1 ? words[1] : "" else { return nil }
            credentials = Credentials(user: user, password: password)
            rest = rest[rest.index(after: at)...]
        } else {
            credentials = nil
        }
        // The rest is a host and a port like a server's.
        guard let address = try? ServerAddress("https://\(rest)") else { return nil }
        host = address.host.trimmingCharacters(in: ["[", "]"])
        port = rest.hasSuffix(":\(address.port)") ? address.port : 1080
    }

    /// Whether a list such as `localhost,.example.com,10.0.0.1:8443` has the server: a name stands for itself and for what
    /// is below it, `*` for all.
    private static func isExcepted(_ server: ServerAddress, _ list: String) -> Bool {
        list.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
            if entry == "*" { return true }
            var name = entry
            let port = ":\(server.port)"
            if name.hasSuffix(port) { name = name.dropLast(port.count) }
            while name.first == "." { name.removeFirst() }
            return !name.isEmpty && (server.host == name || server.host.hasSuffix(".\(name)"))
        }
    }

    var configuration: HTTPClient.Configuration.Proxy {
        guard let credentials else { return .server(host: host, port: port) }
        return .server(
            host: host, port: port, authorization: .basic(username: credentials.user, password: credentials.password))
    }
}
