import AppGroup
import AppGroupPlatform
import Foundation

/// Uses the registry in a process, then in its child that was made by `fork` alone, as a program does that becomes a daemon.
enum Fork {
    /// Both add to the badge a hundred times at once. The child outlives its parent, adds once more, says who it is, and
    /// waits to be killed.
    static func run(_ id: AppID) throws {
        try Worker.registry.addToBadge(1, of: id)
        let parent = getpid()
        let child = fork()
        for _ in 0..<100 { try Worker.registry.addToBadge(1, of: id) }
        guard child == 0 else { return }
        try outlive(parent, id)
    }

    /// As ``run(_:)``, but the parent has a second handle open, which the child does not use.
    static func runWithHandles(_ id: AppID) throws {
        let other = Registry(group: Worker.group)
        guard try other.app(id) != nil else { Worker.fail("\(id) is not registered") }
        try withExtendedLifetime(other) { try run(id) }
    }

    /// The child never calls the registry. The parent says who the child is, and holds the writer's lock until it is killed.
    static func runHolding(_ id: AppID) throws {
        try Worker.registry.addToBadge(1, of: id)
        let child = fork()
        if child == 0 { while true { sleep(600) } }
        Worker.say("child \(child)")
        try Worker.hold()
    }

    /// Stops watching a folder while a child lives that was forked in the meantime. Says so once the thread of the watch has ended.
    static func runWatching() {
        let before = threads
        var watch = FolderWatch([NameWatch.Target(folder: "/", names: nil)]) {}
        guard watch != nil, threads > before else { Worker.fail("nothing is watched") }
        let parent = getpid()
        if fork() == 0 {
            while getppid() == parent { usleep(1000) }
            return
        }
        watch = nil
        while threads > before { usleep(1000) }
        Worker.say("stopped")
    }

    private static var threads: Int { (try? Files.entries(of: "/proc/self/task").count) ?? 0 }

    private static func outlive(_ parent: Int32, _ id: AppID) throws {
        while getppid() == parent { usleep(1000) }
        try Worker.registry.addToBadge(1, of: id)
        Worker.say("daemon \(getpid())")
        sleep(600)
    }

    /// `fork`, which Swift cannot call by its name.
    ///
    /// - Returns: The number of the child, or 0 in the child.
    static func fork() -> Int32 {
        guard let symbol = dlsym(nil, "fork") else { Worker.fail("there is no fork") }
        let child = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)()
        if child < 0 { Worker.fail("no process can be forked") }
        return child
    }
}
