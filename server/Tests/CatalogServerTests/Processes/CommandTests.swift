import AppCatalog
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

/// What the commands print and leave behind. Each test has its own catalog.
struct CommandTests {
    /// A catalog with one administrator.
    private func makeCatalog() async throws -> BlobFolder {
        let folder = try BlobFolder()
        _ = try await StoreFixture.logIn("root", role: .administrator, in: folder)
        return folder
    }

    @Test func `Withdrawing a release needs a reason, and the release can be restored`() async throws {
        let folder = try await makeCatalog()
        let package = try SamplePackage("1.0", group: nil, in: folder)
        let published = try await ServerProcess.command(in: folder, "package", "publish", package.path)
        try #require(published.status == 0, "\(published)")
        func state() async throws -> String {
            let shown = try await ServerProcess.command(
                in: folder, "package", "show", "org.example.rooms", "--format", "tsv")
            return shown.output.split(separator: "\t", omittingEmptySubsequences: false).dropFirst(5).first.map(
                String.init) ?? shown.errors
        }
        let withdraw = ["package", "withdraw", "org.example.rooms", "1.0", "--reason"]
        let empty = try await ServerProcess.command(in: folder, withdraw + [""])
        #expect(empty.status == 65 && empty.errors.contains("Say why"), "\(empty)")
        #expect(try await state() == "offered")
        #expect(try await ServerProcess.command(in: folder, withdraw + ["Loses data."]).status == 0)
        #expect(try await state() == "withdrawn: Loses data.")
        #expect(try await ServerProcess.command(in: folder, withdraw + [""]).status == 65)
        #expect(try await state() == "withdrawn: Loses data.")
        let again = try await ServerProcess.command(in: folder, "package", "publish", package.path)
        #expect(again.errors.contains("Loses data."), "\(again)")
        #expect(
            try await ServerProcess.command(in: folder, "package", "restore", "org.example.rooms", "1.0").status == 0)
        #expect(try await state() == "offered")
    }

    @Test func `A server that can't listen reports the address and the reason`() async throws {
        let folder = try BlobFolder()
        let server = try await ServerProcess(in: folder)
        let others = try BlobFolder()
        func serve(_ options: String...) async throws -> Finished {
            try await ServerProcess.command(in: others, ["serve", "--group", "com.example.tools"] + options)
        }
        let taken = try await serve("--port", "\(server.port)")
        #expect(taken.status == 75 && taken.errors.contains("listens on port \(server.port) of 127.0.0.1"), "\(taken)")
        // No machine has this address: it is reserved for documentation (RFC 5737).
        let foreign = try await serve("--host", "192.0.2.1", "--port", "0")
        #expect(foreign.status == 78 && foreign.errors.contains("no address 192.0.2.1"), "\(foreign)")
        let unknown = try await serve("--host", "no.such.host.invalid", "--port", "0")
        #expect(unknown.status == 78 && unknown.errors.contains("no host no.such.host.invalid"), "\(unknown)")
    }

    @Test func `A failed backup names the copy in its message and leaves no file behind`() async throws {
        let folder = try await makeCatalog()
        let elsewhere = try await ServerProcess.command(in: folder, "backup", "/nonexistent/x.sqlite")
        #expect(elsewhere.status == 77 && elsewhere.errors.contains("The copy /nonexistent/x.sqlite"), "\(elsewhere)")
        let copies = try BlobFolder()
        let copy = "\(copies.path)/x.sqlite"
        let words = [ServerProcess.program, "backup", copy, "--data", "\(folder.path)/data"]
        let limited = try await Finished.run(["/usr/bin/prlimit", "--fsize=40000:", "--"] + words)
        #expect(limited.status == 74 && limited.errors.contains(copy), "\(limited)")
        #expect(!limited.errors.contains(SQLiteCatalogStore.fileName))
        #expect(try copies.files().isEmpty)
        let made = try await Finished.run(words)
        #expect(made.status == 0, "\(made)")
        #expect(try copies.files() == ["x.sqlite": 0o600])
        let check = try await Finished.run(["/usr/bin/sqlite3", copy, "PRAGMA integrity_check; SELECT name FROM user"])
        #expect(check.output == "ok\nroot\n")
    }

    @Test func `An uploads folder that can't be used is named in the message`() async throws {
        let folder = try await makeCatalog()
        let package = try SamplePackage(group: nil, in: folder)
        _ = try folder.write("data/uploads", [])
        let refused = try await ServerProcess.command(in: folder, "package", "publish", package.path)
        #expect(refused.status == 74, "\(refused)")
        #expect(refused.errors.hasPrefix("catalog-server: \(folder.path)/data/uploads cannot be used"), "\(refused)")
    }

    private struct Given: Encodable {
        let words: [String]
    }

    private struct Outcome: Decodable {
        let wasShown: Bool
        let isShown: Bool
        let status: Int32
    }

    @Test func `Ctrl-C at a password prompt turns the terminal's echo back on and adds no user`() async throws {
        let folder = try await makeCatalog()
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
            os.write(terminal, b"abc\\x03")
            answer = {"wasShown": shown, "status": process.wait(600), "isShown": shows()}
            """
        let words = [ServerProcess.program, "user", "add", "x", "--data", "\(folder.path)/data"]
        let outcome: Outcome = try await Python.run(program, given: Given(words: words))
        #expect(!outcome.wasShown && outcome.isShown && outcome.status == 65, "\(outcome)")
        let users = try await ServerProcess.command(in: folder, "user", "list", "--format", "tsv")
        #expect(users.output.split(separator: "\n").count == 1)
    }
}
