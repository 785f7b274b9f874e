/// Calls back soon after certain files appear, change or go, on a thread of its own: a ``NameWatch`` for programs that do not
/// wait themselves.
///
/// A hint and no guarantee: inotify is blind to changes from other machines, and the system may have no watch left.
package final class FolderWatch: Sendable {
    package typealias Target = NameWatch.Target

    private let end: Bell
    /// The process whose thread waits. A child made by `fork` has this value, but not the thread.
    private let process = ThisProcess.number

    /// Starts watching; `nil` if the system has no watch left to give.
    ///
    /// - Parameter echoes: After which pauses to call again when an event is followed by none, in milliseconds.
    package init?(_ targets: [Target], echoes: [Int32] = [], onEvent: @escaping @Sendable () -> Void) {
        guard let watch = try? NameWatch(), let end = try? Bell() else { return nil }
        watch.watch(Set(targets))
        let loop = Loop(watch: Exclusive(watch), number: watch.number, end: end, echoes: echoes, onEvent: onEvent)
        guard Threads.start({ loop.run() }) else { return nil }
        self.end = end
    }

    /// Rings: that a descriptor is closed does not end the thread while a child that was forked has it, too.
    deinit { if process == ThisProcess.number { end.ring() } }
}

private struct Loop: Sendable {
    let watch: Exclusive<NameWatch>
    let number: Int32
    let end: Bell
    let echoes: [Int32]
    let onEvent: @Sendable () -> Void

    func run() {
        var pauses = echoes[echoes.endIndex...]
        while true {
            let echo = pauses.popFirst()
            if end.wait(orFor: number, milliseconds: echo ?? -1) == .bell { return }
            let matters = !watch.withLock { $0.take() }.isEmpty
            if matters { pauses = echoes[...] }
            if matters || echo != nil { onEvent() }
        }
    }
}
