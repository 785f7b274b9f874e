import HTTPTypes
public import Hummingbird

extension HTTPRequest.Method {
    /// draft-ietf-httpbis-safe-method-w-body.
    fileprivate static let query = Self("QUERY")!
}

extension Router {
    /// Answers methods that a path does not support with 405 and the supported ones (RFC 9110, section 15.5.6), instead of
    /// saying that the path does not exist. Call it once all routes are added.
    public func refuseOtherMethods() {
        let all: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .query]
        for (_, routes) in Dictionary(grouping: routes, by: \.path.description) {
            guard let path = routes.first?.path else { continue }
            var known = Set(routes.map(\.method))
            if known.contains(.get) { known.insert(.head) }
            let allowed = known.map(\.rawValue).sorted().joined(separator: ", ")
            for method in all where !known.contains(method) {
                on(path, method: method) { _, _ in
                    var response = try Response(
                        ServiceError(
                            .methodNotAllowed, "\(method) is not supported here; use \(allowed)."))
                    response.headers[.allow] = allowed
                    return response
                }
            }
        }
    }
}
