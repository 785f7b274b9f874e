import Accounts
import AppGroup
import Serving
import SessionTables
import Testing

@testable import PostersServer

@Suite("Which changes of the database end what posters-server knows of sessions")
struct LoginLogTests {
    @Test func `A session isn't read again after a comment, and a role that another process gives is noticed`()
        async throws
    {
        let posters = try await Posters()
        let inspector = try await posters.addUser("inspector", .inspector)
        let token = try #require(SessionToken(sent: inspector.token))
        let mail = try #require(inspector.user.mail)
        try await posters.serve { _ in
            let (authenticator, log) = (posters.parts.authenticator, LoginLog(posters.store))
            @Sendable func role() async throws -> Role? {
                try await log.catchUp()
                return try await authenticator.identity(of: token)?.user.role
            }
            #expect(try await role() == .inspector)
            try await posters.store.record(.comment, "report 1", by: posters.who)
            #expect(try await role() == .inspector)
            #expect(authenticator.cacheUsage.misses == 1)

            let command = try PostersStore(folder: posters.folder.path)
            _ = try await command.setRole(.supervisor, of: .mail(mail), by: .command())
            #expect(try await role() == .supervisor)
            try command.close()
        }
    }
}
