import AppCatalog
import Hummingbird

/// Grants, releases and the audit log, for administrators.
struct CatalogAdministrationController {
    let service: AdministrationService

    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.get("grants") { _, _ in try Response.json(try await service.grants()) }
        router.post("grants") { request, context in
            let new = try await request.administrationBody(NewGrant.self, in: context)
            return try Response.json(try await service.add(new, by: context.attribution()), status: .created)
        }
        router.delete("grants/{id}") { _, context in
            guard let id = Int64(try context.parameters.require("id")) else { throw ServiceError.notFound }
            try await service.removeGrant(id, by: context.attribution())
            return Response.noContent
        }
        router.get("packages") { _, _ in try Response.json(try await service.packages()) }
        router.get("packages/{id}") { _, context in
            try Response.json(try await service.package(context.parameters.require("id")))
        }
        router.patch("packages/{id}/releases/{sha256}") { request, context in
            let change = try await request.administrationBody(ReleaseChange.self, in: context)
            let release = try await release(context)
            return try Response.json(try await service.change(release, change, by: context.attribution()))
        }
        router.delete("packages/{id}/releases/{sha256}") { _, context in
            try await service.store.removeRelease(release(context).id, by: context.attribution())
            return Response.noContent
        }
        router.get("audit") { request, _ in
            let query = request.uri.queryParameters
            let limit = try query["limit"].map { try Self.number($0, "limit") } ?? Int64(AdministrationService.pageSize)
            let before = try query["before"].map { try Self.number($0, "before") }
            return try Response.json(try await service.audit(limit: Int(clamping: limit), before: before))
        }
    }

    private func release(_ context: CatalogContext) async throws -> Release {
        try await service.release(of: context.parameters.require("id"), digest: context.parameters.require("sha256"))
    }

    private static func number(_ text: Substring, _ name: String) throws(ServiceError) -> Int64 {
        guard let number = Int64(text) else { throw ServiceError(.malformed, "“\(name)” is a number.") }
        return number
    }
}
