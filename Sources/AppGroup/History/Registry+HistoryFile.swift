/// Carrying openings from one machine to another, or into a study.
extension Registry {
    /// What ``importHistory(from:patience:)`` did.
    public struct HistoryImport: Sendable, Hashable {
        /// Openings that were added.
        public internal(set) var added = 0
        /// Openings that were known already.
        public internal(set) var known = 0
        /// Openings that were left out, because ``AppOpening/kept`` later ones are known.
        public internal(set) var tooOld = 0
        /// Rises of badges that were added, and notes that one was cleared.
        public internal(set) var badgeRises = 0
        /// Openings that were left out, because recording is off for their apps.
        public internal(set) var unrecorded = 0
    }

    /// The columns of an exported history.
    private static let columns = ["unix_time", "app", "utc_offset"]
    /// The column that a history with rises of badges has, too.
    private static let eventColumn = "event"

    /// The openings that are kept, in order of time, as tab-separated text: a header line `unix_time`, `app`, `utc_offset`,
    /// then one line for each opening. The time and the offset of local time from UTC are in whole seconds. If badges rose, a
    /// fourth column `event` says what a line is: `open`, `badge` for a badge that rose, or `clear` for one that was cleared
    /// before its app was opened.
    ///
    /// What happened while the clock was more than a day ahead gets a moment at which it may have happened, in its place
    /// between the others.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    public func exportHistory() throws(AppGroupError) -> String {
        let (openings, rises) = try read { try ($0.openings(), $0.badgeRises(since: .none)) }
        let columns = rises.isEmpty ? Self.columns : Self.columns + [Self.eventColumn]
        let events = HistoryEvent.inOrder(openings, rises).credible(at: now())
        let lines = events.sorted { $0.moment < $1.moment }.map { event in
            let fields = ["\(event.moment.seconds)", "\(event.app)", "\(event.utcOffset)", event.kind.rawValue]
            return fields.prefix(columns.count).joined(separator: "\t") + "\n"
        }
        return columns.joined(separator: "\t") + "\n" + lines.joined()
    }

    /// Merges the openings of a file into those that are kept. The file has the form that ``exportHistory()`` writes, in order
    /// of time; without the column `utc_offset`, local time is this machine's. Known openings are not added again, the last
    /// ``AppOpening/kept`` remain, and usage and predictions are as if all of them had happened here. Usage that an app brought
    /// along from another group stays.
    ///
    /// - Throws: ``AppGroupError/Code/invalidValue``, which names the line, if the file is not of this form, goes back in
    ///   time, or names an app that is not registered; ``AppGroupError/Code/permission`` if the group records no openings;
    ///   or why the registry cannot be written. Nothing is imported then.
    public func importHistory(from path: String, patience: Duration = .seconds(10)) throws(AppGroupError)
        -> HistoryImport
    {
        let now = now()
        let file = try HistoryFile(path: path, latest: HistoryEvent.latest(now).seconds)
        let result = try write(patience: patience) { writer in
            guard try writer.recordsUse() else {
                throw AppGroupError(
                    .permission,
                    "Openings are not recorded in the group \(group), and nothing was imported; to record them, run: "
                        + group.command("history on"))
            }
            return try merge(file, writer, now: now)
        }
        if result.added > 0 || result.badgeRises > 0 { keepModel(patience: patience) }
        return result
    }

    private func merge(_ file: HistoryFile, _ writer: any RegistryWriter, now: Timestamp) throws -> HistoryImport {
        let apps = Dictionary(try writer.apps().map { ($0.id, $0) }) { first, _ in first }
        var result = HistoryImport()
        let before = try writer.openings()
        let recorded = HistoryEvent.inOrder(before, try writer.badgeRises(since: .none))
        var known = KnownEvents(recorded, at: now)
        var new: [HistoryEvent] = []
        for event in file.events {
            guard let app = apps[event.app] else { throw file.unknownApp(event.app, group) }
            let isOpening = event.kind == .open
            if !app.preferences.recordsUse {
                if isOpening { result.unrecorded += 1 }
            } else if known.take(event) {
                if isOpening { result.known += 1 }
            } else {
                new.append(event)
            }
        }
        let kept = recorded.credible(at: now)
        // The sort is stable.
        let merged = (kept.map { (event: $0, isNew: false) } + new.map { (event: $0, isNew: true) })
            .sorted { $0.event.moment < $1.event.moment }
        var tooMany = merged.count { $0.event.kind == .open } - Int(AppOpening.kept)
        // The first openings go, with what happened before them.
        let remaining = Self.withoutReplaced(
            merged.drop { event, _ in
                guard tooMany > 0 else { return false }
                if event.kind == .open { tooMany -= 1 }
                return true
            })
        let added = remaining.filter(\.isNew).map(\.event)
        let openings = added.filter { $0.kind == .open }
        result.added = openings.count
        result.tooOld = new.count { $0.kind == .open } - openings.count
        result.badgeRises = added.count - openings.count
        guard !added.isEmpty else { return result }
        let counts = Dictionary(grouping: openings, by: \.app).mapValues { Int64($0.count) }
        try keep(remaining.map(\.event).keepingOrder(), insteadOf: before, adding: counts, to: apps, writer)
        return result
    }

    /// Of several changes of an app's badge between two openings, only the last one is kept.
    private static func withoutReplaced(
        _ events: ArraySlice<(event: HistoryEvent, isNew: Bool)>
    ) -> [(event: HistoryEvent, isNew: Bool)] {
        var later: Set<AppID> = []
        let kept = events.reversed().filter { event, _ in
            if event.kind != .open { return later.insert(event.app).inserted }
            later.removeAll()
            return true
        }
        return kept.reversed()
    }

    /// Replaces the openings that are kept and the rises of badges, and updates usage to match.
    ///
    /// - Parameters:
    ///   - old: The openings that were kept. What an app's usage has beyond them stays: it comes from another group, or from
    ///     openings that are no longer kept.
    ///   - counts: How many openings of each app are new.
    private func keep(
        _ events: [HistoryEvent], insteadOf old: [AppOpening], adding counts: [AppID: Int64],
        to apps: [AppID: AppRecord], _ writer: any RegistryWriter
    ) throws {
        try writer.removeOpenings(of: nil)
        var openings: [AppOpening] = []
        // By the numbers that they had before.
        var renumbered: [AppOpening.Number: AppOpening] = [:]
        for event in events {
            switch event {
            case .opening(var opening):
                let former = opening.number
                opening.number = try writer.appendOpening(
                    of: opening.app, at: opening.moment, utcOffset: opening.utcOffset, isClaimed: opening.isClaimed)
                openings.append(opening)
                if former != .none { renumbered[former] = opening }
            case .rise(var rise):
                rise.opening = try writer.lastOpening()
                try writer.keepBadgeRise(rise)
            }
        }
        let (before, after) = (old.usages, openings.usages)
        for (id, app) in apps {
            let own = before[id] ?? AppUsage()
            // What openings that are not kept have added, as of the app's last opening. That one is kept, or it was made in
            // another group.
            var rest = app.usage.without(own)
            if (own.lastOpening, own.lastOpened) == (rest.lastOpening, rest.lastOpened) {
                if let last = renumbered[own.lastOpening] {
                    (rest.lastOpening, rest.lastOpened) = (last.number, last.moment)
                }
            } else if let last = rest.lastOpened, let place = openings.last(where: { $0.moment <= last }) {
                // As if the app moved here only now.
                rest.lastOpening = place.number
            }
            var usage = after[id].map { $0.adding(rest) } ?? rest
            usage.count = app.usage.count.addingClamped(counts[id] ?? 0)
            if usage != app.usage { try writer.setUsage(usage, of: id) }
        }
    }
}
