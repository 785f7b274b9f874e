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
        /// Openings that were left out, because recording is off for their apps.
        public internal(set) var unrecorded = 0
    }

    /// The columns of an exported history.
    private static let columns = ["unix_time", "app", "utc_offset"]

    /// How far in the future an opening may be, in seconds: clocks differ.
    private static let clockTolerance: Int64 = 86_400

    /// The openings that are kept, in order of time, as tab-separated text: a header line `unix_time`, `app`, `utc_offset`,
    /// then one line for each opening. The time and the offset of local time from UTC are in whole seconds.
    ///
    /// - Throws: ``AppGroupError`` if the registry cannot be read.
    public func exportHistory() throws(AppGroupError) -> String {
        let lines = try openings().sorted { $0.moment < $1.moment }.map {
            "\($0.moment.seconds)\t\($0.app)\t\($0.utcOffset)\n"
        }
        return Self.columns.joined(separator: "\t") + "\n" + lines.joined()
    }

    /// Merges the openings of a file into those that are kept. The file has the form that ``exportHistory()`` writes, in order
    /// of time; without the column `utc_offset`, local time is this machine's. Known openings are not added again, the last
    /// ``AppOpening/kept`` remain, and usage and predictions are as if all of them had happened here.
    ///
    /// - Throws: ``AppGroupError/Code/invalidValue``, which names the line, if the file is not of this form, goes back in
    ///   time, or names an app that is not registered; ``AppGroupError/Code/permission`` if the group records no openings;
    ///   or why the registry cannot be written. Nothing is imported then.
    public func importHistory(from path: String, patience: Duration = .seconds(10)) throws(AppGroupError)
        -> HistoryImport
    {
        let now = now()
        let file = try HistoryFile(path: path, latest: now.seconds + Self.clockTolerance)
        let result = try write(patience: patience) { writer in
            guard try writer.recordsUse() else {
                throw AppGroupError(
                    .permission,
                    "Openings are not recorded in the group \(group), and nothing was imported; to record them, run: "
                        + "launcher history on")
            }
            return try merge(file, writer)
        }
        if result.added > 0 { keepModel(patience: patience) }
        return result
    }

    private func merge(_ file: HistoryFile, _ writer: any RegistryWriter) throws -> HistoryImport {
        let apps = Dictionary(try writer.apps().map { ($0.id, $0) }) { first, _ in first }
        var result = HistoryImport()
        let kept = try writer.openings()
        var there = Dictionary(grouping: kept, by: Moment.init).mapValues(\.count)
        var new: [AppOpening] = []
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
        let merged = (kept + new).sorted { $0.moment < $1.moment }.suffix(Int(AppOpening.kept))
        let added = merged.filter { $0.number == 0 }
        result.added = added.count
        result.tooOld = new.count - added.count
        guard !added.isEmpty else { return result }
        try keep(merged, adding: Dictionary(grouping: added, by: \.app).mapValues { Int64($0.count) }, to: apps, writer)
        return result
    }

    /// Replaces the openings that are kept, and updates usage to match.
    private func keep(
        _ openings: some Sequence<AppOpening>, adding counts: [AppID: Int64], to apps: [AppID: AppRecord],
        _ writer: any RegistryWriter
    ) throws {
        try writer.removeOpenings(of: nil)
        var usages: [AppID: AppUsage] = [:]
        for opening in openings {
            let number = try writer.appendOpening(
                of: opening.app, at: opening.moment, utcOffset: opening.utcOffset, isClaimed: opening.isClaimed)
            usages[opening.app] = (usages[opening.app] ?? AppUsage()).opened(at: opening.moment, opening: number)
        }
        for (id, usage) in usages {
            guard let app = apps[id] else { continue }
            var usage = usage
            let (count, overflow) = app.usage.count.addingReportingOverflow(counts[id] ?? 0)
            usage.count = overflow ? .max : count
            try writer.setUsage(usage, of: id)
        }
    }

    /// Two openings with the same moment, in seconds, and the same app are the same.
    private struct Moment: Hashable {
        let seconds: Int64
        let app: AppID

        init(_ opening: AppOpening) {
            seconds = opening.moment.seconds
            app = opening.app
        }
    }
}
