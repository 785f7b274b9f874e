public import HTTPTypes
public import Hummingbird

/// Whether a browser sent a request from a page of this server. Browsers also send a cookie with requests that pages of other
/// sites make, so a request that changes something by a cookie must come from one of our pages.
public enum SameOrigin {
    /// Whether a method changes nothing.
    public static func isSafe(_ method: HTTPRequest.Method) -> Bool { method == .get || method == .head }

    /// Every browser sends `Origin` or `Sec-Fetch-Site` with a form. A client that sends neither is not a browser, and carries
    /// only cookies that it was given on purpose.
    public static func holds(_ request: Request, publicURL: String) -> Bool {
        if let site = request.headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = request.headers[.origin] else { return true }
        return origin.lowercased() == publicURL
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = Self("sec-fetch-site")!
}
