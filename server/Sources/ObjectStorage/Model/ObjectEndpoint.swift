import Downloading
package import Serving

/// The server that keeps a bucket, and how its URLs name the bucket.
package struct ObjectEndpoint: Hashable, Sendable {
    /// `https` or `http`.
    package let scheme: String
    /// The host, with its port unless the scheme implies it: what the field `Host` says.
    package let host: String
    /// The beginning of the path of each object. It begins and ends with a slash.
    package let path: String

    /// - Parameters:
    ///   - address: The server's URL, such as `https://s3.example.com`; `nil` for Amazon S3 in the region.
    ///   - pathStyle: Whether the bucket is a part of the path rather than of the host. It is in any case if the host is an
    ///     address, or if a period in the bucket's name would not match the server's certificate.
    /// - Throws: `configuration` if the URL has a path, a query or a user.
    package init(_ address: String?, region: String, bucket: String, pathStyle: Bool) throws(ServiceError) {
        let text = address ?? "https://s3.\(region).amazonaws.com"
        guard let url = WebAddress(text), let end = text.firstRange(of: "://")?.upperBound else {
            throw ServiceError(
                .configuration, "“\(text)” is not the URL of a server; write https://HOST or http://HOST:PORT.")
        }
        let rest = text[end...]
        guard rest == url.host || rest == "\(url.host)/" else {
            throw ServiceError(
                .configuration, "The URL “\(text)” of the S3 server must end after its host and port; remove the rest.")
        }
        scheme = url.isSecure ? "https" : "http"
        let implied = url.isSecure ? ":443" : ":80"
        let server = url.host.hasSuffix(implied) ? String(url.host.dropLast(implied.count)) : url.host
        let isInPath = pathStyle || Self.isAddress(server) || (url.isSecure && bucket.contains("."))
        host = isInPath ? server : "\(bucket).\(server)"
        path = isInPath ? "/\(bucket)/" : "/"
    }

    /// Whether a host, perhaps with a port, is an IP address or this machine's own name: neither has subdomains.
    private static func isAddress(_ host: String) -> Bool {
        if host.hasPrefix("[") { return true }
        let name = host.prefix { $0 != ":" }
        return name == "localhost" || name.allSatisfy { $0.isNumber || $0 == "." }
    }
}
