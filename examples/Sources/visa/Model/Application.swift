/// An application that is tracked: where it is looked for, and what is known of it.
struct Application: Codable {
    let number: ApplicationNumber
    var label: String?
    /// The address of the PDF.
    var source: String?
    /// The address of a service that is asked first, with `{number}` in it.
    var service: String?
    var form: TableForm

    /// What was found last, row by row. It stays until something else is found.
    var decisions: [Decision] = []
    /// What each origin said last of the number; nil in a state from before that was noted.
    var lastSaid: [Origin: [Decision]]?
    /// What was found over time, the newest last.
    var history: [Change] = []
    /// Whether it has changed since a person looked at it.
    var isUnseen = false
    /// Since when the desktop is to be told of a change; nil where it was, or somebody has looked.
    var untold: Moment?
    var lastCheck: Check?
    /// When it was found last.
    var lastFound: Moment?

    /// What a person calls it.
    var name: String { label.map { "\($0) (\(number))" } ?? number.description }

    struct Change: Codable {
        var seen: Moment
        var decisions: [Decision]
    }

    /// The most changes that are kept.
    private static let historyLimit = 200

    /// Takes what a look for the number gave. A failure and a number that is no longer listed leave what is known as it
    /// is; so does a table of which a part can't be read and the rest says nothing new.
    ///
    /// News is what an origin did not say the last time: a service that comes and goes makes none each time. Its word is
    /// what is known whenever it answers, since it is asked first; that of the table, which may be older, when it is news.
    mutating func note(_ finding: Finding, from origin: Origin, at moment: Moment, update: Int) {
        var finding = finding
        let known = lastSaid?[origin] ?? decisions
        if case .found(let found, let doubt?) = finding, found != known,
            found.allSatisfy({ row in known.contains { row.isPart(of: $0) } })
        {
            finding = .unreadable(doubt)
        }
        var check = Check(at: moment, outcome: finding.outcome, reason: finding.reason, update: update)
        if case .found(let found, _) = finding {
            lastFound = moment
            lastSaid = (lastSaid ?? [:]).merging([origin: found]) { $1 }
            check.isChange = found != known
            if check.isChange || origin == .service { decisions = found }
            if check.isChange {
                isUnseen = true
                untold = untold ?? moment
                history.append(Change(seen: moment, decisions: found))
                history.removeFirst(max(0, history.count - Self.historyLimit))
            }
        }
        lastCheck = check
    }
}
