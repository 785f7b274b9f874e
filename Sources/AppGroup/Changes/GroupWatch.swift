import AppGroupPlatform
import Synchronization

/// Waits until groups change: on the thread of a program that has nothing else to do, or on a thread of its own.
///
/// ``Registry/changes`` does the same with tasks, but on Linux libdispatch then wakes once a second to look after its threads.
/// Here only the sweep wakes the process.
package final class GroupWatch: Sendable {
    /// The group that is watched; `nil` for all on this machine, including later ones.
    private let group: GroupID?
    private let environment: ProcessEnvironment
    private let bell: Bell
    private let state: Mutex<State>
    #if os(Linux)
    /// How often to look without a hint, in seconds: a backstop if there are hints, else the pace of changes.
    static let sweep: Int32 = 5
    #else
    static let sweep: Int32 = 1
    #endif

    /// The pause between two changes, in nanoseconds: a loop of changes is seen ten times a second.
    private static let rest: Int64 = 100_000_000

    private struct State {
        var watched: [Watched]
        #if os(Linux)
        var hints: DirectoryWatch?
        #endif
    }

    /// Watches from now on.
    ///
    /// - Parameter group: `nil` for all on this machine, including later ones.
    /// - Throws: `AppGroupError` if the folder of groups cannot be read, or the system has no pipe left.
    package init(_ group: GroupID?, environment: ProcessEnvironment = .current) throws(AppGroupError) {
        do throws(SystemError) {
            bell = try Bell()
        } catch {
            throw AppGroupError(.inputOutput, "Changes cannot be waited for: \(error.message).")
        }
        self.group = group
        self.environment = environment
        state = Mutex(State(watched: []))
        let groups = try groups()
        state.withLock { watch(groups, &$0) }
    }

    private func groups() throws(AppGroupError) -> [GroupID] {
        if let group { return [group] }
        return try Registry.groups(environment: environment)
    }

    /// The groups that are watched.
    package var registries: [Registry] { state.withLock { $0.watched.map(\.registry) } }

    /// Notes what is shown, so that an app that is uninstalled or comes back counts as a change.
    ///
    /// - Parameter apps: The apps of all groups, including those that are not installed.
    package func noteShown(_ apps: [AppEntry]) {
        state.withLock { state in
            for index in state.watched.indices {
                let group = state.watched[index].registry.group
                state.watched[index].apps = apps.filter { $0.group == group }.map {
                    ($0.record, $0.availability.isInstalled)
                }
            }
        }
    }

    /// Returns when a group has changed since the last call, or since watching began. Pauses a moment first, so that many
    /// changes become one.
    package func waitForChange() {
        SystemClock.sleep(nanoseconds: Self.rest)
        var isSweep = false
        while !isDifferent(lookingForPrograms: isSweep) { isSweep = !bell.wait(milliseconds: Self.sweep * 1000) }
    }

    /// Calls back after each change, on a thread of its own, for as long as the process lives.
    ///
    /// - Throws: `AppGroupError` if the system has no thread left.
    package func follow(_ onChange: @escaping @Sendable () -> Void) throws(AppGroupError) {
        let hasStarted = Threads.start {
            while true {
                self.waitForChange()
                onChange()
            }
        }
        guard hasStarted else {
            throw AppGroupError(.inputOutput, "Changes cannot be waited for: no thread is left.")
        }
    }

    /// - Parameter lookingForPrograms: Whether to look also for programs that were uninstalled or came back, which gives no
    ///   hint.
    private func isDifferent(lookingForPrograms: Bool) -> Bool {
        state.withLock { state in
            // A folder that cannot be read now counts as unchanged.
            if let groups = try? groups(), groups != state.watched.map(\.registry.group) {
                watch(groups, &state)
                return true
            }
            var isDifferent = false
            for index in state.watched.indices {
                if state.watched[index].isNewer() { isDifferent = true }
                if lookingForPrograms, state.watched[index].hasOtherPrograms() { isDifferent = true }
            }
            return isDifferent
        }
    }

    /// Watches these groups. What is known of watched groups is kept.
    private func watch(_ groups: [GroupID], _ state: inout State) {
        let known = Dictionary(state.watched.map { ($0.registry.group, $0) }) { first, _ in first }
        state.watched = groups.map { group in
            known[group] ?? Watched(Registry(group: group, environment: environment))
        }
        #if os(Linux)
        var targets = state.watched.flatMap { ($0.registry.storage as? SQLiteStorage)?.hintTargets ?? [] }
        if group == nil { targets += Registry.groupListTargets(environment: environment) }
        let bell = bell
        state.hints = DirectoryWatch(targets, echoes: SQLiteStorage.echoes) { bell.ring() }
        #endif
    }
}

/// A watched group, and what was seen of it.
private struct Watched {
    let registry: Registry
    var version: StorageVersion?
    /// What is shown, and whether it was installed when last looked at.
    var apps: [(record: AppRecord, isInstalled: Bool)] = []

    init(_ registry: Registry) {
        self.registry = registry
        version = try? registry.storage.version()
    }

    /// Whether the registry changed since the last call; reads only its version. A registry that cannot be read now counts as
    /// unchanged.
    mutating func isNewer() -> Bool {
        guard let now = try? registry.storage.version(), now != version else { return false }
        version = now
        return true
    }

    /// Whether programs of the shown apps disappeared or came back since the last call.
    mutating func hasOtherPrograms() -> Bool {
        let now = registry.resolver.availability(of: apps.map(\.record)).map(\.isInstalled)
        guard now != apps.map(\.isInstalled) else { return false }
        apps = zip(apps, now).map { ($0.record, $1) }
        return true
    }
}
