import AppCatalog
import Hummingbird

/// Users and their sessions, for administrators.
struct UserAdministrationController {
    let service: AdministrationService

    func addRoutes(to router: some RouterMethods<CatalogContext>) {
        router.get("users") { request, _ in
            try Response.json(try await service.users(after: request.uri.queryParameters["after"].map(String.init)))
        }
        router.post("users") { request, context in
            let new = try await request.administrationBody(NewUser.self, in: context)
            return try Response.json(try await service.add(new, by: context.attribution()), status: .created)
        }
        router.get("users/{name}") { _, context in
            try Response.json(try await service.user(context.parameters.require("name")))
        }
        router.patch("users/{name}") { request, context in
            let change = try await request.administrationBody(UserChange.self, in: context)
            let name = try context.parameters.require("name")
            return try Response.json(try await service.change(name, change, by: context.attribution()))
        }
        router.delete("users/{name}") { _, context in
            try await service.removeUser(context.parameters.require("name"), by: context.attribution())
            return Response.noContent
        }
        router.post("users/{name}/password") { request, context in
            let new = try await request.administrationBody(NewPassword.self, in: context)
            let name = try context.parameters.require("name")
            return try Response.json(try await service.setPassword(of: name, new, by: context.attribution()))
        }
        router.get("users/{name}/sessions") { _, context in
            try Response.json(try await service.sessions(of: context.parameters.require("name"), at: context.moment))
        }
        router.delete("users/{name}/sessions") { _, context in
            _ = try await service.endSessions(of: context.parameters.require("name"), by: context.attribution())
            return Response.noContent
        }
        router.delete("users/{name}/sessions/{id}") { _, context in
            let (name, id) = (try context.parameters.require("name"), try context.parameters.require("id"))
            try await service.endSession(id, of: name, by: context.attribution())
            return Response.noContent
        }
    }
}
