import NIOCore
import NIOEmbedded
import NIOPosix
import Serving
import TestSupport
import Testing

@testable import Accounts

@Suite("The uploads and downloads in progress")
struct RunningTransfersTests {
    private let notifier = ChangeNotifier<LoginChanges>(Generation(rawValue: 0))
    private let transfers: RunningTransfers<LoginChanges>
    private let ada = AccountID(rawValue: 1)

    init() { transfers = RunningTransfers(changes: notifier) }

    /// If the database is away, each answer takes as long as its patience.
    @Test func `After a change, no transfer waits for the answer about another one`() async throws {
        let (channels, asked) = ((0..<4).map { _ in NIOAsyncTestingChannel() }, Guarded(0))
        let right = RunningTransfers<LoginChanges>.Right(user: ada, session: nil) { [count = channels.count] in
            asked.withLock { $0 += 1 }
            return await comesTrue(within: .seconds(30)) { asked.value == count }
        }
        for channel in channels { _ = try await transfers.begin(on: channel, since: notifier.current, right: right) }
        notifier.note([.account(of: ada)])
        await transfers.check()
        for channel in channels { #expect(try await !Self.wasCut(channel)) }
        #expect(asked.value == channels.count)
    }

    @Test func `After a change, only some transfers are asked about at a time`() async throws {
        let (channels, running) = ((0..<200).map { _ in NIOAsyncTestingChannel() }, Guarded((now: 0, most: 0)))
        let right = RunningTransfers<LoginChanges>.Right(user: ada, session: nil) {
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            try await Task.sleep(for: .milliseconds(100))
            running.withLock { $0.now -= 1 }
            return true
        }
        for channel in channels { _ = try await transfers.begin(on: channel, since: notifier.current, right: right) }
        notifier.note([.account(of: ada)])
        await transfers.check()
        for channel in channels { #expect(try await !Self.wasCut(channel)) }
        #expect(running.value.most <= 64)
    }

    @Test func `If one transfer can't be asked about, all are cut, and the others cost no time`() async throws {
        let (channels, asked) = ((0..<200).map { _ in NIOAsyncTestingChannel() }, Guarded(0))
        let right = RunningTransfers<LoginChanges>.Right(user: ada, session: nil) {
            asked.withLock { $0 += 1 }
            throw ServiceError.sessionEnded
        }
        for channel in channels { _ = try await transfers.begin(on: channel, since: notifier.current, right: right) }
        notifier.note([.account(of: ada)])
        await transfers.check()
        for channel in channels { #expect(try await Self.wasCut(channel)) }
        #expect(asked.value <= 64)
    }

    @Test func `After a change, only transfers that may not go on are cut`() async throws {
        let (ended, other) = (NIOAsyncTestingChannel(), NIOAsyncTestingChannel())
        for (channel, goesOn) in [(ended, false), (other, true)] {
            _ = try await transfers.begin(
                on: channel, since: notifier.current, right: .init(user: ada, session: nil) { goesOn })
        }
        notifier.note([.account(of: ada)])
        await transfers.check()
        #expect(try await Self.wasCut(ended))
        #expect(try await !Self.wasCut(other))
    }

    /// No channel without a socket says how many bytes have moved, and on macOS, none does.
    @Test func `A transfer whose progress is unknown is not cut for another one of its name`() async throws {
        let channel = NIOAsyncTestingChannel()
        _ = try await transfers.begin(
            on: channel, named: "a file", since: notifier.current, right: .init(user: ada, session: nil) { true })
        #expect(try await !transfers.endStill(named: "a file"))
        #expect(try await !Self.wasCut(channel))
    }

    @Test func `A transfer goes on if the request that waits for its progress is canceled`() async throws {
        let threads = MultiThreadedEventLoopGroup.singleton
        let server = try await ServerBootstrap(group: threads).bind(host: "127.0.0.1", port: 0).get()
        let channel = try await ClientBootstrap(group: threads).connect(to: #require(server.localAddress)).get()
        _ = try await transfers.begin(
            on: channel, named: "a file", since: notifier.current, right: .init(user: ada, session: nil) { true })
        let request = Task { [transfers] in try await transfers.endStill(named: "a file") }
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.value }
        // What was cut is closed by now: the event loop does one thing after the other.
        #expect(try await channel.eventLoop.submit { channel.isActive }.get())
        try await channel.close()
        try await server.close()
    }

    /// Closes a channel.
    ///
    /// - Returns: Whether it was closed before.
    private static func wasCut(_ channel: NIOAsyncTestingChannel) async throws -> Bool {
        do {
            _ = try await channel.finish()
            return false
        } catch let error as ChannelError where error == .alreadyClosed {
            _ = try await channel.finish(acceptAlreadyClosed: true)
            return true
        }
    }
}
