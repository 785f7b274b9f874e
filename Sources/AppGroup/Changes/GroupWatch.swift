import Synchronization

/// Waits until families look different: on the thread of a program that has nothing else to do, or on one of its own.
///
/// ``Registry/changes`` does the same with tasks, and with them comes libdispatch, which on Linux looks after its threads once
/// a second from the first task on. Here nothing wakes but the sweep.
package final class FamilyWatch: Sendable {
    /// The group that is watched; `nil` for all on this machine, those included that come later.
    private let group: GroupID?
    private let environment: ProcessEnvironment
    private let bell: Bell
    private let state: Mutex<State>
    #if os(Linux)
    /// How often to look without a hint, in seconds: a backstop where hints come, the pace of changes where none do.
    static let sweep: Int32 = 5
    #else
    static let sweep: Int32 = 1
    #endif

    /// Between two changes, in nanoseconds: a loop of changes is seen ten times a second.
    private static let rest: Int64 = 100_000_000

    private struct State {
        var families: [Watched]
        #if os(Linux)
        var hints: DirectoryWatch?
        #endif
    }

    /// Watches from now on.
    ///
    /// - Parameter group: `nil` for all on this machine, those included that come later.
    /// - Throws: `AppGroupError` where the folder of groups cannot be read, or the system has no pipe left to give.
    package init(_ group: GroupID?, environment: ProcessEnvironment = .current) throws {
        do throws(SystemError) {
            bell = try Bell()
        } catch {
            throw AppGroupError(.inputOutput, "Changes cannot be waited for: \(error.message).")
        }
        self.group = group
        self.environment = environment
        state = Mutex(State(families: []))
        let groups = try groups()
        state.withLock { watch(groups, &$0) }
    }

    private func groups() throws -> [GroupID] {
        if let group { return [group] }
        return try Registry.groups(environment: environment)
    }

    /// The families that there are.
    package var families: [Registry] { state.withLock { $0.families.map(\.family) } }

    /// Takes note of what is shown, so that an app that is uninstalled or comes back counts as a change.
    ///
    /// - Parameter apps: The apps of all families, those included that are not installed.
    package func noteShown(_ apps: [FamilyApp]) {
        state.withLock { state in
            for index in state.families.indices {
                let group = state.families[index].family.group
                state.families[index].apps = apps.filter { $0.group == group }.map {
                    ($0.record, $0.availability.isInstalled)
                }
            }
        }
    }

    /// Returns once a family is different from what it was when this was called last, or since watching began. Rests a
    /// moment first, so that many changes become one.
    package func waitForChange() {
        Clock.sleep(nanoseconds: Self.rest)
        var isSweep = false
        while !isDifferent(lookingForPrograms: isSweep) { isSweep = !bell.wait(milliseconds: Self.sweep * 1000) }
    }

    /// Calls back after each change, on a thread of its own, for as long as the process lives.
    ///
    /// - Throws: `AppGroupError` where the system has no thread left to give.
    package func follow(_ onChange: @escaping @Sendable () -> Void) throws {
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

    /// - Parameter lookingForPrograms: Whether to look, too, for programs that were uninstalled or came back; no hint comes
    ///   of that.
    private func isDifferent(lookingForPrograms: Bool) -> Bool {
        state.withLock { state in
            // A folder that cannot be read for a while says nothing meanwhile.
            if let groups = try? groups(), groups != state.families.map(\.family.group) {
                watch(groups, &state)
                return true
            }
            var isDifferent = false
            for index in state.families.indices {
                if state.families[index].isNewer() { isDifferent = true }
                if lookingForPrograms, state.families[index].hasOtherPrograms() { isDifferent = true }
            }
            return isDifferent
        }
    }

    /// Watches these groups; those that were watched stay as they are.
    private func watch(_ groups: [GroupID], _ state: inout State) {
        let known = Dictionary(state.families.map { ($0.family.group, $0) }) { first, _ in first }
        state.families = groups.map { group in
            known[group] ?? Watched(Registry(group: group, environment: environment))
        }
        #if os(Linux)
        var targets = state.families.flatMap { ($0.family.storage as? SQLiteStorage)?.hintTargets ?? [] }
        if group == nil { targets += Registry.groupListTargets(environment: environment) }
        let bell = bell
        state.hints = DirectoryWatch(targets, echoes: SQLiteStorage.echoes) { bell.ring() }
        #endif
    }
}

/// A family, and what was seen of it.
private struct Watched {
    let family: Registry
    var version: StorageVersion?
    /// What is shown, and whether it was installed when last looked at.
    var apps: [(record: AppRecord, isInstalled: Bool)] = []

    init(_ family: Registry) {
        self.family = family
        version = try? family.storage.version()
    }

    /// Whether the store changed since this was asked last; reads its version alone. One that cannot be read now counts as it
    /// was.
    mutating func isNewer() -> Bool {
        guard let now = try? family.storage.version(), now != version else { return false }
        version = now
        return true
    }

    /// Whether programs of the shown apps went or came back since this was asked last.
    mutating func hasOtherPrograms() -> Bool {
        let now = family.resolver.availability(of: apps.map(\.record)).map(\.isInstalled)
        guard now != apps.map(\.isInstalled) else { return false }
        apps = zip(apps, now).map { ($0.record, $1) }
        return true
    }
}
