import AppCatalog
import Serving

/// A change of a release's terms. Whatever is `nil` stays.
struct TermsChange: Hashable, Sendable {
    var channel: ReleaseChannel?
    var rollout: Rollout?
    /// Checked by ``ReleaseNotes``.
    var notes: String?
    var offer: Offer?

    /// Whether users can get the release.
    enum Offer: Hashable, Sendable {
        case withdrawn(reason: String)
        case restored
    }

    /// The terms after the change.
    func applied(to terms: Release.Terms) -> Release.Terms {
        var terms = terms
        if let channel { terms.channel = channel }
        if let rollout { terms.rollout = rollout }
        if let notes { terms.notes = notes }
        switch offer {
        case .withdrawn(let reason): terms.withdrawn = reason
        case .restored: terms.withdrawn = nil
        case nil: break
        }
        return terms
    }
}

extension TermsChange {
    /// Checks a requested change. Throws `invalid` or `tooLarge`.
    init(_ change: ReleaseChange) throws {
        self.init(
            channel: change.channel, rollout: try change.rollout.map { try Rollout(percent: $0) },
            notes: try change.notes.map { try ReleaseNotes.checked($0) }, offer: try Self.offer(change))
    }

    private static func offer(_ change: ReleaseChange) throws -> Offer? {
        guard let reason = change.withdrawn else { return change.restored == true ? .restored : nil }
        guard change.restored != true else {
            throw ServiceError(.invalid, "A release can't be both withdrawn and restored; choose one.")
        }
        guard !reason.isEmpty else {
            throw ServiceError(.invalid, "Say why the release is withdrawn. To offer it again, restore it.")
        }
        return .withdrawn(reason: try ReleaseNotes.checked(reason, called: "The reason"))
    }
}
