import Downloading
import ToolProgram

/// Applies what came from the server to feeds.
struct FeedReconciler {
    private let context: Reconciler
    private var store: Store { context.store }

    init(_ context: Reconciler) { self.context = context }

    func apply(_ incoming: IncomingObject, to known: SyncObject?) throws -> Reconciled {
        guard let content: FeedContent = incoming.content() else { return .done }
        guard WebAddress(content.address) != nil else {
            context.outcome.fail(.protocolBroken("A feed of another device has no web address: \(content.address)"))
            return .waits
        }
        let fund = try content.fund.flatMap(FundReconciler(context).existingFund)
        if fund == nil, let id = content.fund, try store.isWaiting(.fund, id: id) { return .waits }
        if let known, let owner = known.owner, let here = try store.feed(id: owner) {
            try merge(content, incoming, into: here, known, fund)
            return .done
        }
        if var known, known.changes > 0, known.base == incoming.content {
            // It was removed here, and nothing happened to it there.
            known.version = incoming.version
            try store.put(known)
            return .done
        }
        let added = try store.insertFeed(
            content.address, title: content.title, home: nil, folders: content.folders, fund: fund)
        if let other = try store.object(.feed, owner: added.feed.id), other.id != incoming.id {
            // A feed that has moved to this address, or that was just added.
            try store.moveReads(from: other.id, to: incoming.id)
            if !added.isNew { try store.orphan(other) }
        }
        try context.agree(on: incoming, with: added.feed.id)
        try store.applyReads(toFeed: added.feed.id)
        if added.isNew { context.outcome.note(.received, .feed, content.title) }
        return .done
    }

    private func merge(
        _ content: FeedContent, _ incoming: IncomingObject, into here: FollowedFeed, _ known: SyncObject,
        _ fund: Fund.ID?
    ) throws {
        let base: FeedContent? = known.changes > 0 ? known.base() : nil
        let baseFund = try base.map { try $0.fund.flatMap(FundReconciler(context).existingFund) }
        let title = Reconciler.merged(base: base?.title, here: here.title, there: content.title)
        // Both devices had it before they knew of each other: what only one of them says counts.
        let isJoined = known.changes > 0 && base == nil
        let folders =
            isJoined && content.folders.isEmpty
            ? here.folders : Reconciler.merged(base: base?.folders, here: here.folders, there: content.folders)
        let place =
            isJoined && fund == nil ? here.fund : Reconciler.merged(base: baseFund, here: here.fund, there: fund)
        try store.describe(here, title: title, folders: folders, fund: place)
        let isChanged = title != content.title || folders != content.folders || place != fund
        try context.agree(on: incoming, with: here.id, isChanged: isChanged)
        if title != here.title || folders != here.folders || place != here.fund {
            context.outcome.note(.received, .feed, title)
        }
        if known.changes > 0, let own = here.fund, own != place, baseFund != .some(own) {
            try tell(here, as: title, movedFrom: own, to: place)
        }
    }

    /// Says that a feed got a fund on another device, although it got one here, too.
    private func tell(
        _ feed: FollowedFeed, as title: String, movedFrom own: Fund.ID, to place: Fund.ID?
    ) throws {
        guard let own = try store.fund(id: own)?.name else { return }
        let place = try place.flatMap { try store.fund(id: $0) }.map { "to “\($0.name)”" } ?? "to no fund"
        context.outcome.conflict(
            .feed, title,
            "“\(title)” belongs \(place) on another device, and so it does here now. To move it to “\(own)”: fund feed add "
                + "\(feed.address.quotedForShell) --fund \(own.quotedForShell)")
    }

    func delete(_ incoming: IncomingObject, known: SyncObject?) throws {
        guard let known else { return }
        guard let feed = try known.owner.flatMap({ try store.feed(id: $0) }) else {
            return try store.forget(known)
        }
        if known.changes > 0 {
            try context.revive(known, against: incoming)
            context.outcome.notice("“\(feed.title)” was removed on another device, but stays: it changed here.")
        } else {
            try store.removeFeed(feed)
            if let object = try store.object(.feed, id: incoming.id) { try store.forget(object) }
            try store.forgetReads(ofFeed: incoming.id)
            context.outcome.note(.removed, .feed, feed.title)
        }
    }
}
