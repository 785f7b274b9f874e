import AppGroup
import Foundation
import Synchronization

/// Forks again and again while other threads of the process are inside calls, and uses the registry in each child.
enum ForkDuringCalls {
    private static let additions = Atomic(0)
    private static let isDone = Atomic(false)

    /// In seconds. The system ends a child that hangs for that long.
    private static let longestWait: UInt32 = 120

    /// Prints the badge that all additions make together.
    static func run(_ id: AppID, rounds: Int) throws {
        let registry = Worker.registry
        let app = AppDescription(id: id, name: "Inbox", launch: .terminal("/bin/true"))
        // A member waits for other writers only for a moment, and there are many of them here.
        let member = registry.join(app, onFailure: { if $0.code != .busy { Worker.fail($0.description) } })
        let calls: [@Sendable () throws -> Void] = [
            { try add(to: id, in: registry) },
            { try add(to: id, in: Registry(group: Worker.group)) },
            { _ = try registry.apps(order: .name) },
            { member.setField("thread", to: .integer(.random(in: 0...9))) },
        ]
        // The first use of a type takes locks inside Swift's runtime, which knows nothing of `fork`. Calls of the library are
        // protected from that, but the code here is not.
        for call in calls { try call() }
        let threads = DispatchSemaphore(value: 0)
        for call in calls { start(call, threads) }
        for round in 1...rounds {
            let child = Fork.fork()
            if child == 0 { beChild(id, registry, member) }
            var status: Int32 = 0
            waitpid(child, &status, 0)
            guard status == 0 else { Worker.fail("the child of round \(round) ended with \(status)") }
            additions.add(1, ordering: .relaxed)
        }
        isDone.store(true, ordering: .relaxed)
        for _ in calls { threads.wait() }
        Worker.say("badge \(additions.load(ordering: .relaxed))")
    }

    private static func add(to id: AppID, in registry: Registry) throws {
        try registry.addToBadge(1, of: id)
        additions.add(1, ordering: .relaxed)
    }

    /// Calls on a new thread until the last round is over.
    private static func start(_ call: @escaping @Sendable () throws -> Void, _ end: DispatchSemaphore) {
        Thread.detachNewThread {
            do {
                // The pauses let the child have the group's lock, too.
                while !isDone.load(ordering: .relaxed) {
                    try call()
                    usleep(.random(in: 0...500))
                }
            } catch {
                Worker.fail("\(error)")
            }
            end.signal()
        }
    }

    private static func beChild(_ id: AppID, _ registry: Registry, _ member: Member) -> Never {
        alarm(longestWait)
        do {
            _ = try Registry(group: Worker.group).apps(order: .name)
            member.setField("child", to: .integer(Int64(getpid())))
            try registry.addToBadge(1, of: id)
        } catch {
            Worker.fail("\(error)")
        }
        _exit(0)
    }
}
