import CAppGroupCurl

/// How servers are reached.
public enum Proxy: Sendable, Hashable {
    /// As the environment says, by curl's variables and rules.
    case environment
    /// Directly, whatever the environment says.
    case none
    /// Through an HTTP proxy, encrypted connections by a tunnel (RFC 9110, 9.3.6).
    /// - Parameter host: a name or an address, an IPv6 address without brackets.
    case http(host: String, port: Int, credentials: Credentials?)

    /// The user name and password that a proxy asks for (RFC 7617).
    public struct Credentials: Sendable, Hashable {
        /// The user name.
        public let user: String
        /// The password.
        public let password: String

        /// Both may hold any character but a colon in the user name.
        public init(user: String, password: String) { (self.user, self.password) = (user, password) }
    }

    func configure(_ handle: CurlHandle) {
        switch self {
        case .environment: break
        case .none:
            // An empty text, unlike none, keeps libcurl from reading the environment.
            handle.set(CURLOPT_PROXY, "")
            handle.set(CURLOPT_NOPROXY, "")
        case .http(let host, let port, let credentials):
            handle.set(CURLOPT_PROXY, "http://\(host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host):\(port)")
            handle.set(CURLOPT_NOPROXY, "")
            handle.set(CURLOPT_PROXYAUTH, Int(appgroup_curl_basic))
            if let credentials {
                handle.set(CURLOPT_PROXYUSERNAME, credentials.user)
                handle.set(CURLOPT_PROXYPASSWORD, credentials.password)
            }
        }
    }
}
