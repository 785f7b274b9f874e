import AppCatalog
import Hummingbird
import Serving

/// Users and their sessions, for administrators.
struct UserAdministrationController {
    let service: AdministrationService

    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.get("users") { request, _ in
            try Response.json(try await service.users(after: request.uri.queryParameters["after"].map(String.init)))
        }
        router.post("users") { request, context in
            let new = try await request.administrationBody(NewUser.self, in: context)
            let made = try await service.add(
                new, by: context.attribution(), confirming: { try await context.confirm(.administrator) })
            return try Response.json(made, status: .created)
        }
        router.get("users/{name}") { _, context in
            try Response.json(VersionedDocument(try await service.user(context.parameters.decoded("name"))))
        }
        router.patch("users/{name}") { request, context in
            let change = try await request.administrationBody(UserChange.self, in: context)
            let name = try context.parameters.decoded("name")
            let user = try await service.change(name, change, by: context.attribution())
            return try Response.json(VersionedDocument(user))
        }
        router.delete("users/{name}") { _, context in
            try await service.removeUser(context.parameters.decoded("name"), by: context.attribution())
            return Response.noContent
        }
        router.post("users/{name}/password") { request, context in
            let new = try await request.administrationBody(NewPassword.self, in: context)
            let name = try context.parameters.decoded("name")
            let set = try await service.setPassword(
                of: name, new, by: context.attribution(), confirming: { try await context.confirm(.administrator) })
            return try Response.json(set)
        }
        router.get("users/{name}/sessions") { _, context in
            try Response.json(try await service.sessions(of: context.parameters.decoded("name"), at: context.moment))
        }
        router.delete("users/{name}/sessions") { _, context in
            _ = try await service.endSessions(of: context.parameters.decoded("name"), by: context.attribution())
            return Response.noContent
        }
        router.delete("users/{name}/sessions/{id}") { _, context in
            let (name, id) = (try context.parameters.decoded("name"), try context.parameters.decoded("id"))
            try await service.endSession(id, of: name, by: context.attribution())
            return Response.noContent
        }
    }
}

/// Teams and their members, for administrators.
struct TeamAdministrationController {
    let service: AdministrationService

    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.get("teams") { _, _ in try Response.json(try await service.teams()) }
        router.post("teams") { request, context in
            let new = try await request.administrationBody(NewTeam.self, in: context)
            let team = try await service.add(new, by: context.attribution())
            return try Response.json(VersionedDocument(team), status: .created)
        }
        router.delete("teams/{name}") { _, context in
            try await service.removeTeam(context.parameters.decoded("name"), by: context.attribution())
            return Response.noContent
        }
        router.put("teams/{name}/members/{user}") { _, context in
            let (team, user) = try Self.membership(context)
            try await service.addMembers([user], to: team, by: context.attribution())
            return Response.noContent
        }
        router.delete("teams/{name}/members/{user}") { _, context in
            let (team, user) = try Self.membership(context)
            try await service.removeMembers([user], from: team, by: context.attribution())
            return Response.noContent
        }
    }

    private static func membership(_ context: CatalogContext) throws -> (team: String, user: String) {
        (try context.parameters.decoded("name"), try context.parameters.decoded("user"))
    }
}

/// Grants, releases and the audit log, for administrators.
struct CatalogAdministrationController {
    let service: AdministrationService

    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.get("grants") { _, _ in try Response.json(try await service.grants()) }
        router.post("grants") { request, context in
            let new = try await request.administrationBody(NewGrant.self, in: context)
            let grant = try await service.add(new, by: context.attribution())
            return try Response.json(VersionedDocument(grant), status: .created)
        }
        router.delete("grants/{id}") { _, context in
            let text = try context.parameters.decoded("id")
            guard let id = Int64(text), "\(id)" == text else { throw ServiceError.notFound }
            try await service.removeGrant(id, by: context.attribution())
            return Response.noContent
        }
        router.get("packages") { _, _ in try Response.json(try await service.packages()) }
        router.get("packages/{id}") { _, context in
            try Response.json(VersionedDocument(try await service.package(context.parameters.decoded("id"))))
        }
        router.patch("packages/{id}/releases/{sha256}") { request, context in
            let change = try await request.administrationBody(ReleaseChange.self, in: context)
            let release = try await release(context)
            let changed = try await service.change(release, change, by: context.attribution())
            return try Response.json(VersionedDocument(changed))
        }
        router.delete("packages/{id}/releases/{sha256}") { _, context in
            try await service.store.removeRelease(release(context).id, by: context.attribution())
            return Response.noContent
        }
        router.get("audit") { request, _ in
            let (query, most) = (QueryReader(request), AdministrationService.pageSize)
            let limit = try query.number("limit", 1...Int64(most)).map { Int($0) } ?? most
            let before = try query.number("before", 1...Int64.max)
            return try Response.json(try await service.audit(limit: limit, before: before))
        }
    }

    private func release(_ context: CatalogContext) async throws -> Release {
        try await service.release(of: context.parameters.decoded("id"), digest: context.parameters.decoded("sha256"))
    }
}
