import Hummingbird
import ServerCommands
import Serving

/// What the service is, and its lists. Everybody may ask.
struct ServiceController {
    let store: PostersStore
    let registration: RegistrationPolicy

    func addRoutes(to router: some RouterMethods<PostersContext>) {
        router.get("info", use: info)
        router.get("lists", use: lists)
    }

    @Sendable private func info(_ request: Request, _ context: PostersContext) async throws -> Response {
        let notices = try await store.notices()
        return try .json(
            InfoMessage(
                version: 1, law: notices["law"], contact: notices["contact"], registration: registration,
                limits: InfoMessage.Limits()))
    }

    @Sendable private func lists(_ request: Request, _ context: PostersContext) async throws -> Response {
        let lists = try await store.lists()
        let body = try JSON.encode(
            ListsMessage(cities: lists.cities, districts: lists.districts, types: lists.types))
        let tag = EntityTag(BlobDigest(sha256Of: Array(body)))
        if let known = request.headers[.ifNoneMatch], tag.isNamed(in: known, weakly: true) {
            return Response(status: .notModified, headers: [.eTag: "\(tag)", .cacheControl: "no-cache"])
        }
        var response = Response.json(encoded: body, status: .ok)
        response.headers[.eTag] = "\(tag)"
        response.headers[.cacheControl] = "no-cache"
        return response
    }
}
