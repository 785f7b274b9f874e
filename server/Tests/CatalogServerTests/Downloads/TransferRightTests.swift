import Accounts
import AppGroup
import Testing

@testable import CatalogServer

struct TransferRightTests {
    private let ada = User.ID(rawValue: 1)
    private let ben = User.ID(rawValue: 2)
    private let session = Session.ID(rawValue: "session")

    /// The transfers of one user: a download, a download by a link, and an upload.
    private enum Transfer: Hashable, CaseIterable { case download, link, upload }

    private func concerned(by change: Change) -> Set<Transfer> {
        let rights: [Transfer: Transfers.Right] = [
            .download: Transfers.Right(user: ada, session: session, package: "com.example.rooms") { true },
            .link: Transfers.Right(user: ada, session: nil, package: "com.example.rooms") { true },
            .upload: Transfers.Right(user: ada, session: session, package: nil) { true },
        ]
        return Set(rights.filter { $0.value.isConcerned(by: Changes([change])) }.keys)
    }

    @Test func `A change asks about the transfers that it may concern and no others`() {
        let (all, downloads) = (Set(Transfer.allCases), [Transfer.download, .link] as Set)
        let team = Change.Holder.team(Team.ID(rawValue: 7))
        let cases: [(Change, Set<Transfer>)] = [
            (.account(of: ada), all), (.account(of: ben), []),
            (.session(session, of: ada), [.download, .upload]),
            (.session(Session.ID(rawValue: "another"), of: ada), []),
            (.membership(of: ada), downloads), (.membership(of: ben), []),
            (.grant(of: nil, to: .user(ada)), downloads), (.grant(of: "com.example.rooms", to: .user(ben)), []),
            (.grant(of: "com.example.rooms", to: team), downloads), (.grant(of: "com.example.mail", to: team), []),
            (.grant(of: nil, to: team), downloads), (.grant(of: nil, to: .everyone), downloads),
            (.grant(of: "com.example.ROOMS", to: .everyone), downloads),
            (.grant(of: "com.example.mail", to: .everyone), []),
            (.releases(of: "com.example.rooms"), downloads), (.releases(of: "com.example.mail"), []),
        ]
        for (change, expected) in cases { #expect(concerned(by: change) == expected, "\(change)") }
        let right = Transfers.Right(user: ada, session: nil, package: nil) { true }
        #expect(right.isConcerned(by: .unknown) && !right.isConcerned(by: Changes([])))
    }
}
