/// The findings of a mail server about a sender: the field `Authentication-Results` (RFC 8601).
public struct AuthenticationResults: Sendable {
    /// The server's name for itself (`authserv-id`), in lowercase.
    public let server: String

    /// The finding of one method.
    struct Finding: Sendable {
        /// Such as `dkim`, in lowercase.
        let method: String
        /// Such as `pass`, in lowercase.
        let result: String
        /// Such as `header.d` with a domain; all in lowercase.
        let properties: [String: String]
    }

    let findings: [Finding]

    /// Parses the value of a field; nil if it names no server.
    public init?(parsing value: String) {
        let statements = Self.withoutComments(value).splitOutsideQuotes(at: ";")
        // A version may follow the name.
        guard let server = statements[0].split(separator: " ").first else { return nil }
        self.server = String(server).unquoted.lowercased()
        findings = statements.dropFirst().compactMap(Self.finding)
    }

    private static func finding(_ statement: String) -> Finding? {
        var words = statement.splitOutsideQuotes(at: " ").filter { !$0.isEmpty }[...]
        guard let first = words.popFirst(), let (method, result) = sides(first) else { return nil }
        let pairs = words.compactMap(sides).map { ($0.0, $0.1) }
        return Finding(
            method: String(method.split(separator: "/").first ?? ""), result: result,
            properties: Dictionary(pairs) { first, _ in first })
    }

    private static func sides(_ word: String) -> (String, String)? {
        guard let equals = word.unicodeScalars.firstIndex(of: "=") else { return nil }
        let value = String(word.unicodeScalars[equals...].dropFirst())
        return (word[..<equals].lowercased(), value.unquoted.lowercased())
    }

    /// The value without comments, and without blanks around equals signs.
    ///
    /// It looks at scalars: a quotation mark and a combining mark after it are one `Character`, and a sender chooses what stands
    /// after the quotation mark.
    private static func withoutComments(_ value: String) -> String {
        var result = String.UnicodeScalarView()
        var depth = 0
        var (isQuoted, isEscaped) = (false, false)
        for character in value.unicodeScalars {
            defer { isEscaped = character == "\\" && !isEscaped }
            if character == "\"", !isEscaped, depth == 0 { isQuoted.toggle() }
            if character == "(", !isQuoted, !isEscaped {
                depth += 1
            } else if character == ")", !isQuoted, !isEscaped, depth > 0 {
                depth -= 1
                result.append(" ")
            } else if depth == 0 {
                result.append(character)
            }
        }
        if isQuoted { return String(result) }
        let sides = result.split(separator: "=", omittingEmptySubsequences: false)
        return sides.map { String($0).trimmingSpaces }.joined(separator: "=")
    }

    /// Whether the server vouches for the domain of an address in `From`, by DMARC, or else by DKIM or SPF for the same domain
    /// (RFC 7489, 3.1).
    public func vouches(for address: String) -> Bool {
        guard let at = address.lastIndex(of: "@") else { return false }
        let domain = address[address.index(after: at)...].lowercased()
        guard !domain.isEmpty else { return false }
        let verdicts = findings.filter { $0.method == "dmarc" }
        if !verdicts.isEmpty {
            return verdicts.allSatisfy { verdict in
                verdict.result == "pass" && verdict.properties["header.from"].map { $0 == domain } ?? true
            }
        }
        return findings.contains { finding in
            guard finding.result == "pass" else { return false }
            let signer: String? =
                switch finding.method {
                case "dkim": finding.properties["header.d"] ?? finding.properties["header.i"]
                case "spf": finding.properties["smtp.mailfrom"]
                default: nil
                }
            return signer.map { Self.isAligned($0, with: domain) } ?? false
        }
    }

    /// Whether who signed is the domain itself or one that contains it, such as `example.org` for `mail.example.org`.
    private static func isAligned(_ signer: String, with domain: String) -> Bool {
        let signer = signer.split(separator: "@", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        return signer == domain || signer.contains(".") && domain.hasSuffix(".\(signer)")
    }
}

extension Header {
    /// The findings of the server that wrote the topmost such field; nil if there is none. Fields below may be forged: the person who
    /// sent the message can have written them.
    public var authenticationResults: AuthenticationResults? {
        values(of: "authentication-results").first.flatMap(AuthenticationResults.init(parsing:))
    }

    /// The only sender; nil if the message names none or several, in one field or in more than one.
    public var onlySender: Sender? {
        let fields = values(of: "from")
        guard fields.count == 1 else { return nil }
        let senders = Sender.all(in: fields[0])
        return senders.count == 1 ? senders[0] : nil
    }
}
