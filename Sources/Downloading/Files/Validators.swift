import CAppGroupCurl

/// By what a server recognises a version of a file (RFC 9110, 8.8).
struct Validators: Equatable {
    var entityTag: String?
    var modified: String?
    /// When the server said so.
    var date: String?

    init() {}

    init(_ head: ResponseHead) {
        entityTag = head["etag"]
        modified = head["last-modified"]
        date = head["date"]
    }

    /// The fields of a request that wants the file only if it is another by now.
    var conditions: [String] {
        [entityTag.map { "If-None-Match: \($0)" }, modified.map { "If-Modified-Since: \($0)" }].compactMap { $0 }
    }

    /// What stands for these very bytes, and so may decide whether a part of them is joined to the rest: a strong tag;
    /// or a date that was a minute old when it was told, lest the file changed twice within its second.
    var strong: String? {
        if let entityTag { return entityTag.hasPrefix("\"") ? entityTag : nil }
        guard let modified, let date, let curl = Curl.loaded, curl.getdate(modified, nil) >= 0,
            curl.getdate(date, nil) - curl.getdate(modified, nil) >= 60
        else { return nil }
        return modified
    }
}
