import AppGroup
import Downloading
import Feeds
import ToolDatabase
import ToolProgram

/// Begins to follow a feed.
struct FeedAdding {
    let store: Store
    let fetcher: Fetcher
    var clock: @Sendable () -> Timestamp = { .now }

    struct Result {
        let feed: FollowedFeed
        let isNew: Bool
        /// How many items it has brought.
        let items: Int
        /// Other feeds that the page names.
        let others: [FeedLink]
        /// What is wrong with the feed.
        let damage: String?
    }

    /// Fetches a feed, or the first feed that a page names, and follows it.
    func add(_ text: String, to fund: Fund?) throws -> Result {
        var address = try Self.address(text)
        var page = try fetched(address)
        var parsed: Feed
        var others: [FeedLink] = []
        do throws(FeedError) {
            parsed = try Self.parse(page)
        } catch {
            guard error.code == .page else { throw ToolError.unreadable("\(page.address): \(error)") }
            let links = FeedDiscovery.links(
                in: page.bytes, contentType: page.head["content-type"], address: page.address.description)
            guard let first = links.first, let target = WebAddress(first.address) else {
                throw ToolError.unreadable("\(page.address) is a web page that names no feed.")
            }
            guard target.isSecure || !page.address.isSecure else {
                throw ToolError.refused(
                    "\(page.address) names \(target), which is not encrypted. To follow it, give that address.")
            }
            others = Array(links.dropFirst())
            address = target
            page = try fetched(target)
            do throws(FeedError) { parsed = try Self.parse(page) } catch {
                throw ToolError.unreadable("\(page.address): \(error)")
            }
        }
        let place = (page.hasMoved ? page.address : address).description
        let now = clock()
        let (feed, isNew) = try store.addFeed(
            place, title: parsed.title.isEmpty ? place : parsed.title, home: parsed.link, fund: fund?.id)
        let check = FeedCheck(parsed, page, at: now)
        let added = try store.database.transaction {
            try store.noteUntold()
            let added = try store.record(parsed.items.map(FeedEntry.init), of: feed, at: now)
            try store.record(check, of: feed)
            return added
        }
        return Result(feed: feed, isNew: isNew, items: added.count, others: others, damage: parsed.damage)
    }

    private static func address(_ text: String) throws -> WebAddress {
        var text = text
        if text.lowercased().hasPrefix("feed:") {
            text.removeFirst(5)
            if text.hasPrefix("//") { text = "http:\(text)" }
        }
        let address = WebAddress(text) ?? (text.contains("://") ? nil : WebAddress("https://\(text)"))
        guard let address else {
            throw ToolError.usage("“\(text)” is not an address such as https://example.org/feed.xml")
        }
        return address
    }

    private static func refuseUser(in address: WebAddress) throws {
        guard address.hasUser else { return }
        throw ToolError.usage(
            "The address contains a user name, but fund stores no passwords. Give the address of a public feed.")
    }

    private func fetched(_ address: WebAddress) throws -> FetchedPage {
        try Self.refuseUser(in: address)
        let rests = try store.restingHosts(at: clock())
        let page: FetchedPage
        do { page = try fetcher.get(address, rest: { rests[$0] }) } catch let error as Fetcher.HostRests {
            throw ToolError.unavailable("\(error.host) asked clients to wait until \(error.end).")
        }
        if let end = Manners.rest(after: clock(), page.head) {
            try store.rest(page.address.host, until: end)
        }
        try page.check()
        try Self.refuseUser(in: page.address)
        return page
    }

    private static func parse(_ page: FetchedPage) throws(FeedError) -> Feed {
        try FeedDocument.read(
            page.bytes, contentType: page.head["content-type"], address: page.address.description)
    }
}
