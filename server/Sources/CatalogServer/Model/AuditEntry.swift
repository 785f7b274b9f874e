import Accounts
import AppGroup
import Serving

/// An action of a user, remembered permanently.
struct AuditEntry: Hashable, Sendable {
    struct ID: RawRepresentable, Hashable, Sendable {
        let rawValue: Int64
    }

    let id: ID
    let attribution: Attribution
    /// The word of an ``AuditAction``, perhaps of one that only a newer release has.
    let action: String
    /// What was affected, such as a user's name or a package and its version, and how.
    let subject: String
}

/// The actions that are remembered. Databases keep the words: new ones may be added, none may change.
enum AuditAction: String, Sendable, CaseIterable {
    case addUser, enableUser, disableUser, removeUser, setRole, setPassword
    case addTeam, removeTeam, addMember, removeMember
    case addGrant, removeGrant
    case logIn, logOut, endSessions
    case publish, changeRelease, withdraw, restore, removeRelease
    case download, makeLinks
    case adoptPackages
}

extension AuditAction {
    /// What a change of a release's terms is called.
    static func change(from old: Release.Terms, to new: Release.Terms) -> AuditAction {
        switch (old.withdrawn, new.withdrawn) {
        case (nil, .some): .withdraw
        case (.some, nil): .restore
        default: .changeRelease
        }
    }
}

extension Release.Terms {
    /// What the audit log says about a publication.
    var summary: String { "\(channel.rawValue), \(rollout.percent) %" }

    /// What the audit log says about a change to these terms, such as `beta, 50 %, new notes; withdrawn: Loses data.` If nothing
    /// but the reason of a withdrawal is new, that is the reason alone.
    func summary(after old: Release.Terms) -> String {
        let offer = notes == old.notes ? summary : "\(summary), new notes"
        guard let withdrawn else { return offer }
        return offer == old.summary ? withdrawn : "\(offer); withdrawn: \(withdrawn)"
    }
}

extension Attribution {
    /// A command on the server's own machine, now.
    static func command() -> Attribution { Attribution(actor: commandActor, address: nil, moment: .now) }

    /// The limit on kept releases, which removes older ones.
    static func retention(at moment: Timestamp) -> Attribution {
        Attribution(actor: retentionActor, address: nil, moment: moment)
    }

    /// The actors that are not users, so no new user gets their names.
    static let reservedActors: Set<String> = [commandActor, retentionActor]

    private static let commandActor = "catalog-server"
    private static let retentionActor = "retention"
}
