import AppGroup

/// All that is tracked, as it stands in the state file.
struct TrackingList: Codable {
    /// The form of the file.
    var version = Self.currentVersion
    var applications: [Application] = []
    /// How many updates have ended.
    var updates = 0

    static let currentVersion = 1

    /// How many applications have changed since a person looked.
    var unseen: Int { applications.count(where: \.isUnseen) }

    /// The status that changed last.
    var newest: Decision? {
        applications.compactMap(\.history.last).max { $0.seen.timestamp < $1.seen.timestamp }?.decisions.last
    }

    /// When a number was found last.
    var lastFound: Moment? { applications.compactMap(\.lastFound).max { $0.timestamp < $1.timestamp } }

    /// The place of an application in the list.
    /// - Throws: a ``VisaError`` where it is not tracked.
    func index(of number: ApplicationNumber) throws(VisaError) -> Int {
        guard let index = applications.firstIndex(where: { $0.number == number }) else { throw .notTracked(number) }
        return index
    }
}
