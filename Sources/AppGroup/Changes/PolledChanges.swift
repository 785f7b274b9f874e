#if os(Linux)
import AppGroupPlatform

/// The changes in one group, for a program that waits by itself: it polls one descriptor, and no thread is started.
///
/// A child made by `fork` may go on with it; its first call then watches for the child alone.
package final class PolledChanges: Sendable {
    private let registry: Registry
    private let state: Exclusive<State>

    private struct State: ~Copyable {
        var hints: GroupHints
        var ready: ReadyDescriptor
        let follower: ChangeFollower
        /// Changes that were found and not yet taken.
        var found: ArraySlice<RegistryChange> = []
        /// The process that watches.
        var process = ThisProcess.number

        /// Whether this is a child that has closed the descriptors of its parent's watch, as daemons do.
        var isLost: Bool { process != ThisProcess.number && !(ready.isIntact && hints.isIntact) }
    }

    /// Begins now.
    ///
    /// - Throws: `AppGroupError` if the registry cannot be read, or the system has no descriptor left.
    package init(_ registry: Registry) throws(AppGroupError) {
        _ = try registry.read { try GroupSnapshot($0) }
        self.registry = registry
        var hints = GroupHints()
        hints.watch([registry], listIn: nil)
        do throws(SystemError) {
            let ready = try ReadyDescriptor(including: hints.descriptor)
            ready.wake(afterMilliseconds: hints.timeout())
            // After the watch has begun, so that no change falls in between.
            let follower = ForkGate.pass { ChangeFollower(storage: registry.storage, fromNothing: false) }
            state = Exclusive(State(hints: hints, ready: ready, follower: follower))
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: SystemError) -> AppGroupError {
        Container.described(error, "Changes cannot be followed")
    }

    deinit {
        // Closing would close by number what the child has opened since.
        if state.withLock({ $0.isLost }) { _ = Unmanaged.passRetained(state) }
    }

    /// Ready for reading when ``next()`` should be called. Its number never changes.
    package var descriptor: Int32 { ForkGate.pass { state.withLock { $0.ready.number } } }

    /// The next change, without waiting; `nil` if there is none now. The descriptor stays ready until that.
    ///
    /// - Throws: `AppGroupError` in a child that has closed the descriptors of its parent, or that cannot get its own; then the
    ///   next call tries again.
    package func next() throws(AppGroupError) -> RegistryChange? {
        try ForkGate.pass { () throws(AppGroupError) in try state.withLock(next) }
    }

    private func next(_ state: inout State) throws(AppGroupError) -> RegistryChange? {
        if state.isLost { throw InheritedConnections.lostFiles }
        if state.process != ThisProcess.number { try watchAgain(&state) }
        var wasWoken = !state.found.isEmpty
        if state.found.isEmpty {
            let isOver = state.ready.takeTime()
            let suspects = state.hints.take(isOver: isOver)
            wasWoken = isOver || !suspects.isEmpty
            if suspects.contains(.registries) { state.found = state.follower.advance()[...] }
        }
        let change = state.found.popFirst()
        if wasWoken || change != nil {
            state.ready.wake(afterMilliseconds: state.found.isEmpty ? state.hints.timeout() : 0)
        }
        return change
    }

    /// Gives a child made by `fork` a watch of its own. Changes that the parent has found already are reported only there.
    /// Until it has one, it must take nothing, because that would be missing there.
    private func watchAgain(_ state: inout State) throws(AppGroupError) {
        var hints = GroupHints()
        hints.watch([registry], listIn: nil)
        do throws(SystemError) {
            try state.ready.renew(including: hints.descriptor)
        } catch {
            throw Self.failure(error)
        }
        (state.hints, state.process) = (hints, ThisProcess.number)
        state.found = state.follower.advance()[...]
        state.ready.wake(afterMilliseconds: hints.timeout())
    }
}
#endif
