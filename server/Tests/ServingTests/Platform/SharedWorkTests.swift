import Dispatch
import TestSupport
import Testing

@testable import Serving

@Suite("Work that callers share")
struct SharedWorkTests {
    private struct Failure: Error {}

    private let reported = Guarded<[String]>([])
    private let runs = Guarded(0)
    private let work: SharedWork<String, Int>
    private let mayEnd = Guarded(false)

    init() {
        work = SharedWork { [reported] key, _ in reported.withLock { $0.append(key) } }
    }

    /// Asks for work that is held until the test lets it end, and then gives how often it was done.
    @Sendable private func ask(within patience: Duration = .seconds(600), fails: Bool = false) async throws -> Int? {
        try await work.value(of: "a file", within: patience) { [mayEnd, runs] in
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            _ = await comesTrue { mayEnd.value }
            if fails { throw Failure() }
            return run
        }
    }

    private func letEnd() { mayEnd.withLock { $0 = true } }

    /// Asks several times at once, and returns when all of them wait.
    private func waiters(_ count: Int, fails: Bool = false) async -> [Task<Int?, any Error>] {
        let tasks = (0..<count).map { _ in Task { try await ask(fails: fails) } }
        #expect(await comesTrue { work.callerCount(of: "a file") == count })
        return tasks
    }

    @Test func `Work that several callers ask for is done once, and each gets its value`() async throws {
        let tasks = await waiters(3)
        letEnd()
        for task in tasks { #expect(try await task.value == 1) }
        #expect(runs.value == 1)
    }

    @Test func `Each caller gets the error of the work, which is not reported as well`() async {
        let tasks = await waiters(2, fails: true)
        letEnd()
        for task in tasks { await #expect(throws: Failure.self) { try await task.value } }
        #expect(runs.value == 1 && reported.value.isEmpty)
    }

    @Test func `Work goes on after a caller has waited long enough, and is not started twice`() async throws {
        for _ in 1...2 { #expect(try await ask(within: .milliseconds(1)) == nil) }
        #expect(work.isRunning("a file") && work.callerCount(of: "a file") == 0)
        letEnd()
        #expect(await comesTrue { !work.isRunning("a file") })
        #expect(runs.value == 1)
    }

    @Test func `A caller who is canceled stops waiting at once, and the others get the result`() async throws {
        let tasks = await waiters(2)
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        #expect(work.callerCount(of: "a file") == 1)
        letEnd()
        #expect(try await tasks[1].value == 1)
    }

    @Test func `Work whose only caller is canceled goes on, and its error is reported`() async {
        let tasks = await waiters(1, fails: true)
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        #expect(work.isRunning("a file") && reported.value.isEmpty)
        letEnd()
        #expect(await comesTrue { reported.value == ["a file"] })
        #expect(!work.isRunning("a file"))
    }

    @Test(arguments: [false, true])
    func `An error is reported if the only caller has given up, even before that caller runs again`(
        isCanceled: Bool
    ) async throws {
        let executor = HeldExecutor()
        let caller = Task(executorPreference: executor) {
            executor.hold()
            return try await ask(within: isCanceled ? .seconds(600) : .milliseconds(1), fails: true)
        }
        #expect(await comesTrue { work.isRunning("a file") })
        if isCanceled { caller.cancel() }
        #expect(await comesTrue { work.callerCount(of: "a file") == 0 })
        letEnd()
        #expect(await comesTrue { reported.value == ["a file"] })
        executor.release()
        if isCanceled {
            await #expect(throws: CancellationError.self) { try await caller.value }
        } else {
            #expect(try await caller.value == nil)
        }
    }

    @Test(arguments: [false, true])
    func `A result is forgotten, so the next caller starts the work again`(fails: Bool) async throws {
        letEnd()
        if fails {
            await #expect(throws: Failure.self) { try await ask(fails: true) }
        } else {
            #expect(try await ask() == 1)
        }
        #expect(!work.isRunning("a file"))
        #expect(try await ask() == 2)
    }

    @Test func `The work of one key does not wait for that of another one`() async throws {
        let tasks = await waiters(1)
        #expect(try await work.value(of: "another file", within: .seconds(600)) { 7 } == 7)
        letEnd()
        #expect(try await tasks[0].value == 1)
    }
}

/// Runs a task until it is held. From then on, the task stays where it next waits, whatever happens around it.
private final class HeldExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "held executor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    func hold() { queue.suspend() }

    func release() { queue.resume() }
}
