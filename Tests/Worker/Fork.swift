import AppGroup
import Foundation

/// Uses the registry in a process, then in its child that was made by `fork` alone, as a program does that becomes a daemon.
enum Fork {
    /// Both add to the badge a hundred times at once. The child outlives its parent, adds once more, says who it is, and
    /// waits to be killed.
    static func run(_ id: AppID) throws {
        try Worker.registry.addToBadge(1, of: id)
        guard let symbol = dlsym(nil, "fork") else { Worker.fail("there is no fork") }
        let fork = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
        let parent = getpid()
        let child = fork()
        for _ in 0..<100 { try Worker.registry.addToBadge(1, of: id) }
        guard child == 0 else { return }
        while getppid() == parent { usleep(1000) }
        try Worker.registry.addToBadge(1, of: id)
        Worker.say("daemon \(getpid())")
        sleep(600)
    }
}
