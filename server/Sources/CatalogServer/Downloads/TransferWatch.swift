import ServiceLifecycle

/// Looks after ``Transfers`` while the server runs: at each change of what users may have, and now and then at their pace.
struct TransferWatch: Service {
    let transfers: Transfers
    let generations: GenerationNotifier

    static let interval = Duration.seconds(2)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask {
                    for await generation in generations.changes() { await transfers.check(in: generation) }
                }
                group.addTask {
                    while (try? await Task.sleep(for: Self.interval)) != nil {
                        await transfers.checkPace(at: ContinuousClock.now)
                    }
                }
            }
        }
    }
}
