import AppCatalog
import AppGroup

extension AdministrationService {
    func grants() async throws -> GrantList {
        GrantList(grants: try await store.grants().map(GrantDescription.init))
    }

    func add(_ new: NewGrant, by who: Attribution) async throws -> GrantDescription {
        let scope: Grant.Scope =
            if new.package == GrantDescription.everything { .everything } else {
                .package(try AdministrationService.package(new.package))
            }
        let subject = try Grant.Subject(new.subject)
        return GrantDescription(
            try await store.addGrant(of: scope, to: subject, channel: new.channel ?? .stable, by: who))
    }

    func removeGrant(_ id: Int64, by who: Attribution) async throws {
        try await store.removeGrant(Grant.ID(rawValue: id), by: who)
    }

    static func package(_ text: String) throws(ServiceError) -> AppID {
        do { return try AppID(text) } catch { throw ServiceError(.invalid, error.description) }
    }
}

extension GrantDescription {
    /// What stands for every package.
    static let everything = "*"

    fileprivate init(_ grant: Grant) {
        self.init(
            id: grant.id.rawValue, subject: "\(grant.subject)",
            package: grant.scope.package?.description ?? Self.everything,
            channel: grant.channel, created: "\(grant.created)")
    }
}
