import HTTPTypes

/// What a request says of packed answers (`Accept-Encoding`, RFC 9110, section 12.5.3).
enum AcceptedEncoding {
    /// Whether it takes gzip. One that says nothing gets what every reader can read.
    static func takesGzip(_ headers: HTTPFields) -> Bool {
        var any = false
        for coding in headers[values: .acceptEncoding].joined(separator: ",").split(separator: ",") {
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            let isWanted = !parts.dropFirst().contains {
                $0.hasPrefix("q=0") && $0.dropFirst(3).allSatisfy { "0.".contains($0) }
            }
            if parts.first == "gzip" || parts.first == "x-gzip" { return isWanted }
            if parts.first == "*" { any = isWanted }
        }
        return any
    }
}
