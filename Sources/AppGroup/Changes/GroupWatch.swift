import AppGroupPlatform
import Synchronization

/// Waits until groups change: on the thread of a program that has nothing else to do, or on a thread of its own.
///
/// ``Registry/changes`` does the same with tasks, but on Linux libdispatch then wakes once a second to look after its threads.
/// Here nothing wakes the process but changes and, once a minute, a sweep.
package final class GroupWatch: Sendable {
    /// The group that is watched; `nil` for all on this machine, including later ones.
    private let group: GroupID?
    private let environment: ProcessEnvironment
    private let bell: Bell
    private let hintDescriptor: Int32
    private let state: Exclusive<State>
    private let hasEnded = Atomic(false)
    #if os(Linux)
    /// How often to look if not every change gives a hint, in seconds.
    static let sweep: Int32 = 5
    #else
    static let sweep: Int32 = 1
    #endif

    /// The time for each change, in nanoseconds: a loop of changes is seen ten times a second.
    private static let rest: Int64 = 100_000_000

    private struct State {
        var watched: [Watched] = []
        var hints = GroupHints()
        /// When the time for all changes so far is over, in nanoseconds of the monotonic clock. It starts two changes ahead,
        /// because other work begins then, too.
        var rested = SystemClock.monotonicNanoseconds() + 2 * GroupWatch.rest
    }

    /// Watches from now on.
    ///
    /// - Parameter group: `nil` for all on this machine, including later ones.
    /// - Throws: `AppGroupError` if the folder of groups cannot be read, or the system has no pipe left.
    package init(_ group: GroupID?, environment: ProcessEnvironment = .current) throws(AppGroupError) {
        do throws(SystemError) {
            bell = try Bell()
        } catch {
            throw Container.described(error, "Changes cannot be followed")
        }
        self.group = group
        self.environment = environment
        var state = State()
        hintDescriptor = state.hints.descriptor
        let groups = if let group { [group] } else { try Registry.groups(environment: environment) }
        Self.watch(groups, &state, isAlone: group != nil, environment)
        self.state = Exclusive(state)
    }

    /// The groups that are watched.
    package var registries: [Registry] { state.withLock { $0.watched.map(\.registry) } }

    /// Notes what is shown, so that an app that is uninstalled or comes back counts as a change.
    ///
    /// - Parameter apps: The apps of all groups, including those that are not installed.
    package func noteShown(_ apps: [AppEntry]) {
        let areOthers = state.withLock { state in
            var areOthers = false
            for index in state.watched.indices {
                let group = state.watched[index].registry.group
                if state.watched[index].note(apps.filter { $0.group == group }) { areOthers = true }
            }
            return areOthers && Self.watchPrograms(&state)
        }
        // Changes since the apps were read gave no hint.
        if areOthers { bell.ring() }
    }

    /// Ends waiting for changes, and ``follow(_:)``.
    package func end() {
        hasEnded.store(true, ordering: .sequentiallyConsistent)
        bell.ring()
    }

    /// Returns when a group has changed since the last call, or since watching began, or when watching has ended.
    ///
    /// - Parameter isResting: Whether to pause a moment first if there were two changes lately, so that many become one. A single
    ///   one does not delay the next: SQLite sometimes restarts its log, which looks like a change, just before it writes the real
    ///   one.
    package func waitForChange(isResting: Bool = true) {
        let pause = state.withLock { $0.rested } - Self.rest - SystemClock.monotonicNanoseconds()
        if isResting, pause > 0 { SystemClock.sleep(nanoseconds: pause) }
        var suspects = NameWatch.Subjects.registries
        while !hasEnded.load(ordering: .sequentiallyConsistent), !isDifferent(suspects) {
            let end = bell.wait(orFor: hintDescriptor, milliseconds: state.withLock { $0.hints.timeout() })
            suspects = state.withLock { $0.hints.take(isOver: end == .time) }
            if end == .bell { suspects.insert(.programs) }
        }
        let now = SystemClock.monotonicNanoseconds()
        state.withLock { $0.rested = min(max($0.rested, now), now + Self.rest) + Self.rest }
    }

    /// Whether a group has changed since the last call, or since watching began. It does not wait, and needs no thread: a
    /// program that asks only when it needs the groups is not woken in between.
    package func hasChanged() -> Bool {
        var suspects = state.withLock { state in
            let isOver = state.hints.timeout() == 0
            return state.hints.take(isOver: isOver)
        }
        // A registry tells its version so quickly that it needs no hint.
        suspects.insert(.registries)
        if bell.wait(milliseconds: 0) { suspects.insert(.programs) }
        return isDifferent(suspects)
    }

    /// Calls back after each change, on a thread of its own, until watching has ended.
    ///
    /// - Parameter beginsNow: Whether to call back at once, too.
    /// - Throws: `AppGroupError` if the system has no thread left.
    package func follow(
        beginningNow beginsNow: Bool = false, _ onChange: @escaping @Sendable () -> Void
    ) throws(AppGroupError) {
        let hasStarted = Threads.start {
            if beginsNow { onChange() }
            while true {
                self.waitForChange()
                if self.hasEnded.load(ordering: .sequentiallyConsistent) { return }
                onChange()
            }
        }
        guard hasStarted else {
            throw AppGroupError(
                .inputOutput,
                "Changes cannot be followed: no thread is available; end some programs, or raise the limit of processes."
            )
        }
    }

    /// - Parameter suspects: What may have changed. Nothing else is looked at.
    private func isDifferent(_ suspects: NameWatch.Subjects) -> Bool {
        state.withLock { state in
            var isDifferent = false
            if suspects.contains(.registries) {
                // A folder that cannot be read now counts as unchanged.
                if group == nil, let groups = try? Registry.groups(environment: environment) {
                    isDifferent = groups != state.watched.map(\.registry.group)
                    Self.watch(groups, &state, isAlone: false, environment)
                }
                for index in state.watched.indices where state.watched[index].isNewer() { isDifferent = true }
            }
            if suspects.contains(.programs) {
                for index in state.watched.indices where state.watched[index].hasOtherPrograms() { isDifferent = true }
                _ = Self.watchPrograms(&state)
            }
            return isDifferent
        }
    }

    /// Watches these groups. Knowledge about groups that are watched already is kept.
    private static func watch(
        _ groups: [GroupID], _ state: inout State, isAlone: Bool, _ environment: ProcessEnvironment
    ) {
        if groups != state.watched.map(\.registry.group) {
            let known = Dictionary(state.watched.map { ($0.registry.group, $0) }) { first, _ in first }
            state.watched = groups.map { group in
                known[group] ?? Watched(Registry(group: group, environment: environment))
            }
        }
        state.hints.watch(state.watched.map(\.registry), listIn: isAlone ? nil : environment)
    }

    /// Watches the programs of the noted apps.
    ///
    /// - Returns: Whether that is something else than before.
    private static func watchPrograms(_ state: inout State) -> Bool {
        state.hints.watch(state.watched.map(\.lookups))
    }
}

