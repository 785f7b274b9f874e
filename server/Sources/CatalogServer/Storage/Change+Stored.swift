import Accounts
import AppGroup

extension Change {
    /// Reads a row of the table `change`; `nil` if it can't be understood.
    init?(kind: String, user: Int64?, team: Int64?, package: String?, session: String?) {
        let user = user.map(User.ID.init)
        let app: AppID?
        do { app = try package.map { try AppID($0) } } catch { return nil }
        switch (kind, user) {
        case ("releases", _):
            guard let app else { return nil }
            self = .releases(of: app)
        case ("grant", let user?): self = .grant(of: app, to: .user(user))
        case ("grant", nil): self = .grant(of: app, to: team.map { .team(Team.ID(rawValue: $0)) } ?? .everyone)
        case ("membership", let user?): self = .membership(of: user)
        case ("account", let user?): self = .account(of: user)
        case ("session", let user?):
            guard let session else { return nil }
            self = .session(Session.ID(rawValue: session), of: user)
        default: return nil
        }
    }
}
