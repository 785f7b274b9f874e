import AppGroup

/// Takes over what the server knows: changes of reports, in the server's order, and the lists.
struct ChangeReceiver {
    let store: Store
    let server: PostersClient
    var clock: @Sendable () -> Timestamp = { .now }

    /// Whether drafts may be sent before the changes come. After the server was restored from a backup, the store first has to
    /// find out what the server has lost, because that is older than the drafts.
    func isCurrent() throws -> Bool {
        guard let history = try store.text(.history) else { return true }
        guard try store.text(.isBehind) == nil else { return false }
        return try server.changes(after: store.number(.cursor) ?? 0, limit: 1).history == history
    }

    /// Stores all changes since the last time, page by page: each page and its place in the order are stored together.
    func receive(_ account: Account, _ outcome: inout Synchronizer.Outcome) throws {
        var lost: [PostersClient.Changes.Versions] = []
        while true {
            let page = try server.changes(after: store.number(.cursor) ?? 0)
            if let history = page.history, let foreign = try store.beginAgain(in: history) {
                console.say(
                    "The server was restored from a backup. It may lack reports, changes and decisions that are newer than "
                        + "the backup. Look at your reports: posters list")
                if !foreign.isEmpty {
                    let numbers = foreign.map(String.init).joined(separator: ", ")
                    console.say(
                        "posters makes no drafts of reports that you have filed with another program. "
                            + "Check whether the server still has them: \(numbers)")
                }
                continue
            }
            // Reports older than this device's first sync are not news, even if they come in several attempts.
            let isFirst = try store.text(.synced) == nil
            try store.database.transaction {
                for change in page.changes {
                    guard let report = change.report else {
                        try store.remove(change.number)
                        continue
                    }
                    if account.role.isSupervisor, try takeAwayName(report, change.kind) { continue }
                    let isNews = !isFirst && !change.byYou && isNews(change, for: account)
                    try store.put(report, change: change.kind, isNews: isNews)
                }
                try store.set(.cursor, to: String(page.next))
            }
            lost = page.lost ?? []
            outcome.changes += page.changes.count
            guard page.more, !page.changes.isEmpty else { break }
        }
        for sentence in try store.releaseLostReports() { console.say(sentence) }
        let lostEdits = try store.keepLostEdits(lost.map { ($0.first, $0.last) }, at: clock())
        for sentence in lostEdits { console.say(sentence) }
        try store.set(.isBehind, to: nil)
        if account.role.isSupervisor {
            try store.replaceBlocked(with: server.blocked())
        }
        try receiveLists()
        try store.set(.synced, to: String(clock().milliseconds))
    }

    /// Stores a report whose reporter has deleted their account, if nothing but their name is gone. To the server, that is an edit
    /// like others. It is no news, and a supervisor who has seen the report before may decide about it.
    ///
    /// - Returns: Whether nothing else has happened to the report since it was stored.
    private func takeAwayName(_ report: Report, _ kind: String) throws -> Bool {
        guard kind == "edited", report.reporter == nil, let known = try store.report(report.number),
            known.reporter != nil, known.updated == report.updated
        else { return false }
        let isSeen = try store.seenVersion(report.number) == known.version
        try store.put(report)
        if isSeen { try store.noteVersion(report.version, of: report.number) }
        return true
    }

    /// Stores the lists if they have changed.
    func receiveLists() throws {
        guard let (lists, tag) = try server.lists(unlessStill: store.text(.listsTag)) else { return }
        try store.database.transaction {
            try store.set(.lists, toJSON: lists)
            try store.set(.listsTag, to: tag)
        }
    }

    /// Whether a change by somebody else is worth telling: what happens to one's own reports or, for a supervisor, what there
    /// is to do and what they have to look at again.
    private func isNews(_ change: PostersClient.Changes.Change, for account: Account) -> Bool {
        switch change.kind {
        case "status": change.report?.mine == true
        case "commented": change.report?.mine == true || account.role.isSupervisor
        case "filed", "edited", "deletionWanted": account.role.isSupervisor
        default: false
        }
    }
}
