import ToolProgram

/// A tracked application: where to look for its number, and what is known about it.
struct Application: Codable {
    let number: ApplicationNumber
    var label: String?
    /// The address of the PDF.
    var source: String?
    /// The address of a service that is asked first, with `{number}` in it.
    var service: String?
    var form: TableForm

    /// What was found last, one decision for each row. It stays until something else is found.
    var decisions: [Decision] = []
    /// What each origin said last about the number; nil in files of an older version.
    var lastSaid: [Origin: [Decision]]?
    /// What was found over time, the newest last.
    var history: [Change] = []
    /// Whether it has changed since the user looked at it.
    var isUnseen = false
    /// When a change was found that the desktop has not shown yet; nil if it has, or if the user has looked.
    var untold: Moment?
    var lastCheck: Check?
    /// When it was found last.
    var lastFound: Moment?

    /// What the user calls it.
    var name: String { label.map { "\($0) (\(number))" } ?? number.description }

    struct Change: Codable {
        var seen: Moment
        var decisions: [Decision]
    }

    /// The most changes that are kept.
    private static let historyLimit = 200

    /// Records what a search for the number found. A failure leaves what is known as it is, and so does a number that is
    /// no longer listed, or a table or row with an unreadable part that says nothing new in the rest.
    ///
    /// News is anything that an origin did not say the last time, so a service that comes and goes causes no news. The
    /// service's answer always counts, since it is asked first; the table's answer, which may be older, counts if it is
    /// news, or if no service is asked.
    mutating func note(_ finding: Finding, from origin: Origin, at moment: Moment, update: Int) {
        var finding = finding
        let known = lastSaid?[origin] ?? decisions
        switch finding {
        case .found(let found, let reason?), .incomplete(let found, let reason):
            let isKnown = found.allSatisfy { row in known.contains { row.isPart(of: $0) } }
            if found != known, isKnown { finding = .unreadable(reason) }
        default: break
        }
        var check = Check(at: moment, outcome: finding.outcome, reason: finding.reason, update: update)
        if finding.outcome == .found { lastFound = moment }
        if let found = finding.decisions {
            lastSaid = (lastSaid ?? [:]).merging([origin: found]) { $1 }
            check.isChange = found != known
            if check.isChange || origin == .service || service == nil { decisions = found }
            if check.isChange {
                isUnseen = true
                untold = untold ?? moment
                history.append(Change(seen: moment, decisions: found))
                history.removeFirst(max(0, history.count - Self.historyLimit))
            }
        }
        lastCheck = check
    }

    /// Whether both are searched for in the same place and in the same way.
    func isSearched(like other: Application) -> Bool {
        source == other.source && service == other.service && form == other.form
    }
}
