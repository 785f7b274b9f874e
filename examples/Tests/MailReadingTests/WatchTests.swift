import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import MailReading

@Suite("inbox watch", .timeLimit(.minutes(20)))
struct WatchTests {
    @Test("inbox watch prints a line at once, and another whenever the number of unread messages changes")
    func printsChanges() throws {
        let mail = try TemporaryMaildir()
        let inbox = Program(executable: Program.built("inbox"), environment: mail.environment)
        #expect(try inbox("maildir", mail.url.path).status == 0)

        var lines = LineReader(process: try inbox.start(["watch"], keeping: mail))

        #expect(try lines.next() == "nothing unread")
        try mail.deliver(from: "Ada <ada@example.org>", "x", as: "tmp/1.a")
        try rename("tmp/1.a", to: "new/1.a", in: mail)
        #expect(try lines.next() == "1 unread, the newest from Ada")
        // A message that is moved and flagged, but still unread, causes no line.
        try rename("new/1.a", to: "cur/1.a:2,F", in: mail)
        try mail.deliver(from: "Bob <bob@example.org>", "y", as: "tmp/2.b")
        try rename("tmp/2.b", to: "new/2.b", in: mail)
        #expect(try lines.next() == "2 unread, the newest from Bob")
        #expect(try inbox("read", "1", "2").status == 0)
        #expect(try ["1 unread, the newest from Ada", "nothing unread"].contains(lines.next()))
    }

    @Test(
        "A change that the system doesn't tell shows in the times of the folders",
        arguments: ["new/1.a", "cur/1.a:2,S"])
    func noticesTimes(name: String) throws {
        let mail = try TemporaryMaildir()
        for folder in ["new", "cur"] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
                ofItemAtPath: mail.url.appending(path: folder).path)
        }
        var watch = MaildirWatch(try mail.maildir)
        var seen = [watch.hasChanged]
        try mail.deliver("x", as: name)
        seen.append(watch.hasChanged)
        watch.wait()
        seen.append(watch.hasChanged)
        #expect(seen == [false, true, false])
    }

    private func rename(_ name: String, to newName: String, in mail: TemporaryMaildir) throws {
        try FileManager.default.moveItem(at: mail.url.appending(path: name), to: mail.url.appending(path: newName))
    }
}

/// Reads the lines of a running process one after another.
private struct LineReader {
    let process: RunningProcess
    private var count = 0

    init(process: RunningProcess) { self.process = process }

    mutating func next() throws -> String {
        count += 1
        let ends = { [process, count] in process.output.count { $0 == "\n" } >= count }
        _ = blockUntil { ends() || !process.isRunning }
        try #require(ends(), "The process has ended.")
        return String(process.output.split(separator: "\n", omittingEmptySubsequences: false)[count - 1])
    }
}
