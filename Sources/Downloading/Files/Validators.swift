import CAppGroupCurl

/// How a server recognizes a version of a file (RFC 9110, 8.8).
struct Validators: Equatable {
    var entityTag: String?
    var modified: String?
    /// When the server sent these.
    var date: String?

    init() {}

    init(_ head: ResponseHead) {
        entityTag = head["etag"]
        modified = head["last-modified"]
        date = head["date"]
    }

    /// The fields of a request for the file if it has changed.
    var conditions: [String] {
        [entityTag.map { "If-None-Match: \($0)" }, modified.map { "If-Modified-Since: \($0)" }].compactMap { $0 }
    }

    /// The validator of exactly these bytes, so that a part of them can be joined to the rest: a strong tag, or a date that was at
    /// least a minute old when the server sent it, since a file can change twice within one second.
    var strong: String? {
        if let entityTag { return entityTag.hasPrefix("\"") ? entityTag : nil }
        guard let modified, let date, let curl = Curl.loaded, curl.getdate(modified, nil) >= 0,
            curl.getdate(date, nil) - curl.getdate(modified, nil) >= 60
        else { return nil }
        return modified
    }
}

extension ResponseHead {
    /// The validator of exactly the bytes of this answer, for the field `If-Range` of a later request (RFC 9110, 13.1.5): a strong
    /// entity tag, or a date that was at least a minute old when the server sent it. Nil if the server gives neither.
    public var strongValidator: String? { Validators(self).strong }
}
