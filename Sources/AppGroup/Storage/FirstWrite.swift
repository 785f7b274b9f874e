import AppGroupPlatform

/// What is on the disk before a write, so that a write that fails leaves no new group behind.
final class FirstWrite {
    private let container: Container
    private let hadParent: Bool
    private let hadLock: Bool
    /// The names in the container; `nil` if there is none. Empty if there is a registry.
    private var names: Set<String>? = []
    /// The registry's file; `nil` if there is none that may be used.
    private(set) var database: FileStatus?
    /// Whether this write makes the registry.
    private(set) var isMakingRegistry = false
    /// Whether what it made is gone again.
    private(set) var isTakenBack = false

    /// To be called before anything is made.
    ///
    /// - Parameter isOpen: Whether this process has the registry open, so that its folder and its lock are there. The registry itself
    ///   may have been removed since.
    init(_ container: Container, isOpen: Bool) {
        self.container = container
        hadParent = isOpen || Files.exists(container.parent)
        hadLock = isOpen || Files.exists(container.lock)
    }

    /// Looks at the container. To be called once the lock is held: another process could have made the registry before.
    func look() {
        database = try? container.checkDatabase()
        isMakingRegistry = database == nil && !Files.exists(container.database, followingLinks: false)
        if isMakingRegistry { names = (try? OpenFolder(container.path).names()).map { Set($0) } }
    }

    /// Removes what this write has made. To be called while the lock is held and no connection is open.
    func takeBack() {
        guard isMakingRegistry else { return }
        isTakenBack = true
        if let names {
            // The log first: without a registry, a log that holds something is damage.
            for ending in Container.companions.reversed() + [""] where !names.contains(Container.databaseName + ending)
            {
                try? Files.remove(container.database + ending)
            }
        } else {
            let removal = ContainerRemoval(container: container)
            if let outcome = try? removal.run(emptyLog: { false }) { removal.finish(outcome) }
        }
        guard names == nil, !Files.exists(container.path, followingLinks: false) else { return }
        // A process that waits for the lock notices that its file has no name, and makes a new one.
        if !hadLock { try? Files.remove(container.lock) }
        if !hadParent { try? Files.removeEmptyFolder(container.parent) }
    }
}