/// A watched group, and what was seen of it.
private struct Watched {
    let registry: Registry
    var version: StorageVersion?
    /// What is shown, and whether it was installed when last looked at.
    private var apps: [(entry: AppEntry, isInstalled: Bool)] = []
    /// Where the programs of the apps are looked for.
    private(set) var lookups: LaunchLookups

    init(_ registry: Registry) {
        self.registry = registry
        version = try? registry.storage.version()
        lookups = LaunchLookups(of: [], by: registry.resolver)
    }

    /// Notes what is shown.
    ///
    /// - Returns: Whether its programs may be looked for elsewhere than before.
    mutating func note(_ shown: [AppEntry]) -> Bool {
        defer { apps = shown.map { ($0, $0.availability.isInstalled) } }
        let isSame =
            shown.count == apps.count
            && zip(shown, apps).allSatisfy {
                $0.id == $1.entry.id && $0.launch == $1.entry.launch
                    && ($0.unregistered == nil) == ($1.entry.unregistered == nil)
            }
        if !isSame { lookups = LaunchLookups(of: shown.lazy.map(\.record), by: registry.resolver) }
        return !isSame
    }

    /// Whether the registry changed since the last call; reads only its version. That it can no longer be read counts once.
    mutating func isNewer() -> Bool {
        let now = try? registry.storage.version()
        guard now != version else { return false }
        version = now
        return true
    }

    /// Whether programs of the shown apps disappeared or came back since the last call.
    mutating func hasOtherPrograms() -> Bool {
        lookups = LaunchLookups(of: apps.lazy.map(\.entry.record), by: registry.resolver)
        let resolver = registry.resolver
        var search = resolver.search
        var isDifferent = false
        for index in apps.indices {
            let isInstalled = resolver.availability(of: apps[index].entry.record, &search).isInstalled
            if isInstalled != apps[index].isInstalled { (apps[index].isInstalled, isDifferent) = (isInstalled, true) }
        }
        return isDifferent
    }
}
