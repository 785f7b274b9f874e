import CLibpq
package import Serving

/// Where a PostgreSQL database is: a connection URI without a password (postgresql.org/docs/current/libpq-connect.html, 34.1.1.2).
///
/// libpq reads everything else where every client of PostgreSQL looks for it: `PGPASSFILE`, `~/.pgpass`, service files and
/// variables such as `PGSSLMODE`.
package struct PostgresAddress: Hashable, Sendable, CustomStringConvertible {
    /// The URI.
    package let url: String
    /// The database and its host, for messages.
    package let description: String
    /// The parameters that the URI sets.
    private let parameters: Set<String>

    /// Checks a URI that comes from outside.
    ///
    /// - Parameter option: The option whose value it is, for messages.
    /// - Throws: `configuration` if it is not a URI of PostgreSQL, if libpq does not understand it, or if it contains a password.
    package init(_ text: String, option: String = "--database") throws(ServiceError) {
        guard ["postgres://", "postgresql://"].contains(where: text.hasPrefix), !text.utf8.contains(0) else {
            throw ServiceError(
                .configuration,
                "The value of \(option) can't be understood; write postgres://HOST/DATABASE."
            )
        }
        let libpq = try Libpq.loaded()
        var words: UnsafeMutablePointer<CChar>?
        guard let options = libpq.conninfoParse(text, &words) else {
            defer { libpq.freemem(words) }
            // libpq quotes parts of the URI, and these may contain a password.
            guard !text.contains("@"), !text.contains("password") else {
                throw ServiceError(
                    .configuration,
                    "The value of \(option) can't be understood; write postgres://USER@HOST/DATABASE, without a password."
                )
            }
            let reason = words.map { Self.line(String(cString: $0)) } ?? "there is not enough memory"
            throw ServiceError(.configuration, "The value of \(option) can't be understood: \(reason).")
        }
        defer { libpq.conninfoFree(options) }
        var values: [String: String] = [:]
        var entry = options
        while let keyword = entry.pointee.keyword {
            if let value = entry.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            entry += 1
        }
        guard values["password"] == nil, values["sslpassword"] == nil else {
            throw ServiceError(
                .configuration,
                "A password in \(option) could be read by others on this machine; put it into ~/.pgpass or the file that "
                    + "PGPASSFILE names, and take it out of the URL.")
        }
        url = text
        parameters = Set(values.keys)
        let host = values["host"] ?? values["hostaddr"] ?? values["service"].map { "the service \($0)" }
        description =
            (values["dbname"].map { "the database \($0)" } ?? "the PostgreSQL database")
            + (host.map { " on \($0)" } ?? "") + (values["port"].map { ", port \($0)" } ?? "")
    }

    /// Whether only some of the servers will do, such as the primary one.
    var isChoosy: Bool { parameters.contains("target_session_attrs") }

    /// The keywords and values to connect with. Ours come first, so that the URI can override them.
    ///
    /// - Parameter program: What the database's lists of connections show.
    func options(program: String) -> [(keyword: String, value: String)] {
        // A connection that was cut without a word is noticed after about ten seconds.
        let defaults = [
            ("fallback_application_name", program), ("connect_timeout", "5"), ("keepalives_idle", "5"),
            ("keepalives_interval", "2"), ("keepalives_count", "3"), ("tcp_user_timeout", "10000"),
        ]
        return defaults.filter { !parameters.contains($0.0) } + [("dbname", url), ("client_encoding", "UTF8")]
    }

    /// libpq's words in one line.
    static func line(_ words: String) -> String {
        words.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: "; ")
            .trimmed
    }
}

extension String {
    /// Without spaces, tabs and full stops at the end.
    fileprivate var trimmed: String {
        var text = self[...]
        while let last = text.last, last == "." || last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
