import Foundation
import TestSupport
import Testing
import ToolDatabase

@testable import fund

@Suite("Updates at the same time")
struct SharedUpdateTests {
    private let anna: Investor
    private let server: FeedServer

    init() async throws {
        anna = try Investor()
        server = try await FeedServer()
    }

    private typealias Item = FeedServer.Item

    /// Starts an update with `first` and, while it waits for a server that pauses, another one with `second`.
    ///
    /// - Returns: Both; the second one waits for the first.
    private func startTwice(_ first: [String], _ second: [String]) async throws -> (RunningProcess, RunningProcess) {
        let update = try anna.start(["news", "update", "--timeout", "600"] + first)
        #expect(try await comesTrue { try server.requests.count == 1 })
        let other = try anna.start(["news", "update"] + second)
        _ = await comesTrue { other.errors.contains("waiting") || !other.isRunning }
        try #require(other.errors.contains("waiting"), "\(other.errors)")
        return (update, other)
    }

    @Test("Two updates at once share one result")
    func shared() async throws {
        try server.put([Item(guid: "1", title: "One")])
        try server.behave(200, pause: 600)
        try await anna.follow(["feed.xml"], of: server)
        let (first, second) = try await startTwice(["--now"], ["--now", "--format", "tsv"])
        try server.go()
        let results = [try await first.result(), try await second.result()]
        #expect(results.allSatisfy { $0.ending == .exit(0) })
        #expect(results[1].output.contains("One"))
        #expect(try server.requests.count == 1)
    }

    /// The results of an update and of another one, which waits for it.
    private func updateTwice(_ more: String...) async throws -> [RunningProcess.Result] {
        let (first, second) = try await startTwice([], more)
        try server.go()
        return [try await first.result(), try await second.result()]
    }

    /// Notes that the last try to fetch a feed has failed a minute ago.
    private func noteFailure(of title: String) throws {
        let database = try Database(path: "\(Store.folder(in: anna.root.path))/store.sqlite")
        try database.run(
            "UPDATE feeds SET checked = unixepoch() - 60, due = unixepoch() + 3600, problem = 'broken' WHERE title = ?",
            .text(title))
    }

    @Test("Two updates at once share their failures, but not those of feeds that were not due")
    func sharedFailures() async throws {
        try server.behave(404, pause: 600, for: "missing.xml")
        try await anna.follow(["feed.xml", "missing.xml"], of: server)
        try noteFailure(of: "feed.xml")
        for result in try await updateTwice() {
            #expect(result.ending == .exit(66), "\(result.errors)")
            #expect(result.errors.contains("1 feed failed, 1 feed not due yet"), "\(result.errors)")
            #expect(result.errors.contains("missing.xml: ") && !result.errors.contains("broken"), "\(result.errors)")
        }
    }

    @Test("An update of all feeds fetches them after it has waited for one that left some out")
    func sharedInPart() async throws {
        try server.put([Item(guid: "1", title: "One")])
        try server.put([Item(guid: "2", title: "Two")], as: "slow.xml")
        try server.behave(200, pause: 600, for: "slow.xml")
        try await anna.follow(["feed.xml", "slow.xml"], of: server)
        try noteFailure(of: "feed.xml")
        #expect(try await updateTwice("--now").allSatisfy { $0.ending == .exit(0) })
        #expect(Set(try await anna.records("news", "list").map { $0[4] }) == ["One", "Two"])
    }

    @Test("The result of an update is not taken for that of a later one of an earlier version, which records none")
    func unrecordedResult() throws {
        let store = try Store(root: anna.root.path)
        #expect(try store.updateResult() == nil)
        try store.countUpdate(result: "some news", at: .now)
        #expect(try store.updateResult() == "some news")
        try store.set(.updates, to: "\(store.updates() + 1)")
        #expect(try store.updateResult() == nil)
    }

    @Test("If the update that another one waits for is killed, the other one does the work")
    func killedPartner() async throws {
        try server.put([Item(guid: "1", title: "One")])
        try server.behave(200, pause: 600)
        try await anna.follow(["feed.xml"], of: server)
        let (first, second) = try await startTwice(["--now"], ["--now"])
        try server.behave(200)
        first.send(SIGKILL)
        #expect(try await second.result().ending == .exit(0))
        #expect(try await anna.records("news", "list").count == 1)
    }
}
