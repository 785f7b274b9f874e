#if os(Linux)
extension SQLiteStorage {
    /// The log is written a moment before the change in it counts, and the latter, in shared memory, is no event. How long
    /// that moment is depends on how busy the machine is.
    static let echoes: [Int32] = [1, 4, 16, 64, 256, 1024]

    /// Ticks when the store's files change, and when the container appears or goes.
    public func hints() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let watch = DirectoryWatch(hintTargets, echoes: Self.echoes) { continuation.yield() }
            continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
        }
    }

    /// What gives a hint of a change.
    var hintTargets: [DirectoryWatch.Target] {
        [
            DirectoryWatch.Target(folder: container.path, names: ["registry.sqlite", "registry.sqlite-wal"]),
            DirectoryWatch.Target(folder: container.parent, names: ["\(container.group)"]),
        ]
    }
}
#endif
