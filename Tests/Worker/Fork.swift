import AppGroup
import Foundation

/// Uses the store in a process, then in its child that was made by `fork` alone.
enum Fork {
    /// Each of the two adds to the badge a hundred times, both at once.
    static func run(_ id: AppID) throws {
        try Worker.family.addToBadge(1, of: id)
        let before = openDatabases
        guard let symbol = dlsym(nil, "fork") else { Worker.fail("there is no fork") }
        let fork = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
        let child = fork()
        for _ in 0..<100 { try Worker.family.addToBadge(1, of: id) }
        if child == 0 {
            Worker.say("child opened \(openDatabases - before)")
            _exit(0)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        Worker.say("parent opened \(openDatabases - before)")
        guard status == 0 else { Worker.fail("the child ended with \(status)") }
    }

    /// How many descriptors of the store this process has.
    private static var openDatabases: Int {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))?
                .hasSuffix("registry.sqlite") == true
        }.count
    }
}
