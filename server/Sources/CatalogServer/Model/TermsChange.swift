import AppCatalog

/// What is to become of the terms of a release: what is `nil` stays.
struct TermsChange: Hashable, Sendable {
    var channel: ReleaseChannel?
    var rollout: Rollout?
    /// As ``ReleaseNotes`` has them.
    var notes: String?
    var offer: Offer?

    /// Whether anybody gets the release.
    enum Offer: Hashable, Sendable {
        case withdrawn(reason: String)
        case restored
    }

    /// The terms with the change made.
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
    /// Takes what somebody asked for. Throws `invalid` and `tooLarge`.
    init(_ change: ReleaseChange) throws {
        self.init(
            channel: change.channel, rollout: try change.rollout.map { try Rollout(percent: $0) },
            notes: try change.notes.map { try ReleaseNotes.checked($0) }, offer: try Self.offer(change))
    }

    private static func offer(_ change: ReleaseChange) throws -> Offer? {
        guard let reason = change.withdrawn else { return change.restored == true ? .restored : nil }
        guard change.restored != true else {
            throw ServiceError(.invalid, "A release is withdrawn or restored; ask for one of them.")
        }
        guard !reason.isEmpty else {
            throw ServiceError(.invalid, "Say why the release is withdrawn; to offer it again, restore it.")
        }
        return .withdrawn(reason: try ReleaseNotes.checked(reason))
    }
}
