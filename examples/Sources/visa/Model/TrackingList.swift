import ToolProgram

/// All tracked applications, as the state file holds them.
struct TrackingList: StoredState {
    /// The version of the file's format.
    var version = Self.currentVersion
    var applications: [Application] = []
    /// How many updates have ended.
    var updates = 0

    static let currentVersion = 1

    /// How many applications have changed since the user looked.
    var unseen: Int { applications.count(where: \.isUnseen) }

    /// The status that changed last.
    var newest: Decision? {
        applications.compactMap(\.history.last).max { $0.seen.timestamp < $1.seen.timestamp }?.decisions.last
    }

    /// When a number was found last.
    var lastFound: Moment? { applications.compactMap(\.lastFound).max { $0.timestamp < $1.timestamp } }

    /// The position of an application in the list.
    ///
    /// - Throws: A ``ToolError`` if it is not tracked.
    func index(of number: ApplicationNumber) throws(ToolError) -> Int {
        guard let index = applications.firstIndex(where: { $0.number == number }) else { throw .notTracked(number) }
        return index
    }

    /// Whether the last update brought something new about an application.
    func hasChanged(_ application: Application) -> Bool {
        application.lastCheck.map { $0.isChange && $0.update == updates } ?? false
    }
}
