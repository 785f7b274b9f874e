import Foundation
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

/// What commands ask on a terminal.
extension CommandTests {
    /// Runs a command in a terminal, and types a line.
    ///
    /// - Parameter starter: A command that starts the program.
    private func onTerminal(
        _ words: String, typing line: String, in folder: TemporaryFolder, by starter: String = ""
    ) async throws -> Finished {
        let command = "\(starter) \(ServerProcess.program) \(words) --data '\(folder.path)/data'"
        let script = "echo \(line) | script -q -e -c \"\(command)\" /dev/null"
        return try await Finished.run(
            ["/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin", "TERM": "xterm"])
    }

    @Test(arguments: [
        ("user remove ben", "Remove ben (user)"), ("session end ben", "End all sessions of ben"),
    ])
    func `On a terminal, a user or all of their sessions are removed only after a yes`(
        _ words: String, _ question: String
    ) async throws {
        let folder = try await makeCatalog()
        _ = try await StoreFixture.logIn("ben", role: .user, in: folder)
        func sessions() async throws -> Int {
            try await ServerProcess.command(in: folder, "session", "list", "ben", "--format", "tsv").output.split(
                separator: "\n"
            ).count
        }
        let refused = try await onTerminal(words, typing: "n", in: folder)
        #expect(refused.status == 64 && refused.output.contains(question), "\(refused)")
        #expect(try await sessions() == 1)
        #expect(try await onTerminal(words, typing: "y", in: folder).status == 0)
        #expect(try await sessions() == 0)
    }

    @Test func `On a terminal, packages that may be those of another catalog are adopted only after a yes`()
        async throws
    {
        let (folder, other) = (try await makeCatalog(), try await makeCatalog())
        let package = try SamplePackage("1.0", group: nil, in: folder)
        #expect(try await ServerProcess.command(in: folder, "package", "publish", package.path).status == 0)
        let place = "\(folder.path)/data/blobs"
        let (words, blobs) = ("package adopt --blobs '\(place)'", DiskBlobStore(reading: place))
        // The second time, as after an older release.
        for question in ["belongs to the catalog", "has packages and names no catalog"] {
            let before = try await blobs.owner()
            let refused = try await onTerminal(words, typing: "n", in: other)
            #expect(refused.status == 64 && refused.output.contains(question), "\(refused)")
            #expect(try await blobs.owner() == before)
            #expect(try await onTerminal(words, typing: "y", in: other).status == 0)
            #expect(try await blobs.owner() != before)
            try FileManager.default.removeItem(atPath: "\(place)/catalog-owner")
        }
        let empty = try await onTerminal("package adopt", typing: "n", in: other)
        #expect(empty.status == 0 && !empty.output.contains("?"), "\(empty)")
    }

    @Test func `Removing a user needs --yes on a terminal that does not control the command`() async throws {
        let folder = try await makeCatalog()
        _ = try await StoreFixture.logIn("ben", role: .user, in: folder)
        for (option, status) in [("", Int32(64)), ("--yes", 0)] {
            let done = try await onTerminal("user remove ben \(option)", typing: "y", in: folder, by: "setsid -w")
            #expect(done.status == status && !done.output.contains("?"), "\(done)")
            #expect(done.output.contains("add --yes") == option.isEmpty, "\(done)")
        }
    }

    @Test func `On a terminal, a release or a team is removed only after a yes, an empty team at once`() async throws {
        let folder = try await makeCatalog()
        func run(_ words: String...) async throws -> Finished {
            let finished = try await ServerProcess.command(in: folder, words)
            #expect(finished.status == 0, "\(finished)")
            return finished
        }
        _ = try await run("package", "publish", SamplePackage("1.0", group: nil, in: folder).path)
        _ = try await run("team", "add", "sales", "root")
        _ = try await run("grant", "add", "*", "team:sales")
        _ = try await run("team", "add", "empty")
        for (words, question, list) in [
            ("package remove org.example.rooms 1.0", "Remove org.example.rooms 1.0 for", "package"),
            ("team remove sales", "Remove the team sales with 1 member and 1 grant?", "team"),
        ] {
            let before = try await run(list, "list").output
            let refused = try await onTerminal(words, typing: "n", in: folder)
            #expect(refused.status == 64 && refused.output.contains(question), "\(refused)")
            #expect(try await run(list, "list").output == before)
            #expect(try await onTerminal(words, typing: "y", in: folder).status == 0)
            #expect(try await run(list, "list").output != before)
        }
        let unasked = try await onTerminal("team remove empty", typing: "n", in: folder)
        #expect(unasked.status == 0 && !unasked.output.contains("?"), "\(unasked)")
    }

    @Test(
        arguments: [("remove", "user", []), ("end", "session", []), ("remove", "user", ["--yes"])]
            as [(String, String, [String])])
    func `Without a terminal, nobody is asked before a user or their sessions are removed`(
        _ verb: String, _ noun: String, _ options: [String]
    ) async throws {
        let folder = try await makeCatalog()
        _ = try await StoreFixture.logIn("ben", role: .user, in: folder)
        let done = try await ServerProcess.command(in: folder, [noun, verb, "ben"] + options)
        #expect(done.status == 0 && !done.errors.contains("?"), "\(done)")
    }

    private struct Given: Encodable {
        let words: [String]
        let typed: [UInt8]
    }

    private struct Outcome: Decodable {
        let wasShown: Bool
        let isShown: Bool
        let status: Int32
        let said: String
    }

    @Test(
        arguments: [["user", "add", "x"], ["init", "--group", "com.example.tools"]],
        [([0x61, 0x03], "No password was typed"), ([0x61, 0xE9, 0x0A], "The password is not UTF-8")]
            as [(typed: [UInt8], reason: String)])
    func `Ctrl-C or bytes that are not UTF-8 at a password prompt turn the terminal's echo back on and add nothing`(
        _ command: [String], _ answer: (typed: [UInt8], reason: String)
    ) async throws {
        let isNew = command.first == "init"
        let folder = try await isNew ? TemporaryFolder() : makeCatalog()
        let program = """
            import fcntl, os, pty, subprocess, termios, time
            terminal, side = pty.openpty()
            def shows(): return bool(termios.tcgetattr(side)[3] & termios.ECHO)
            process = subprocess.Popen(given["words"], stdin=side, stdout=side, stderr=side, start_new_session=True,
                preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
            for _ in range(6000):
                if not shows(): break
                time.sleep(0.05)
            shown = shows()
            os.write(terminal, bytes(given["typed"]))
            answer = {"wasShown": shown, "status": process.wait(600), "isShown": shows()}
            os.close(side)
            said = b""
            try:
                while piece := os.read(terminal, 4096): said += piece
            except OSError: pass
            answer["said"] = said.decode()
            """
        let words = [ServerProcess.program] + command + ["--data", "\(folder.path)/data"]
        let outcome: Outcome = try await Python.run(program, given: Given(words: words, typed: answer.typed))
        #expect(!outcome.wasShown && outcome.isShown && outcome.status == 65, "\(outcome)")
        #expect(outcome.said.contains(answer.reason), "\(outcome)")
        let users = try await ServerProcess.command(in: folder, "user", "list", "--format", "tsv")
        #expect(users.output.split(separator: "\n").count == (isNew ? 0 : 1))
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/data") != isNew)
    }
}
