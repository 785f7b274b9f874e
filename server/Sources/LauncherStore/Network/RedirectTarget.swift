/// The target of a server's redirection.
struct RedirectTarget {
    let server: ServerAddress
    /// The path with its query.
    let path: String

    /// Reads the field `Location` of an answer.
    ///
    /// - Throws: ``ClientError`` for a target that is not followed: one out of TLS, or one that is neither an absolute URL nor an
    ///   absolute path.
    init(_ location: String?, from server: ServerAddress) throws(ClientError) {
        guard let location, location.utf8.count <= 4096, location.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw Self.refused(server, "to nowhere")
        }
        if location.hasPrefix("/"), !location.hasPrefix("//") {
            self.server = server
            path = location
            return
        }
        guard let separator = location.firstRange(of: "://") else { throw Self.refused(server, "to “\(location)”") }
        let rest = location[separator.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        do {
            self.server = try ServerAddress(String(location[..<end]))
        } catch {
            throw Self.refused(server, "to “\(location)”")
        }
        guard self.server.isEncrypted || !server.isEncrypted else {
            throw Self.refused(server, "out of https, to “\(location)”")
        }
        let path = String(rest[end...].prefix { $0 != "#" })
        self.path = path.hasPrefix("/") ? path : "/\(path)"
    }

    private static func refused(_ server: ServerAddress, _ what: String) -> ClientError {
        ClientError(
            .brokenProtocol, "\(server) redirects \(what), which is not followed; tell its administrator.")
    }
}
