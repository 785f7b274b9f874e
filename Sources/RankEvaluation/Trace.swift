import AppGroup

/// A recorded history of one or more users: the items that each of them used, and when; perhaps also when badges rose. It is
/// grouped by user, and in order of time.
struct Trace {
    struct Event {
        /// The kind of event of an item.
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
    /// The index at which the events of each user begin, and at the end the number of events.
    private var starts: [Int] = [0]

    /// The number of uses of all items together.
    private(set) var eventCount = 0

    /// The events of one user, by index.
    func events(of user: Int) -> ArraySlice<Event> { events[starts[user]..<starts[user + 1]] }

    // The limits of a file, so that memory is bounded: about 40 bytes for an event, and 200 and the name for an item.
    private static let mostUsers = 100_000
    private static let mostItems = 1_000_000
    private static let mostEvents = 10_000_000
    private static let mostNameBytes = 1 << 28
    /// Differences of times are then exact.
    private static let times: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
    /// A day is more than any clock is ahead of UTC or behind it.
    private static let offsets: ClosedRange<Int64> = -86_400...86_400

    /// Reads a file with the columns `user`, `unix_time` and `item`, and perhaps `event`. The lines of users may be mixed; the
    /// lines of each user must be in order of time. It may also be a file that `launcher history export` wrote, which has one
    /// user.
    ///
    /// - Throws: ``AppGroupError`` that names the line.
    init(path: String) throws(AppGroupError) {
        var file = try TabSeparatedFile(path: path, headers: Self.headers)
        var (userNumbers, itemNumbers) = ([String: Int32](), [String: Int32]())
        var (owners, lastTimes, counts) = ([Int32](), [Int64](), [Int]())
        var nameBytes = 0
        while let fields = try file.next() {
            let (owner, seconds, name) = try Self.facts(fields, in: file, after: lastTimes.first)
            let kind: Event.Kind = try fields.count > 3 ? file.word(fields[3], "event") : .open
            let (user, isNew) = Self.number(of: owner, in: &userNumbers, &users)
            let (item, isNewItem) = Self.number(of: name, in: &itemNumbers, &items)
            if isNew {
                lastTimes.append(seconds)
                counts.append(0)
            }
            guard seconds >= lastTimes[Int(user)] else {
                throw file.error(
                    "the unix_time \(seconds) of the user \(PlainText.quoted(owner)) is before the last one of that user, "
                        + "\(lastTimes[Int(user)]); sort the lines by time")
            }
            nameBytes += (isNew ? owner.utf8.count : 0) + (isNewItem ? name.utf8.count : 0)
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
        ["unix_time", "app", "utc_offset"], ["unix_time", "app", "utc_offset", "event"],
    ]

    /// The user and the item in one line, and the time by the local clock.
    ///
    /// - Parameter last: The last time in an exported history, which has one user.
    private static func facts(
        _ fields: [String], in file: borrowing TabSeparatedFile, after last: Int64?
    ) throws(AppGroupError) -> (user: String, seconds: Int64, item: String) {
        guard file.header[0] == "unix_time" else {
            return (fields[0], try file.integer(fields[1], "unix_time", in: times), fields[2])
        }
        let local =
            try file.integer(fields[0], "unix_time", in: times) + file.integer(fields[2], "utc_offset", in: offsets)
        // Local time goes back by an hour once a year.
        return ("me", max(local, last ?? local), fields[1])
    }

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
