import AppGroup
import Foundation
import TestSupport
import Testing
import ToolProgram

@testable import rooms

@Suite("The rest that a server asks for")
struct BackOffTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("rest") }

    /// What a process finds at a time in milliseconds.
    private func backOff(at time: Int64, host: String = "mail.example.com") -> BackOff {
        BackOff(folder: folder.path, host: host) { Timestamp(milliseconds: time) }
    }

    @Test("A server is left alone until its rest is over, and other servers are not")
    func ends() throws {
        try backOff(at: 1_000_000).begin(milliseconds: 3000)
        #expect([1_000_000, 1_002_999, 1_003_000].map { backOff(at: $0).remaining() } == [3000, 1, 0])
        #expect(backOff(at: 1_000_000, host: "other.example.com").remaining() == 0)
    }

    @Test("A shorter rest leaves a longer one in force, and no rest is longer than an hour")
    func longest() throws {
        try backOff(at: 0).begin(milliseconds: 5000)
        try backOff(at: 1000).begin(milliseconds: 3999)
        #expect(backOff(at: 1000).remaining() == 4000)
        try backOff(at: 1000).begin(milliseconds: .max)
        #expect(backOff(at: 1000).remaining() == 3_600_000)
    }

    @Test("A rest that would last longer than an hour, because the clock was set back, is ignored")
    func clockSetBack() throws {
        try backOff(at: 10_000_000).begin(milliseconds: 3000)
        #expect(backOff(at: 6_403_000).remaining() == 3_600_000)
        #expect(backOff(at: 6_402_999).remaining() == 0)
    }

    @Test(
        "A damaged file with the time until which the server wants no requests is ignored",
        arguments: ["\(Int64.min)", "\(Int64.max)", "x", ""])
    func damaged(note: String) throws {
        try Data("\(note) mail.example.com".utf8).write(to: folder.url.appending(path: "rest"))
        #expect(backOff(at: 1_000_000).remaining() == 0)
    }

    @Test("A wait for the end of a rest ends at once, with status 75, if it would be too long or the task is canceled")
    func endsEarly() async throws {
        for (rest, isCanceled) in [(BackOff.patience + 1, false), (BackOff.patience, true)] {
            let backOff = backOff(at: 0)
            try backOff.begin(milliseconds: rest)
            let wait = Task {
                var waited: Int64 = 0
                try await backOff.waitForEnd(waited: &waited)
            }
            if isCanceled { wait.cancel() }
            let error = await #expect(throws: ToolError.self) { try await wait.value }
            #expect(error?.kind == .busy && error?.description.contains("canceled") == isCanceled)
            try BackOff.forget(in: folder.path)
        }
    }
}
