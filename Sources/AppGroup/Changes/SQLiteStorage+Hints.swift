#if os(Linux)
extension SQLiteStorage {
    /// Ticks when the store's files change, and when the container appears or goes.
    public func hints() -> AsyncStream<Void> {
        let targets = [
            DirectoryWatch.Target(folder: container.path, names: ["registry.sqlite", "registry.sqlite-wal"]),
            DirectoryWatch.Target(folder: container.parent, names: ["\(container.group)"]),
        ]
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let watch = DirectoryWatch(targets) { continuation.yield() }
            continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
        }
    }
}
#endif
