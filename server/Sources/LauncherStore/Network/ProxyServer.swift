import AppGroup
import AppGroupPlatform
import Downloading

/// The HTTP proxy through which a server is reached. The environment names it, as for curl and wget: in `https_proxy`, or else
/// `all_proxy`; `no_proxy` lists the hosts that are reached directly. Each variable may also be in upper case. This machine is
/// never reached through a proxy.
///
/// The proxy sees nothing but the server's name: the client speaks TLS with the server through it (RFC 9110, section 9.3.6).
struct ProxyServer: Equatable, Sendable {
    /// A name or an address, that of IPv6 without brackets.
    let host: String
    let port: Int
    /// The user and the password for the proxy, decoded; `nil` if it wants none.
    let credentials: Proxy.Credentials?

    /// How the HTTP client reaches a server.
    ///
    /// - Throws: ``ClientError`` if the environment names something else than a proxy.
    static func route(to server: ServerAddress, in environment: ProcessEnvironment) throws(ClientError) -> Proxy {
        guard let proxy = try between(here: environment, and: server) else { return .none }
        return .http(host: proxy.host, port: proxy.port, credentials: proxy.credentials)
    }

    /// - Throws: ``ClientError`` if the environment names something else than a proxy.
    static func between(
        here environment: ProcessEnvironment, and server: ServerAddress
    ) throws(ClientError) -> ProxyServer? {
        guard server.isEncrypted, !server.isLoopback else { return nil }
        func value(_ name: String) -> String? { environment[name] ?? environment[name.uppercased()] }
        if let excepted = value("no_proxy"), isExcepted(server, excepted) { return nil }
        for name in ["https_proxy", "all_proxy"] {
            guard let text = value(name), !text.isEmpty else { continue }
            guard let proxy = ProxyServer(text) else {
                // The text may hold a password.
                throw ClientError(
                    .configuration,
                    "The environment's \(name) is not the address of an HTTP proxy, such as http://proxy.example.com:3128; correct it."
                )
            }
            return proxy
        }
        return nil
    }

    /// Takes `[http://][USER:PASSWORD@]HOST[:PORT][/]`. Without a port, it is 1080, as for curl.
    init?(_ text: String) {
        var rest = Substring(text)
        if let separator = rest.firstRange(of: "://") {
            guard rest[..<separator.lowerBound].lowercased() == "http" else { return nil }
            rest = rest[separator.upperBound...]
        }
        while rest.last == "/" { rest.removeLast() }
        if let at = rest.lastIndex(of: "@") {
            let words = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                .map { String(percentDecoding: $0) }
            guard let user = words[0], !user.isEmpty, let password = words.count > 1 ? words[1] : "" else { return nil }
            credentials = Proxy.Credentials(user: user, password: password)
            rest = rest[rest.index(after: at)...]
        } else {
            credentials = nil
        }
        // The rest is a host and a port like a server's.
        guard let address = try? ServerAddress("https://\(rest)") else { return nil }
        host = String(Self.withoutBrackets(address.host[...]))
        port = rest.hasSuffix(":\(address.port)") ? address.port : 1080
    }

    /// Whether a list such as `localhost,.example.com,10.0.0.1:8443` contains the server. A name stands for itself and for the
    /// names below it, `*` for all names. An IPv6 address needs brackets only if a port follows.
    private static func isExcepted(_ server: ServerAddress, _ list: String) -> Bool {
        let (host, port) = (withoutBrackets(server.host[...]), ":\(server.port)")
        return list.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
            if entry == "*" { return true }
            var name = entry
            let isBareAddress = name.first != "[" && name.count(where: { $0 == ":" }) > 1
            if name.hasSuffix(port), !isBareAddress { name = name.dropLast(port.count) }
            if name.last == "]" { name = withoutBrackets(name) }
            while name.first == "." { name.removeFirst() }
            return !name.isEmpty && (host == name || host.hasSuffix(".\(name)"))
        }
    }

    private static func withoutBrackets(_ host: Substring) -> Substring {
        host.drop { $0 == "[" }.prefix { $0 != "]" }
    }
}
