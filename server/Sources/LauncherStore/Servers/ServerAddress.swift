/// The address of a catalog server: the origin of its URLs (RFC 6454), such as `https://tools.example.com`.
///
/// Only `https`, or `http` to this very machine: over anything else, passwords and packages could be read or changed on their
/// way.
struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
    let isEncrypted: Bool
    /// Lowercase; an IPv6 address is in brackets.
    let host: String
    let port: Int

    /// Takes the text that a person types or a server sends. A name without a scheme stands for `https`.
    ///
    /// - Throws: ``ClientError`` that says what is wrong with the text.
    init(_ text: String) throws(ClientError) {
        func refused(_ reason: String) -> ClientError {
            ClientError(
                .badData, "“\(text.prefix(200))” is not a server address: \(reason), like https://tools.example.com")
        }
        var rest = Substring(text)
        var scheme = "https"
        if let separator = rest.firstRange(of: "://") {
            scheme = rest[..<separator.lowerBound].lowercased()
            rest = rest[separator.upperBound...]
        }
        guard scheme == "https" || scheme == "http" else { throw refused("an address begins with https://") }
        while rest.last == "/" { rest.removeLast() }
        guard text.utf8.count <= 300, rest.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw refused("write it in ASCII, a name in other letters as xn--…")
        }
        guard !rest.contains(where: { "/?#@\\%".contains($0) }) else {
            throw refused("name the host alone, without a path, a user or anything else")
        }
        let (name, port) = try Self.split(rest) { refused($0) }
        guard Self.isHost(name) else { throw refused("“\(name)” is not a host name") }
        isEncrypted = scheme == "https"
        host = name.lowercased()
        self.port = port ?? (isEncrypted ? 443 : 80)
        guard isEncrypted || isLoopback else {
            throw ClientError(
                .notPermitted,
                "http would let everybody on the way read your password and your downloads; use https://\(name)")
        }
    }

    /// The origin. The port is left out if it is the standard port of the scheme.
    var description: String {
        let implied = isEncrypted ? 443 : 80
        return (isEncrypted ? "https://" : "http://") + host + (port == implied ? "" : ":\(port)")
    }

    /// The same host and port without encryption.
    var unencrypted: String { "http://\(host):\(port)" }

    /// The name of a file about this server, different for each server.
    var fileName: String {
        (isEncrypted ? "" : "http_") + Self.fileName(of: "\(host):\(port)")
    }

    /// A part of an address, without a scheme, as it appears in the name of a file.
    static func fileName(of part: some StringProtocol) -> String {
        String(part.map { "[]:".contains($0) ? "_" : $0 })
    }

    private static func split(
        _ text: Substring, _ refused: (String) -> ClientError
    ) throws(ClientError) -> (Substring, Int?) {
        let afterHost = text.first == "[" ? text.firstIndex(of: "]").map { text.index(after: $0) } : nil
        guard let colon = text[(afterHost ?? text.startIndex)...].firstIndex(of: ":") else { return (text, nil) }
        let digits = text[text.index(after: colon)...]
        guard let port = Int(digits), 1...65_535 ~= port, digits.allSatisfy(\.isNumber) else {
            throw refused("a port is a number from 1 to 65535")
        }
        return (text[..<colon], port)
    }

    private static func isHost(_ text: Substring) -> Bool {
        if text.first == "[" {
            return text.last == "]" && 4...47 ~= text.count
                && text.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        return 1...253 ~= text.count
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                1...63 ~= label.count && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
            }
    }

    /// Whether the host is this machine, whatever a resolver says (RFC 6761 section 6.3, RFC 1122, RFC 4291).
    var isLoopback: Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127"
            && numbers.allSatisfy { UInt8($0) != nil && $0.utf8.count <= 3 }
    }
}
