import HTTPTypes
import Hummingbird

extension HTTPRequest.Method {
    /// draft-ietf-httpbis-safe-method-w-body.
    fileprivate static let query = Self("QUERY")!
}

extension Router<CatalogContext> {
    /// Answers every method that a path does not know with 405 and those that it knows (RFC 9110, section 15.5.6), where it
    /// would be said that the path is not there. To be called once all routes are added.
    func refuseOtherMethods() {
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
                            .methodNotAllowed, "\(method) is nothing that can be asked here; what can: \(allowed)."))
                    response.headers[.allow] = allowed
                    return response
                }
            }
        }
    }
}
