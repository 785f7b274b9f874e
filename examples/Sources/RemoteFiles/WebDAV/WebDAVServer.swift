import AppGroupPlatform
import AppGroupText
public import Downloading
import ToolSupport

/// Where a WebDAV server is, and who asks.
public struct WebDAVServer: Sendable {
    /// The address of the folder that is the drive's root, without a slash at its end.
    public let address: WebAddress
    /// The user and the password that are sent with each request (RFC 7617); nil for none.
    public let credentials: Credentials?

    /// A user and a password.
    public struct Credentials: Sendable, Hashable {
        let user: String
        let password: String

        /// A user, whose name contains no colon, and a password.
        public init(user: String, password: String) { (self.user, self.password) = (user, password) }
    }

    /// - Returns: nil if the address has a user, a query or a fragment, or if a password would travel unencrypted to
    ///   another machine.
    public init?(_ address: WebAddress, credentials: Credentials? = nil) {
        let text = address.description
        guard !text.contains(where: { "?#".contains($0) }),
            !address.hasUser,
            credentials == nil || address.isSecure || address.isLocal
        else { return nil }
        var root = text[...]
        while root.hasSuffix("/") { root = root.dropLast() }
        guard let address = WebAddress(String(root)) else { return nil }
        (self.address, self.credentials) = (address, credentials)
    }

    /// The address of a path.
    func address(of path: RemotePath, isFolder: Bool = false) throws(RemoteError) -> WebAddress {
        let end = isFolder ? "/" : ""
        let text = "\(address)\(path.isRoot ? "" : PercentEncoding.encoded(path.description, keeping: "/"))\(end)"
        guard let address = WebAddress(text) else {
            throw RemoteError(.unsuitable, "\(path) is too long for a web address.")
        }
        return address
    }

    /// The path that a server means by an address or the path of one, such as `/dav/a%20b/`; nil if it is not below the
    /// root.
    func path(_ href: String) -> RemotePath? {
        let rest = href.hasPrefix("/") ? href[...] : Self.path(of: href)
        let base = Self.path(of: address.description)
        guard let names = Self.names(rest), let root = Self.names(base), names.starts(with: root) else { return nil }
        var path = RemotePath.root
        for name in names.dropFirst(root.count) {
            guard let child = path.child(name) else { return nil }
            path = child
        }
        return path
    }

    /// The names in an encoded path; nil if one is not UTF-8.
    private static func names(_ path: Substring) -> [String]? {
        var names: [String] = []
        for part in path.split(separator: "/") {
            guard let name = String(validating: PercentEncoding.decoded(part.utf8), as: UTF8.self) else { return nil }
            names.append(name)
        }
        return names
    }

    /// The path of an absolute address.
    private static func path(of address: String) -> Substring {
        let rest = address.drop { $0 != "/" }.dropFirst(2)
        return rest.drop { $0 != "/" }
    }

    /// The lines that each request has.
    var fields: [String] {
        guard let credentials else { return [] }
        return ["Authorization: Basic \(Base64.encode(Array("\(credentials.user):\(credentials.password)".utf8)))"]
    }
}
