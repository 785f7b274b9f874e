import ToolProgram

/// What a sync has brought.
final class SyncOutcome {
    /// What happened to one thing.
    enum Event: String {
        case received, sent, renamed, removed, fetched, uploaded, conflict
    }

    /// Each event with its kind, such as `note`, and what it is about.
    private(set) var events: [(event: Event, kind: String, name: String)] = []
    /// How many news were read on another device.
    var reads = 0
    /// How many read marks were sent.
    var sentReads = 0
    /// What the person has to know.
    private(set) var notices: [String] = []
    /// What failed, each with its status.
    private(set) var failures: [ToolError] = []

    func note(_ event: Event, _ kind: SyncKind, _ name: String) { events.append((event, kind.name, name)) }

    func count(_ event: Event) -> Int { events.count { $0.event == event } }

    /// Two devices changed the same thing.
    func conflict(_ kind: SyncKind, _ name: String, _ sentence: String) {
        note(.conflict, kind, name)
        notices.append(sentence)
    }

    func notice(_ sentence: String) { notices.append(sentence) }

    /// One of two funds that would have the same name got another one.
    func notice(ofNumbered name: FundName, as free: FundName) {
        notice("Two funds would be called “\(name)”: one of them is “\(free)” now.")
    }

    /// Something could not be done; the rest goes on.
    func fail(_ error: ToolError) {
        if !failures.contains(where: { $0.description == error.description }) { failures.append(error) }
    }

    /// Whether nothing happened at all.
    var isEmpty: Bool { events.isEmpty && reads == 0 && sentReads == 0 && notices.isEmpty && failures.isEmpty }
}
