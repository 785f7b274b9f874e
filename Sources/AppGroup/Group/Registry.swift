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
    /// Where its data is kept.
    package let storage: any RegistryStorage
    /// The environment variables that say where programs, desktop entries and folders are.
    public let environment: ProcessEnvironment

    let container: Container?
    let now: @Sendable () -> Timestamp

    /// The registry of a group, in its shared file. This touches no file; the first call that reads or writes reports a
    /// failure.
    public init(group: GroupID, environment: ProcessEnvironment = .current) {
        self.init(group: group, environment: environment, now: { .now })
    }

    /// The registry of a group, in a storage of your choice. It cannot tell whether an app is a member of another group.
    public init(group: GroupID, storage: any RegistryStorage, environment: ProcessEnvironment = .current) {
        self.init(group: group, storage: storage, container: nil, environment: environment, now: { .now })
    }

    /// Gives back the memory that reading took for pages of the file, in a program that will read again much later.
    package func releaseMemory() { (storage as? SQLiteStorage)?.releaseMemory() }

    package init(group: GroupID, environment: ProcessEnvironment, now: @escaping @Sendable () -> Timestamp) {
        do {
            let container = Container(group: group, parent: try Container.parent(in: environment))
            self.init(
                group: group, storage: SQLiteStorage(container: container), container: container,
                environment: environment, now: now)
        } catch {
            self.init(
                group: group, storage: UnavailableStorage(reason: error), container: nil, environment: environment,
                now: now)
        }
    }

    init(
        group: GroupID, storage: any RegistryStorage, container: Container?, environment: ProcessEnvironment,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.group = group
        self.storage = storage
        self.container = container
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

    var resolver: LaunchResolver {
        LaunchResolver(environment: environment, group: group, container: container?.path ?? "")
    }

    // MARK: - The storage; from here on, all errors have one type

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
    /// - Returns: Whether it was removed.
    @discardableResult
    func removeIfEmpty(patience: Duration) throws(AppGroupError) -> Bool {
        try AppGroupError.converting { try ForkGate.pass { try storage.removeIfEmpty(patience: patience) } }
    }
}
