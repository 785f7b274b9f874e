import Logging
import ServerTestSupport
import ServiceLifecycle
import TestSupport
import Testing

@testable import Serving

@Suite("What the log says when a server does not stop in time")
struct ShutdownBoundTests {
    /// Goes on until it is canceled.
    private struct Stubborn: Service {
        let whenTold: AsyncStream<Void>.Continuation
        let whenCanceled: @Sendable () -> Void

        func run() async throws {
            await withGracefulShutdownHandler {
                _ = try? await Task.sleep(for: .seconds(3600))
            } onGracefulShutdown: {
                whenTold.yield()
            }
            whenCanceled()
        }
    }

    /// Goes on even after it is canceled.
    private struct Stuck: Service {
        let whenTold: AsyncStream<Void>.Continuation
        let end: Task<Void, Never>

        func run() async throws {
            await withGracefulShutdownHandler {
                await end.value
            } onGracefulShutdown: {
                whenTold.yield()
            }
        }
    }

    @Test func `If an application does not even end when it is canceled, the log says that requests are cut off`()
        async throws
    {
        let lines = Guarded<[String]>([])
        let bound = ShutdownBound(patience: 1_000_000, connections: ConnectionTally(), logger: Logger(into: lines))
        let (told, whenTold) = AsyncStream<Void>.makeStream()
        let (ending, whenEnding) = AsyncStream<Void>.makeStream()
        let application = Stuck(whenTold: whenTold, end: Task { for await _ in ending {} })
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [bound.watching(application), bound], logger: Logger(label: "group")))
        await group.triggerGracefulShutdown()
        let running = Task { try? await group.run() }
        _ = await told.first { _ in true }
        bound.reportCut(isStuck: true)
        #expect(lines.value.isEmpty)
        running.cancel()
        bound.reportCut(isStuck: true)
        #expect(lines.value.contains { $0.contains("Some requests are cut off") }, "\(lines.value)")
        whenEnding.finish()
        _ = await running.value
    }

    @Test(arguments: [true, false])
    func `An application that does not end in time cuts off requests only if one loses its answer`(losesAnswer: Bool)
        async throws
    {
        let lines = Guarded<[String]>([])
        let connections = ConnectionTally()
        // A client that hung up long before.
        connections.loseAnswer()
        // The thread that would end the process never gets there.
        let bound = ShutdownBound(patience: 1_000_000, connections: connections, logger: Logger(into: lines))
        let (told, whenTold) = AsyncStream<Void>.makeStream()
        let application = Stubborn(whenTold: whenTold) { if losesAnswer { connections.loseAnswer() } }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [bound.watching(application), bound], logger: Logger(label: "group")))
        await group.triggerGracefulShutdown()
        let running = Task { try? await group.run() }
        _ = await told.first { _ in true }
        running.cancel()
        _ = await running.value
        bound.reportCut()
        #expect(lines.value.contains { $0.contains("Some requests are cut off") } == losesAnswer, "\(lines.value)")
    }
}
