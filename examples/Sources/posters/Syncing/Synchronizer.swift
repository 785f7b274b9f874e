import ToolProgram
import ToolSupport

/// Makes the store and the server agree: each draft is sent after its photos, and then the server's changes are taken.
///
/// A sync can be killed at any moment. A photo is known by its SHA-256 and a draft by its key, so the next sync does each
/// of them once. The first failure of the network ends it, with what was done until then.
struct Synchronizer {
    let store: Store
    /// Gets a sentence for each thing that happened.
    let report: (String) -> Void

    /// What a sync did.
    struct Outcome {
        /// The drafts that the server took, with the numbers of their reports.
        var sent: [(draft: Draft, report: Int64)] = []
        /// The drafts that the server has refused, and why.
        var refused: [(draft: Draft, error: ToolError)] = []
        /// How many reports have changed.
        var changes = 0
    }

    /// Syncs. If another process does that, waits for it, and takes its result if nothing is left to send.
    ///
    /// - Parameter own: A draft to send. The outcome includes its refusal even if another process has sent it already.
    @discardableResult
    func run(with own: Draft? = nil) throws -> Outcome {
        _ = try store.neededAccount()
        let waiting = Set(try store.drafts().filter { $0.isReady || $0.id == own?.id }.map(\.id))
        let before = try store.number(.syncs)
        let turn = try store.takeTurn { console.say(Store.waiting) }
        defer { turn.end() }
        var outcome = Outcome()
        // Another process has told only its own user.
        for draft in try store.drafts() where waiting.contains(draft.id) {
            if let problem = draft.problem { note(draft, .unreadable(problem), &outcome) }
        }
        // The badge and the desktop learn about what was done before a failure, too.
        defer { try? tell() }
        let isDone = try turn.hasWaited && store.number(.syncs) != before && !store.drafts().contains(where: \.isReady)
        if !isDone {
            let server = try store.server()
            // The role may have changed. This also finds out whether the server is there before a draft goes out.
            let account = try server.account()
            try store.database.transaction { try store.put(account) }
            let receiver = ChangeReceiver(store: store, server: server)
            if try store.drafts().contains(where: \.isReady), try receiver.isCurrent() {
                try send(to: server, own, &outcome) { !$0.isRepetition }
            }
            try receiver.receive(account, &outcome)
            try send(to: server, own, &outcome)
            try store.set(.syncs, to: String((store.number(.syncs) ?? 0) + 1))
        }
        return outcome
    }

    private func send(
        to server: PostersClient, _ own: Draft?, _ outcome: inout Outcome,
        where isMeant: (Draft) -> Bool = { _ in true }
    ) throws {
        let sender = DraftSender(store: store, server: server, report: report)
        // A changed draft has a new key.
        var triedKeys: Set<String> = []
        // Each draft is read when its turn comes: while the photos of others go out, the person can change or discard it.
        while let draft = try store.drafts().first(where: {
            $0.isReady && !triedKeys.contains($0.key) && isMeant($0)
        }) {
            triedKeys.insert(draft.key)
            do {
                // Each draft follows its own photos: a server keeps only so many photos that no report names.
                try sender.sendPhotos(of: draft)
                if let number = try sender.send(draft) { outcome.sent.append((draft, number)) }
            } catch let error as UnkeptAnswer {
                throw error.cause
            } catch let error as UntakenDraft {
                if !draft.isOut { try store.noteReturn(draft) }
                throw error.cause
            } catch let error as ToolError {
                try refuse(draft, error, server, own, &outcome)
            }
        }
        sender.sweep()
    }

    /// Keeps why the server refuses a draft, unless the draft is dropped. Any other error ends the sync.
    private func refuse(
        _ draft: Draft, _ error: ToolError, _ server: PostersClient, _ own: Draft?, _ outcome: inout Outcome
    ) throws {
        guard error.concernsOneDraft else { throw error }
        // If the session has ended, it isn't about this draft.
        if error.kind == .refused { _ = try server.account() }
        guard try store.has(draft) else {
            outcome.refused.append((draft, error))
            // The command that made the draft ends with the reason.
            if draft.id != own?.id { report(error.description) }
            return
        }
        if try store.note(draft, problem: error.description) { note(draft, error, &outcome) }
    }

    private func note(_ draft: Draft, _ error: ToolError, _ outcome: inout Outcome) {
        outcome.refused.append((draft, error))
        report("\(draft.name) was refused: \(error)")
    }

    /// Tells the group and the desktop what is new, even if a killed process found it.
    private func tell() throws {
        try Membership.announce(store)
        let news = try store.untold()
        for entry in news { report(News.sentence(entry)) }
        if let first = news.first {
            let notifier = Notifier(program: "Posters")
            if news.count == 1 {
                notifier.show("Report \(first.number)", News.words(first))
            } else {
                notifier.show("\(news.count) reports", news.prefix(5).map(News.sentence).joined(separator: "\n"))
            }
        }
        try store.noteTold()
    }
}

extension Store {
    /// The server of the account that is logged in.
    func server() throws -> PostersClient {
        guard let address = try text(.server), let token = try text(.token) else { throw ToolError.notLoggedIn }
        var server = try PostersClient(address, token: token, authorities: text(.authorities))
        if let account = try account() { server.loginCommand = account.loginCommand }
        return server
    }
}

extension ToolError {
    /// Whether it is about one draft, which can't be sent without a change.
    fileprivate var concernsOneDraft: Bool { [.unreadable, .notFound, .inputOutput, .refused].contains(kind) }
}
