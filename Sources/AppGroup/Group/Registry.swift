public import AppGroupPlatform

/// The registry of one group: which tools belong to it, what each of them volunteers, and how to open one from another.
///
/// All tools of one maker name the same group. Nothing runs in the background: each call reads or writes the one file that
/// the group shares. Reading takes no lock and creates no group.
///
/// ## Topics
/// ### Taking part
/// - ``join(_:onFailure:)``
/// - ``register(_:moving:patience:)``
/// - ``unregister(_:patience:)``
/// ### Seeing the group
/// - ``apps(order:including:excludingCurrent:)``
/// - ``app(_:)``
/// - ``app(holding:)``
/// - ``totalBadge()``
/// - ``totalField(_:)``
/// - ``image(of:)``
/// - ``imagePath(of:)``
/// - ``changes``
/// ### Finding groups
/// - ``groups(environment:)``
/// - ``groupLists(environment:)``
/// ### Volunteering values
/// - ``setBadge(_:of:patience:)``
/// - ``addToBadge(_:of:patience:)``
/// - ``setField(_:to:of:patience:)``
/// - ``addToField(_:by:of:patience:)``
/// ### Opening an app
/// - ``open(_:terminal:)``
/// - ``plan(for:)``
/// - ``canOpen(_:)``
/// ### Following the user's wishes
/// - ``setPinned(_:of:patience:)``
/// - ``setHidden(_:of:patience:)``
/// - ``recordsUse()``
/// - ``setRecordsUse(_:of:patience:)``
/// - ``setRecordsUse(_:patience:)``
/// ### Sharing settings
/// - ``settings()``
/// - ``setting(_:)``
/// - ``setSetting(_:to:patience:)``
/// - ``appearance()``
/// ### Installing packages
/// - ``installPackage(keptVersions:replacing:patience:unpack:)``
/// - ``switchPackage(to:patience:)``
/// - ``removePackage(_:forgetting:patience:)``
/// - ``packageFolder(of:digest:)``
/// - ``checkMayInstall(_:replacing:)``
/// - ``offers()``
/// - ``setOffers(_:updates:from:patience:)``
/// ### Carrying a history
/// - ``openings()``
/// - ``badgeRises()``
/// - ``exportHistory()``
/// - ``importHistory(from:patience:)``
/// - ``resetHistory(of:patience:)``
/// - ``resetHistory(patience:)``
/// ### Clearing away missing apps
/// - ``noteAvailability(of:patience:)``
/// - ``prunePlan(graceDays:)``
/// - ``prune(_:patience:)``
/// - ``undoPrune(_:patience:)``
/// ### Looking after the data
/// - ``backUp(to:)``
/// - ``restore(from:replacing:patience:)``
/// - ``diagnose()``
/// - ``repair(patience:)``
/// - ``containerPath``
public struct Registry: Sendable {
    /// The group.
    public let group: GroupID
    /// The environment variables that say where programs, desktop entries and folders are.
    public let environment: ProcessEnvironment

    let backing: Backing
    let now: @Sendable () -> Timestamp

    /// What a registry stands on.
    enum Backing: Sendable {
        /// The file that the group's members share.
        case sharedFile(SQLiteStorage)
        /// A storage that the program supplies.
        case custom(any RegistryStorage)
        /// Nothing: the environment has no place for the group's container. Every read and write throws this
        /// error.
        case unavailable(AppGroupError)
    }

    /// The registry of a group, in its shared file. This touches no file; the first call that reads or writes reports a
    /// failure.
    public init(group: GroupID, environment: ProcessEnvironment = .current) {
        self.init(group: group, environment: environment, now: { .now })
    }

    /// The registry of a group, in a storage of your choice. It cannot tell whether an app is a member of another group.
    public init(group: GroupID, storage: any RegistryStorage, environment: ProcessEnvironment = .current) {
        self.init(group: group, backing: .custom(storage), environment: environment, now: { .now })
    }

    package init(group: GroupID, environment: ProcessEnvironment, now: @escaping @Sendable () -> Timestamp) {
        let backing: Backing
        do throws(AppGroupError) {
            let container = Container(group: group, parent: try Container.parent(in: environment))
            backing = .sharedFile(SQLiteStorage(container: container))
        } catch {
            backing = .unavailable(error)
        }
        self.init(group: group, backing: backing, environment: environment, now: now)
    }

    init(
        group: GroupID, backing: Backing, environment: ProcessEnvironment, now: @escaping @Sendable () -> Timestamp
    ) {
        self.group = group
        self.backing = backing
        self.environment = environment
        self.now = now
    }

    /// The groups that have a registry on this machine, by name.
    ///
    /// - Throws: ``AppGroupError`` if the folder of groups cannot be read; a folder that does not exist holds none.
    public static func groups(environment: ProcessEnvironment = .current) throws(AppGroupError) -> [GroupID] {
        try Container.groups(in: Container.parent(in: environment))
    }

    /// The folder that the group's members share; `nil` if the registry has a storage of your own.
    public var containerPath: String? { container?.path }

    /// The folder that the group's members share, and its rules; `nil` if the registry is not in the shared file.
    var container: Container? { sharedFile?.container }

    /// The file that the group's members share; `nil` if the registry is elsewhere.
    var sharedFile: SQLiteStorage? { if case .sharedFile(let storage) = backing { storage } else { nil } }

    var resolver: LaunchResolver {
        LaunchResolver(environment: environment, group: group, container: sharedFile?.path ?? "")
    }

    /// Gives back the memory that reading took for pages of the file, in a program that will read again much later.
    package func releaseMemory() { sharedFile?.releaseMemory() }

    // MARK: - The storage; from here on, all errors have one type

    /// Where the data is kept.
    package var storage: any RegistryStorage {
        switch backing {
        case .sharedFile(let storage): storage
        case .custom(let storage): storage
        case .unavailable(let reason): UnavailableStorage(reason: reason)
        }
    }

    // These pass the gate because of storages of other authors. Ours passes it again, for calls that come from elsewhere.

    /// Calls `body` with one consistent view of the data.
    func read<Result>(_ body: (any RegistryReader) throws -> Result) throws(AppGroupError) -> Result {
        try AppGroupError.converting { try ForkGate.pass { try storage.read(body) } }
    }

    /// Calls `body` as the only writer.
    func write<Result>(
        patience: Duration, _ body: (any RegistryWriter) throws -> Result
    ) throws(AppGroupError) -> Result {
        try AppGroupError.converting { try ForkGate.pass { try storage.write(patience: patience, body) } }
    }

    /// Removes the registry if it holds no app, no package and no offer.
    ///
    /// - Parameter keepingSettings: Whether it stays if it holds settings, or is not to record any use.
    /// - Returns: Whether it was removed.
    @discardableResult
    func removeIfEmpty(patience: Duration, keepingSettings: Bool = false) throws(AppGroupError) -> Bool {
        try AppGroupError.converting {
            try ForkGate.pass {
                guard keepingSettings else { return try storage.removeIfEmpty(patience: patience) }
                if let storage = storage as? any SettingsKeepingStorage {
                    return try storage.removeIfEmpty(patience: patience, keepingSettings: true)
                }
                // A storage of another author cannot do both in one turn: a setting made in between is lost.
                let hasSettings = try storage.read { try !$0.settings().isEmpty || !$0.recordsUse() }
                return try !hasSettings && storage.removeIfEmpty(patience: patience)
            }
        }
    }
}
