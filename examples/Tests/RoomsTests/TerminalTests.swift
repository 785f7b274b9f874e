import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// What rooms asks if there is a terminal to ask on.
@Suite("rooms on a terminal")
struct TerminalTests {
    private let worker: Worker
    private let server: ExchangeServer

    init() throws {
        worker = try Worker(["TZ": "Europe/Berlin"])
        server = try ExchangeServer()
        try worker.login(server)
    }

    /// The next day on which clocks in Berlin are set back: the last Sunday of October.
    private var day: String {
        get throws {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
            let year = calendar.component(.year, from: Date())
            for year in [year, year + 1] {
                let last = try #require(calendar.date(from: DateComponents(year: year, month: 10, day: 31, hour: 12)))
                let weekday = calendar.component(.weekday, from: last)
                let sunday = try #require(calendar.date(byAdding: .day, value: 1 - weekday, to: last))
                if sunday > Date() + 86_400 {
                    return "\(year)-10-\(calendar.component(.day, from: sunday))"
                }
            }
            throw CocoaError(.featureUnsupported)
        }
    }

    @Test(
        "A time that comes twice is asked about, by number or by offset",
        arguments: [("1", "+02:00"), ("2", "+01:00"), ("+02:00", "+02:00"), ("+01:00", "+01:00")])
    func twice(answer: String, offset: String) throws {
        let time = "\(try day)T02:30"
        let words = ["free", "--for", "30m", "--format", "tsv", "--at"]
        let asked = try worker.onTerminal(words + [time], asked: "1 (+02:00) or 2 (+01:00)?", typing: answer + "\n")
        let said = try worker.rooms.run(words + [time + offset])
        #expect(asked.status == 0 && said.status == 0, "\(asked.output)")
        // The lines have the times with their offsets. A terminal adds a return to each.
        #expect(!said.output.isEmpty && asked.output.replacing("\r\n", with: "\n").hasSuffix(said.output))
    }

    @Test("Any other answer to that, and no terminal, end with status 65 and name both times")
    func twiceUnanswered() throws {
        let time = "\(try day)T02:30"
        let unclear = try worker.onTerminal(["free", "--at", time], asked: "or 2 (+01:00)?", typing: "both\n")
        #expect(unclear.status == 65 && unclear.output.contains("\(time)+02:00 or \(time)+01:00"), "\(unclear.output)")
        let alone = try worker.rooms("free", "--at", time)
        #expect(alone.status == 65 && alone.errors.contains("\(time)+02:00 or \(time)+01:00"))
    }

    @Test("rooms watch asks for a password that the user types once, not at each interval")
    func watchAsksOnce() async throws {
        let (worker, server) = (worker, server)
        let login = try await onThread {
            try worker.onTerminal(
                [
                    "login", "--mail", "anna@example.com", "--server", server.address, "--ca-file", server.certificate,
                    "--user", "EXAMPLE\\anna",
                ], asked: "Password of", typing: "Пароль1\n")
        }
        try #require(login.status == 0, "\(login.output)")
        // If it asked again, nobody would answer, so nothing here waits for its end without a limit.
        let watch = Task {
            try await onThread {
                try worker.onTerminal(["watch", "--every", "1s"], asked: "Password of", typing: "Пароль1\n")
            }
        }
        try #require(
            await comesTrue(within: .seconds(120)) {
                (try? server.requests.count { $0.operation == "FindItem" }) ?? 0 >= 3
            })
        // Without an account, it ends.
        try await onThread { _ = try worker.rooms("logout", "--yes") }
        let result = try await watch.value
        #expect(result.output.components(separatedBy: "Password of").count == 2, "\(result.output)")
    }

    @Test("A process that waits for its password keeps no other one from the server")
    func waitsAlone() throws {
        let (asked, password) = (
            worker.home.appending(path: "asked").path, worker.home.appending(path: "password").path
        )
        // The first process after the login waits in this command, as it would at a question.
        let command =
            "mkdir '\(asked)' 2>/dev/null && while [ -e '\(password)' ]; do sleep 0.1; done; cat '\(password)'"
        try FileManager.default.createDirectory(atPath: asked, withIntermediateDirectories: false)
        try worker.login(server, "--password-command", command)
        try FileManager.default.removeItem(atPath: asked)
        let waiting = try worker.rooms.start(["sync"])
        #expect(blockUntil { FileManager.default.fileExists(atPath: asked) })
        let result = try worker.rooms("sync")
        #expect(result.status == 0 && !result.errors.contains("waiting for it"), "\(result)")
        #expect(waiting.isRunning)
        // The command that it started ends then, too, and closes its output.
        try FileManager.default.removeItem(atPath: password)
        waiting.kill()
    }

    @Test("logout asks, and erases nothing unless the answer is yes")
    func logout() throws {
        let kept = try worker.onTerminal(["logout"], asked: "Erase everything", typing: "n\n")
        #expect(kept.status == 64 && kept.output.contains("Nothing was erased."), "\(kept.output)")
        #expect(try String(contentsOf: worker.state, encoding: .utf8).contains("anna@example.com"))
        let erased = try worker.onTerminal(["logout"], asked: "Erase everything", typing: "y\n")
        #expect(erased.status == 0, "\(erased.output)")
        #expect(try !String(contentsOf: worker.state, encoding: .utf8).contains("anna@example.com"))
    }
}
