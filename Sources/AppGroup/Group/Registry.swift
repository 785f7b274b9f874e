/// A family of tools: who is in it, what each volunteers, and the way to open one from another.
///
/// Every tool of one maker names the same group. Nothing runs in the background: each call reads or writes the one file that
/// the family shares. Reading takes no lock and creates nothing.
///
/// ## Topics
/// ### Taking part
/// - ``join(_:onFailure:)``
/// - ``register(_:moving:patience:)``
/// - ``unregister(_:patience:)``
/// ### Seeing the family
/// - ``apps(order:including:excludingCurrent:)``
/// - ``app(_:)``
/// - ``changes``
/// - ``groupLists(environment:)``
/// ### Opening a sibling
/// - ``open(_:terminal:)``
/// - ``open(_:action:terminal:)``
/// - ``canOpen(_:)``
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
/// - ``exportHistory()``
/// - ``importHistory(from:patience:)``
/// - ``resetHistory(of:patience:)``
/// ### Looking after the data
/// - ``backUp(to:)``
/// - ``restore(from:replacing:patience:)``
/// - ``diagnose()``
/// - ``repair(patience:)``
public struct Registry: Sendable {
    /// The family.
    public let group: GroupID
    /// Where its data lives.
    public let storage: any RegistryStorage
    /// The environment variables by which programs, desktop entries and folders are found.
    public let environment: ProcessEnvironment

    let container: Container?
    let now: @Sendable () -> Timestamp

    /// A family in its shared file. Touches nothing: a failure is reported by the first call that reads or writes.
    public init(group: GroupID, environment: ProcessEnvironment = .current) {
        self.init(group: group, environment: environment, now: Clock.now)
    }

    /// A family in a storage of your choice. Nobody then sees whether an app is a member of another group.
    public init(group: GroupID, storage: any RegistryStorage, environment: ProcessEnvironment = .current) {
        self.init(group: group, storage: storage, container: nil, environment: environment, now: Clock.now)
    }

    init(group: GroupID, environment: ProcessEnvironment, now: @escaping @Sendable () -> Timestamp) {
        do {
            let container = Container(group: group, parent: try Container.parent(in: environment))
            self.init(
                group: group, storage: SQLiteStorage(container: container), container: container,
                environment: environment, now: now)
        } catch {
            let reason = error as? AppGroupError ?? AppGroupError(.configuration, "\(error)")
            self.init(
                group: group, storage: UnavailableStorage(reason: reason), container: nil, environment: environment,
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

    /// The groups that have a store on this machine, by name.
    ///
    /// - Throws: ``AppGroupError`` where the folder of groups cannot be read; a folder that is not there holds none.
    public static func groups(environment: ProcessEnvironment = .current) throws -> [GroupID] {
        try Container.groups(in: Container.parent(in: environment))
    }

    /// The folder that the group's members share; `nil` for a family in a storage of your own.
    public var containerPath: String? { container?.path }

    var resolver: LaunchResolver { LaunchResolver(environment: environment, container: container?.path ?? "") }
}
