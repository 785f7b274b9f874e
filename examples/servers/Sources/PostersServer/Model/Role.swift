import Accounts
import ArgumentParser

/// What an account may do. Databases keep the words.
enum Role: String, Codable, CaseIterable, ExpressibleByArgument, Sendable {
    /// Files reports and sees their own.
    case resident
    /// Like a resident, as a job.
    case inspector
    /// Sees and decides everything.
    case supervisor
    /// Sees every report without phones, names and comments.
    case reader

    var mayFile: Bool { self != .reader }
}

/// Who asks: a visitor without a login, or a user.
struct Viewer: Hashable, Sendable {
    /// `nil` without a login.
    let user: AccountID?
    let role: Role?

    /// Somebody without a login.
    static let nobody = Viewer(user: nil, role: nil)

    private init(user: AccountID?, role: Role?) {
        self.user = user
        self.role = role
    }

    init(_ user: User) { self.init(user: user.id, role: user.role) }

    var isSupervisor: Bool { role == .supervisor }
}
