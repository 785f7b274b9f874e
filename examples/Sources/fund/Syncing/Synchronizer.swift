import AppGroup
import ToolClient
import ToolProgram
import ToolSupport

/// Makes the store and the server agree: what came is applied, and then what changed here is sent, until nothing is left.
///
/// A sync can be killed at any moment. Received changes are kept until they are applied, and changes that were sent are recognized.
struct Synchronizer {
    let store: Store
    var clock: @Sendable () -> Timestamp = { .now }
    /// Receives what a ``Scanner`` says about files.
    var scanFailure: (String) -> Void = { console.say($0) }

    /// How often a sync starts over because other devices send something at the same time.
    private static let rounds = 20

    /// Syncs with the server at which the user is logged in. If another process does that, waits for it, and takes its result if
    /// nothing is left to do.
    ///
    /// - Parameter outcome: Gets what happened, even if the sync fails half-way.
    func run(files: FileChoice? = nil, _ outcome: SyncOutcome) throws {
        let before = try store.number(.syncs)
        let turn = try store.takeSyncTurn()
        defer { turn.end() }
        try LoginSession.eraseLeftovers(in: store)
        // Not before: a login may have been what it waited for.
        let session = try LoginSession.needed(in: store)
        let closed = try scan(outcome)
        if turn.hasWaited, files == nil, try store.number(.syncs) != before, try !store.hasChanges() { return }
        let server = try FundClient(session, clock: clock)
        try agree(with: server, as: session.device, closed, outcome)
        let transfer = FileTransfer(store: store, server: server, outcome: outcome, closed: closed)
        try transfer.removeUnwantedDrafts()
        if let files { try transfer.run(files) }
        try store.set(.syncs, to: "\((before ?? 0) + 1)")
    }

    /// - Returns: The funds whose folders can't be used now.
    private func scan(_ outcome: SyncOutcome) throws -> Set<Fund.ID> {
        var closed: Set<Fund.ID> = []
        for fund in try store.funds() {
            do { _ = try Scanner(store: store).scan(fund, failure: scanFailure) } catch let error as ToolError {
                outcome.fail(error)
                closed.insert(fund.id)
            }
        }
        return closed
    }

    private func agree(
        with server: FundClient, as device: String, _ closed: Set<Fund.ID>, _ outcome: SyncOutcome
    ) throws {
        try store.database.transaction {
            try store.nameFeeds()
            try store.addMissingFileObjects()
        }
        let hashing = FileHashing(store: store, outcome: outcome, closed: closed)
        let pusher = Pusher(server, hashing)
        for _ in 0..<Self.rounds {
            try pull(from: server, outcome)
            // A file of many gigabytes takes minutes, and other processes can't wait for a transaction so long.
            try hashing.hash(store.filesToHash())
            try Reconciler(store: store, device: device, now: clock(), outcome: outcome, closed: closed).run()
            if try !pusher.push() { return }
        }
        throw ToolError.busy("Other devices send so much that this one can't keep up. Sync again later.")
    }

    /// Takes what has changed since the last time, page by page: each page and its place in the order are stored together.
    private func pull(from server: FundClient, _ outcome: SyncOutcome) throws {
        while true {
            let cursor = try store.number(.cursor) ?? 0
            let page = try server.changes(after: cursor)
            let history = try store.text(.history)
            let isBack = page.last < cursor || history.map { $0 != page.history } ?? false
            try store.database.transaction {
                try store.set(.history, to: page.history)
                guard !isBack else { return try store.forgetVersions(isSameAccount: true) }
                try take(page.changes, outcome)
                try store.set(.cursor, to: "\(page.last)")
            }
            if isBack {
                outcome.notice(
                    "\(server.address) was restored to an older state, or your account was made again. Everything that it "
                        + "lacks is sent again. If a note differs, both texts stay. Deleted things may come back.")
            } else if !page.more || page.changes.isEmpty {
                return
            }
        }
    }

    private func take(_ changes: [RemoteObject], _ outcome: SyncOutcome) throws {
        var reads: [IncomingRead] = []
        for object in changes {
            switch object.content {
            case .object(let kind, let content):
                try store.stage(IncomingObject(kind: kind, id: object.id, version: object.version, content: content))
            case .read(let mark?) where mark.read: reads.append(IncomingRead(mark: mark, version: object.version))
            case .read, .unknown: break
            }
        }
        outcome.reads += try store.takeReads(reads)
    }
}
