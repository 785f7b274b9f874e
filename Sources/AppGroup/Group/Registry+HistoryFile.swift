/// Carrying openings from one machine to another, or to whoever studies them.
extension Registry {
    /// What ``importHistory(from:patience:)`` did.
    public struct HistoryImport: Sendable, Hashable {
        /// Openings that are kept now and were not before.
        public internal(set) var added = 0
        /// Openings that were there already.
        public internal(set) var known = 0
        /// Openings that are older than the last ``Opening/kept``.
        public internal(set) var tooOld = 0
        /// Openings of apps for which none are recorded.
        public internal(set) var unrecorded = 0
    }

    /// The columns of an exported history.
    private static let columns = ["unix_time", "app", "utc_offset"]

    /// No app is opened further in the future than this; clocks differ.
    private static let clockTolerance: Int64 = 86_400

    /// The openings that are kept, in order of time, as text: a line `unix_time`, `app`, `utc_offset`, then one for each
    /// opening, separated by tabs. The time is in whole seconds, and the offset of local time from UTC as well.
    ///
    /// - Throws: ``AppGroupError`` where the store cannot be read.
    public func exportHistory() throws -> String {
        let lines = try openings().sorted { $0.moment < $1.moment }.map {
            "\($0.moment.seconds)\t\($0.app)\t\($0.utcOffset)\n"
        }
        return Self.columns.joined(separator: "\t") + "\n" + lines.joined()
    }

    /// Merges openings into those that are kept: those of a file as ``exportHistory()`` gives it, in order of time; without
    /// the column `utc_offset` local time is this machine's. What is there already is not added again, the last
    /// ``Opening/kept`` remain, and usage and predictions are as if all had happened here.
    ///
    /// - Throws: ``AppGroupError/Code/invalidValue``, which names the line, for a file that is not of this form, goes back in
    ///   time, or names an app that is not registered; ``AppGroupError/Code/permission`` where the group records no openings;
    ///   or why the store cannot be written. Nothing is imported then.
    public func importHistory(from path: String, patience: Duration = .seconds(10)) throws -> HistoryImport {
        let now = now()
        let file = try HistoryFile(path: path, latest: now.seconds + Self.clockTolerance)
        return try storage.write(patience: patience) { writer in
            guard try writer.recordsUse() else {
                throw AppGroupError(
                    .permission,
                    "Openings are not recorded in the group \(group), and nothing was imported; to record them, run: "
                        + "launcher history on")
            }
            return try merge(file, writer)
        }
    }

    private func merge(_ file: HistoryFile, _ writer: any RegistryWriter) throws -> HistoryImport {
        let apps = Dictionary(try writer.apps().map { ($0.id, $0) }) { first, _ in first }
        var result = HistoryImport()
        let kept = try writer.openings()
        var there = Dictionary(grouping: kept, by: Moment.init).mapValues(\.count)
        var new: [Opening] = []
        for opening in file.openings {
            guard let app = apps[opening.app] else { throw file.unknownApp(opening, group) }
            if !app.preferences.recordsUse {
                result.unrecorded += 1
            } else if let count = there[Moment(opening)], count > 0 {
                there[Moment(opening)] = count - 1
                result.known += 1
            } else {
                new.append(opening)
            }
        }
        // New ones have no number yet. The sort is stable.
        let merged = (kept + new).sorted { $0.moment < $1.moment }.suffix(Int(Opening.kept))
        let added = merged.filter { $0.number == 0 }
        result.added = added.count
        result.tooOld = new.count - added.count
        guard !added.isEmpty else { return result }
        try keep(merged, adding: Dictionary(grouping: added, by: \.app).mapValues { Int64($0.count) }, to: apps, writer)
        return result
    }

    /// Keeps these openings in place of those that are kept, and usage as they make it.
    private func keep(
        _ openings: some Sequence<Opening>, adding counts: [AppID: Int64], to apps: [AppID: AppRecord],
        _ writer: any RegistryWriter
    ) throws {
        try writer.removeOpenings(of: nil)
        var usages: [AppID: Usage] = [:]
        for opening in openings {
            let number = try writer.appendOpening(
                of: opening.app, at: opening.moment, utcOffset: opening.utcOffset, isClaimed: opening.isClaimed)
            usages[opening.app] = (usages[opening.app] ?? Usage()).opened(at: opening.moment, opening: number)
        }
        for (id, usage) in usages {
            guard let app = apps[id] else { continue }
            var usage = usage
            let (count, overflow) = app.usage.count.addingReportingOverflow(counts[id] ?? 0)
            usage.count = overflow ? .max : count
            try writer.setUsage(usage, of: id)
        }
        try FamilyModel.keep(writer)
    }

    /// What makes two openings the same one.
    private struct Moment: Hashable {
        let seconds: Int64
        let app: AppID

        init(_ opening: Opening) {
            seconds = opening.moment.seconds
            app = opening.app
        }
    }
}
