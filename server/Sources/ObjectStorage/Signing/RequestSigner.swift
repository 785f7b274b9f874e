package import AppGroup
import AppGroupCrypto
import AppGroupPlatform
package import Serving

/// Signs requests with AWS Signature Version 4 for S3 ("AWS Signature Version 4" in the IAM user guide, and "Authenticating
/// Requests" in the Amazon S3 API reference).
package struct RequestSigner: Sendable {
    private let credentials: ObjectCredentials
    private let region: String

    /// - Parameter region: A part of each signature, such as `eu-central-1`.
    package init(_ credentials: ObjectCredentials, region: String) {
        (self.credentials, self.region) = (credentials, region)
    }

    /// The parts of a request that are signed.
    package struct Subject: Sendable {
        package var method: String
        /// The value of the field `Host`.
        package var host: String
        /// The path, escaped, as it is sent.
        package var path: String
        /// The names and values of the query, not escaped.
        package var query: [(name: String, value: String)] = []
        /// Further fields to sign.
        package var fields: [(name: String, value: String)] = []

        package init(method: String, host: String, path: String) {
            (self.method, self.host, self.path) = (method, host, path)
        }
    }

    /// The fields that a signed request has besides its own: `Authorization`, `x-amz-date` and others.
    ///
    /// - Parameter payload: The SHA-256 of the body in hexadecimal digits.
    package func fields(
        of subject: Subject, payload: String, at time: SigningTime
    ) throws(ServiceError) -> [(name: String, value: String)] {
        var added = [("x-amz-content-sha256", payload), ("x-amz-date", time.description)]
        if let token = credentials.token { added.append(("x-amz-security-token", token)) }
        let canonical = Self.canonical(subject.fields + added, host: subject.host)
        let signature = try signature(
            of: Self.request(subject, Self.canonicalQuery(subject.query), canonical, payload), at: time)
        let authorization =
            "\(Self.algorithm) Credential=\(credentials.key)/\(scope(time)), SignedHeaders=\(canonical.names), Signature=\(signature)"
        return added.map { (name: $0.0, value: $0.1) } + [(name: "Authorization", value: authorization)]
    }

    /// The path and query of a link with which anybody may send the request, without a body of a known hash, until it expires.
    ///
    /// - Parameter seconds: How long it works, from 1 to 604,800, and no longer than temporary credentials do.
    package func link(
        to subject: Subject, seconds: Int, at time: SigningTime
    ) throws(ServiceError) -> String {
        let canonical = Self.canonical(subject.fields, host: subject.host)
        var query = subject.query
        query += [
            ("X-Amz-Algorithm", Self.algorithm), ("X-Amz-Credential", "\(credentials.key)/\(scope(time))"),
            ("X-Amz-Date", time.description), ("X-Amz-Expires", "\(seconds)"),
            ("X-Amz-SignedHeaders", canonical.names),
        ]
        if let token = credentials.token { query.append(("X-Amz-Security-Token", token)) }
        let text = Self.canonicalQuery(query)
        let signature = try signature(of: Self.request(subject, text, canonical, "UNSIGNED-PAYLOAD"), at: time)
        return "\(subject.path)?\(text)&X-Amz-Signature=\(signature)"
    }

    private static let algorithm = "AWS4-HMAC-SHA256"

    private func scope(_ time: SigningTime) -> String { "\(time.day)/\(region)/s3/aws4_request" }

    private func signature(of request: String, at time: SigningTime) throws(ServiceError) -> String {
        let hash = BlobDigest(sha256Of: Array(request.utf8))
        let text = "\(Self.algorithm)\n\(time)\n\(scope(time))\n\(hash)"
        var key = Array("AWS4\(credentials.secret)".utf8)
        for part in [time.day, region, "s3", "aws4_request"] {
            key = try MessageAuthenticator(key: key).code(of: part.utf8)
        }
        return try MessageAuthenticator(key: key).code(of: text.utf8).hexadecimal
    }

    private static func request(
        _ subject: Subject, _ query: String, _ fields: (names: String, lines: String), _ payload: String
    ) -> String {
        [subject.method, subject.path, query, fields.lines, fields.names, payload].joined(separator: "\n")
    }

    /// The fields in the order of their names, one line each, with single blanks between words.
    private static func canonical(
        _ fields: [(name: String, value: String)], host: String
    ) -> (names: String, lines: String) {
        let sorted = (fields.map { ($0.name.lowercased(), $0.value) } + [("host", host)]).sorted { $0.0 < $1.0 }
        let lines = sorted.map { name, value in
            "\(name):\(value.split { $0 == " " || $0 == "\t" }.joined(separator: " "))\n"
        }
        return (sorted.map(\.0).joined(separator: ";"), lines.joined())
    }

    /// A query in the order of its escaped names and values. Slashes are escaped, too.
    package static func canonicalQuery(_ query: [(name: String, value: String)]) -> String {
        query.map { (PercentEncoding.encoded($0.name), PercentEncoding.encoded($0.value)) }
            .sorted { $0 < $1 }.map { "\($0)=\($1)" }.joined(separator: "&")
    }
}

/// A moment as signatures have it: `20260304T050607Z`.
package struct SigningTime: Hashable, Sendable, CustomStringConvertible {
    /// The moment in UTC, without fractions of a second.
    package let description: String

    package init(_ moment: Timestamp) {
        let second = moment.description.prefix(19)
        description = String(second.filter { $0 != "-" && $0 != ":" }) + "Z"
    }

    /// The day alone, `20260304`.
    var day: String { String(description.prefix(8)) }
}
