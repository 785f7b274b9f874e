import AppGroup

/// A recorded history of one or more users: which item each of them used, and when; perhaps also when badges rose. Grouped by
/// user, each in order of time.
struct Trace {
    struct Event {
        /// What happened to an item.
        enum Kind: String, CaseIterable {
            /// It was used.
            case open
            /// Its badge rose.
            case badge
            /// Its badge was cleared before it was used.
            case clear
        }

        /// Local wall clock, in seconds.
        let seconds: Int64
        /// The index of the item in ``Trace/items``.
        let item: Int32
        let kind: Kind
    }

    /// The names of the users, in the order in which they first appear.
    private(set) var users: [String] = []
    /// The names of the items of all users, in the order in which they first appear.
    private(set) var items: [String] = []
    private var events: [Event] = []
    /// Where the events of each user begin, and where those of the last end.
    private var starts: [Int] = [0]

    /// How often an item was used.
    private(set) var eventCount = 0

    /// The events of one user, by index.
    func events(of user: Int) -> ArraySlice<Event> { events[starts[user]..<starts[user + 1]] }

    // What a file may hold, so that memory is bounded: some 40 bytes an event, and 200 and the name an item.
    private static let mostUsers = 100_000
    private static let mostItems = 1_000_000
    private static let mostEvents = 10_000_000
    private static let mostNameBytes = 1 << 28
    /// Differences of times are then exact.
    private static let times: ClosedRange<Int64> = -(1 << 53)...(1 << 53)

    /// Reads a file with the columns `user`, `unix_time` and `item`, and perhaps `event`. The lines of users may be mixed; the
    /// lines of each user must be in order of time.
    ///
    /// - Throws: ``AppGroupError`` that names the line.
    init(path: String) throws(AppGroupError) {
        var file = try TabSeparatedFile(path: path, headers: Self.headers)
        var (userNumbers, itemNumbers) = ([String: Int32](), [String: Int32]())
        var (owners, lastTimes, counts) = ([Int32](), [Int64](), [Int]())
        var nameBytes = 0
        while let fields = try file.next() {
            let seconds = try file.integer(fields[1], "unix_time", in: Self.times)
            let kind: Event.Kind = try fields.count > 3 ? file.word(fields[3], "event") : .open
            let (user, isNew) = Self.number(of: fields[0], in: &userNumbers, &users)
            let (item, isNewItem) = Self.number(of: fields[2], in: &itemNumbers, &items)
            if isNew {
                lastTimes.append(seconds)
                counts.append(0)
            }
            guard seconds >= lastTimes[Int(user)] else {
                throw file.error(
                    "the unix_time \(seconds) of the user \(PlainText.quoted(fields[0])) is before the last one of that user, "
                        + "\(lastTimes[Int(user)]); sort the lines by time")
            }
            nameBytes += (isNew ? fields[0].utf8.count : 0) + (isNewItem ? fields[2].utf8.count : 0)
            guard users.count <= Self.mostUsers, items.count <= Self.mostItems, events.count < Self.mostEvents,
                nameBytes <= Self.mostNameBytes
            else {
                throw file.error(
                    "there are more than \(Self.mostUsers) users, \(Self.mostItems) items, \(Self.mostEvents) events or "
                        + "256 MiB of names; split the file by users")
            }
            lastTimes[Int(user)] = seconds
            counts[Int(user)] += 1
            owners.append(user)
            events.append(Event(seconds: seconds, item: item, kind: kind))
            if kind == .open { eventCount += 1 }
        }
        guard eventCount > 0 else {
            throw AppGroupError(.invalidValue, "The file \(path) holds no event below its header line.")
        }
        group(owners, counts)
    }

    private static let headers: [[String]] = [
        ["user", "unix_time", "item"], ["user", "unix_time", "item", "event"],
    ]

    private static func number(
        of name: String, in numbers: inout [String: Int32], _ names: inout [String]
    ) -> (Int32, isNew: Bool) {
        if let number = numbers[name] { return (number, false) }
        let number = Int32(names.count)
        numbers[name] = number
        names.append(name)
        return (number, true)
    }

    /// Puts the events of each user together, in the order that they have.
    private mutating func group(_ owners: [Int32], _ counts: [Int]) {
        for count in counts { starts.append(starts[starts.count - 1] + count) }
        var places = starts
        var grouped = events
        for (event, owner) in zip(events, owners) {
            grouped[places[Int(owner)]] = event
            places[Int(owner)] += 1
        }
        events = grouped
    }
}
