import Accounts
import AppCatalog
import AppGroup
import Serving

/// What administrators can do, both over HTTP and with commands. It takes and returns the types of the HTTP interface, and checks
/// their contents.
struct AdministrationService: Sendable {
    let store: any CatalogStore
    let hasher: PasswordHasher
    let lifetime: SessionLifetime

    /// The number of users, or of entries in the audit log, on one page.
    static let pageSize = 500

    func sessions(of name: String, at now: Timestamp) async throws -> SessionList {
        let user = try await required(name)
        let sessions = try await store.sessions(of: user.id, alive: lifetime, at: now)
        return SessionList(
            sessions: sessions.map { SessionDescription($0, lifetime: lifetime, current: nil) })
    }

    /// - Returns: How many sessions there were.
    func endSessions(of name: String, by who: Attribution) async throws -> Int {
        try await store.endSessions(of: try await required(name).id, by: who)
    }

    func endSession(_ id: String, of name: String, by who: Attribution) async throws {
        try await store.endSession(Session.ID(rawValue: id), of: try await required(name).id, by: who)
    }

    /// - Parameter limit: 1 to ``pageSize``.
    func audit(limit: Int, before: Int64?) async throws -> AuditPage {
        let entries = try await store.auditEntries(limit: limit, before: before.map(AuditEntry.ID.init(rawValue:)))
        return AuditPage(
            entries: entries.map(AuditDescription.init), next: entries.count < limit ? nil : entries.last?.id.rawValue)
    }

    func required(_ name: String) async throws -> User {
        guard let name = try? UserName(name), let user = try await store.user(named: name) else {
            throw ServiceError.unknown("user", name)
        }
        return user
    }
}

extension AuditDescription {
    fileprivate init(_ entry: AuditEntry) {
        self.init(
            id: entry.id.rawValue, moment: "\(entry.attribution.moment)", actor: entry.attribution.actor,
            address: entry.attribution.address, action: entry.action, subject: entry.subject)
    }
}
