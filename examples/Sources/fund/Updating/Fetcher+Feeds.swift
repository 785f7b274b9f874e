import AppGroup
import Downloading
import Feeds
import ToolProgram

extension Fetcher {
    /// Fetches a feed, unless it is the same as before.
    /// - Parameter rest: Says until when a host wants to be left alone; nil if it doesn't.
    func fetch(_ feed: FollowedFeed, at now: Timestamp, rest: (String) -> Timestamp?) -> FeedAnswer {
        var check = feed.check
        do {
            guard let address = WebAddress(feed.address) else {
                throw ToolError.unreadable("\(feed.address) is not a web address.")
            }
            let page = try get(address, Manners.conditions(check), rest: rest)
            check.checked = now
            check.due = Manners.next(
                after: now, page.head, minutes: check.paceMinutes, skipped: check.skipped)
            return read(page, of: feed, check, at: now)
        } catch let error as HostRests {
            // The feed's own host has been asked, and redirects. It is left alone, too, until the other host may be asked.
            if error.host != WebAddress(feed.address)?.host { (check.checked, check.due) = (now, error.end) }
            return FeedAnswer(outcome: .resting, check: check)
        } catch let error as ToolError {
            // A network that is away may be back at any time; whatever else is wrong will be so for a while.
            if error.kind != .unavailable { check.due = Timestamp(seconds: now.seconds + 3600) }
            return Self.failed(error, check)
        } catch {
            return Self.failed(.inputOutput("\(error)"), check)
        }
    }

    private static func failed(
        _ error: ToolError, _ check: FeedCheck, rest: (host: String, end: Timestamp)? = nil
    ) -> FeedAnswer {
        var check = check
        check.problem = error.description
        return FeedAnswer(outcome: .failed(error), check: check, rest: rest)
    }

    private func read(_ page: FetchedPage, of feed: FollowedFeed, _ before: FeedCheck, at now: Timestamp) -> FeedAnswer
    {
        var check = before
        if page.head.status != 304 {
            do throws(ToolError) { try page.check() } catch {
                check.isGone = page.head.status == 410
                let end = Manners.rest(after: now, page.head)
                return Self.failed(error, check, rest: end.map { (page.address.host, $0) })
            }
        }
        let target = page.hasMoved && !page.address.hasUser ? page.address.description : nil
        check.moves = target == nil ? 0 : target == before.movedTo ? before.moves + 1 : 1
        check.movedTo = target
        let newAddress = check.moves >= 2 ? target : nil
        let isSame = page.head.status == 304 || FeedChecksum.of(page.bytes) == before.digest
        if page.head.status == 200, isSame {
            check.etag = page.head["etag"]
            check.lastModified = Manners.lastModified(page.head, now: now)
        }
        if isSame {
            check.problem = before.damage
            return FeedAnswer(outcome: .unchanged, check: check, newAddress: newAddress)
        }
        do throws(FeedError) {
            let parsed = try FeedDocument.read(
                page.bytes, contentType: page.head["content-type"], address: page.address.description)
            var fresh = FeedCheck(parsed, page, at: now)
            (fresh.moves, fresh.movedTo) = (check.moves, check.movedTo)
            return FeedAnswer(outcome: .read(parsed), check: fresh, newAddress: newAddress)
        } catch {
            // With conditions from before, the server sends the feed again when it is back.
            return Self.failed(.unreadable("\(page.address): \(error)"), check)
        }
    }
}

extension FetchedPage {
    /// - Throws: A ``ToolError`` if the status is not 200.
    func check() throws(ToolError) {
        let (host, status) = (address.host, head.status)
        switch status {
        case 200: return
        case 410: throw .notFound("The server says that \(address) is gone for good. It is not fetched again.")
        case 401, 403: throw .refused("The server refuses to send \(address) (status \(status)).")
        case 404: throw .notFound("There is no feed at \(address) (status 404).")
        case 429, 503:
            throw .unavailable("\(host) is overloaded (status \(status)), and is not asked again for a while.")
        case 500...: throw .unavailable("\(address): the server has failed (status \(status)).")
        default: throw .protocolBroken("\(address): the server answers with status \(status).")
        }
    }
}

extension FeedCheck {
    /// What to remember after a feed was read.
    init(_ feed: Feed, _ page: FetchedPage, at now: Timestamp) {
        etag = page.head["etag"]
        lastModified = Manners.lastModified(page.head, now: now)
        digest = FeedChecksum.of(page.bytes)
        checked = now
        damage = feed.damage
        problem = feed.damage
        paceMinutes = feed.pace.minutes ?? 0
        skipped = SkippedTimes(hours: feed.pace.skippedHours, days: feed.pace.skippedDays)
        due = Manners.next(after: now, page.head, minutes: paceMinutes, skipped: skipped)
    }
}
