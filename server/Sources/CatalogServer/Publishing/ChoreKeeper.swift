import AppGroupCrypto
import Logging
import ServiceLifecycle
import Serving

/// Does a chore whenever it is due and no other server is doing it. If the server that is doing it dies, another one takes over.
struct ChoreKeeper: Service {
    let chore: Chore
    let store: any ChoreStore
    let logger: Logger
    var terms = ChoreTerms.standard
    let work: @Sendable () async throws -> Void

    func run() async throws {
        // Another process with this number, or this one after a restart, is somebody else.
        let holder = SecureRandom.bytes(16).hexadecimal
        var logger = logger
        logger[metadataKey: "chore"] = "\(chore.name)"
        // Two logs: whether the chore can be done is not known again before it is due at this server.
        let beginnings = OutageLog(logger, broken: "A chore can't be begun", mended: "A chore can be begun again")
        let works = OutageLog(logger, broken: "A chore can't be done", mended: "A chore is done again")
        await cancelWhenGracefulShutdown { [logger] in
            await repeating(every: terms.interval) {
                let isBegun = await beginnings.attempt {
                    try await store.beginChore(chore, by: holder, for: terms.lease)
                }
                guard isBegun == true else { return }
                logger.debug("Beginning a chore")
                await works.attempt { try await work(by: holder) }
            }
        }
    }

    /// Works, and says all the while that this server is alive.
    private func work(by holder: String) async throws {
        let outcome: Result<Void, any Error>
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    await repeating(every: terms.lease / 5, atOnce: false) {
                        _ = try? await store.keepChore(chore, by: holder, for: terms.lease)
                    }
                }
                defer { group.cancelAll() }
                try await work()
            }
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        // What failed would fail again at once, but another server can go on with what was interrupted: in a task of its own, since
        // a canceled one can't write.
        let isInterrupted = Task.isCancelled
        try await Task { try await store.endChore(chore, by: holder, isDone: !isInterrupted) }.value
        try outcome.get()
    }
}

/// How often a server looks for chores, and how long others wait for one that has died.
struct ChoreTerms: Sendable {
    /// Between two looks.
    var interval = Duration.seconds(30)
    /// After this time, a server that has not said that it is alive has lost the chore.
    var lease = Duration.seconds(60)

    static let standard = ChoreTerms()
}
