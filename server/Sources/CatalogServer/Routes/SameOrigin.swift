import HTTPTypes
import Hummingbird

/// Whether a browser sent a request from a page of this server. A cookie goes along with requests that other sites' pages make,
/// so whatever changes something by one must have come from a page of ours.
enum SameOrigin {
    static func isSafe(_ method: HTTPRequest.Method) -> Bool { method == .get || method == .head }

    /// Every browser says on a form's request where it comes from, by `Origin` or `Sec-Fetch-Site`; what says neither is no
    /// browser, and carries no cookie that it was not given on purpose.
    static func holds(_ request: Request, publicURL: String) -> Bool {
        if let site = request.headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = request.headers[.origin] else { return true }
        return origin.lowercased() == publicURL
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = Self("sec-fetch-site")!
}
