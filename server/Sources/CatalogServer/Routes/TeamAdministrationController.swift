import AppCatalog
import Hummingbird

/// Teams and their members, for administrators.
struct TeamAdministrationController {
    let service: AdministrationService

    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.get("teams") { _, _ in try Response.json(try await service.teams()) }
        router.post("teams") { request, context in
            let new = try await request.administrationBody(NewTeam.self, in: context)
            return try Response.json(try await service.add(new, by: context.attribution()), status: .created)
        }
        router.delete("teams/{name}") { _, context in
            try await service.removeTeam(context.parameters.require("name"), by: context.attribution())
            return Response.noContent
        }
        router.put("teams/{name}/members/{user}") { _, context in
            let (team, user) = try Self.membership(context)
            try await service.addMember(user, to: team, by: context.attribution())
            return Response.noContent
        }
        router.delete("teams/{name}/members/{user}") { _, context in
            let (team, user) = try Self.membership(context)
            try await service.removeMember(user, from: team, by: context.attribution())
            return Response.noContent
        }
    }

    private static func membership(_ context: CatalogContext) throws -> (team: String, user: String) {
        (try context.parameters.require("name"), try context.parameters.require("user"))
    }
}
