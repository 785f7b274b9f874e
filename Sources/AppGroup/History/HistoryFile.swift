import AppGroupPlatform
import CivilDates

/// Openings in a file, and perhaps what happened to badges between them, in order of time; the number of each opening is 0.
struct HistoryFile {
    private(set) var events: [HistoryEvent] = []
    private let path: String
    /// The line on which each app is first named.
    private var firstLines: [AppID: Int] = [:]

    private static let mostEvents = 1_000_000
    private static let offsets: ClosedRange<Int64> = -86_400...86_400
    /// The end of the year 9999.
    private static let lastSecond: Int64 = 253_402_300_799

    /// - Parameter latest: The last second at which an opening can have been.
    init(path: String, latest: Int64) throws(AppGroupError) {
        self.path = path
        let columns = ["unix_time", "app"]
        var file = try TabSeparatedFile(
            path: path, headers: [columns + ["utc_offset"], columns, columns + ["utc_offset", "event"]])
        var apps: [String: AppID] = [:]
        while let fields = try file.next() {
            let seconds = try file.integer(fields[0], "unix_time", in: 0...Self.lastSecond)
            guard seconds <= latest else {
                let date = CivilDate(daysSinceEpoch: Int(seconds / 86_400))
                throw file.error(
                    "the unix_time \(seconds) is in the future, on \(date); correct it, or take the line out")
            }
            if let last = events.last, seconds < last.moment.seconds {
                throw file.error(
                    "the unix_time \(seconds) is before that of the line above, \(last.moment.seconds); sort the lines "
                        + "by time")
            }
            guard events.count < Self.mostEvents else {
                throw file.error(
                    "there are more than \(Self.mostEvents) openings and changes of badges; take older ones out")
            }
            let app = if let app = apps[fields[1]] { app } else { try Self.app(fields[1], file) }
            apps[fields[1]] = app
            if firstLines[app] == nil { firstLines[app] = file.line }
            let moment = Timestamp(seconds: seconds)
            let offset =
                fields.count > 2
                ? try file.integer(fields[2], "utc_offset", in: Self.offsets) : SystemClock.utcOffset(at: moment)
            let kind: HistoryEvent.Kind = try fields.count > 3 ? file.word(fields[3], "event") : .open
            events.append(HistoryEvent(kind, of: app, at: moment, utcOffset: offset))
        }
        guard !events.isEmpty else {
            throw AppGroupError(.invalidValue, "The file \(path) holds no opening below its header line.")
        }
    }

    private static func app(_ text: String, _ file: borrowing TabSeparatedFile) throws(AppGroupError) -> AppID {
        do { return try AppID(text) } catch { throw file.error("\(PlainText.quoted(text)) is not the id of an app") }
    }

    /// The error for a line about an app that the group does not have.
    func unknownApp(_ app: AppID, _ group: GroupID) -> AppGroupError {
        TabSeparatedFile.error(
            "there is no app \(app) in the group \(group); register it first, or take its lines out",
            path: path,
            line: firstLines[app] ?? 1)
    }
}
