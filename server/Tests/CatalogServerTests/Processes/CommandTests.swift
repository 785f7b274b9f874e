import AppCatalog
import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import CatalogServer

/// What the commands print and leave behind. Each test has its own catalog.
struct CommandTests {
    /// A catalog with one administrator.
    func makeCatalog() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
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
        #expect(try await ServerProcess.command(in: folder, Array(withdraw.dropLast())).status == 0)
        #expect(try await state() == "withdrawn: Loses data.")
        let again = try await ServerProcess.command(in: folder, "package", "publish", package.path)
        #expect(again.errors.contains("Loses data."), "\(again)")
        #expect(
            try await ServerProcess.command(in: folder, "package", "restore", "org.example.rooms", "1.0").status == 0)
        #expect(try await state() == "offered")
    }

    @Test func `A name that nothing has, and a mistyped command, lead to the list of those that there are`()
        async throws
    {
        let folder = try await makeCatalog()
        let cases: [([String], Int32, String)] = [
            (["user", "disable", "ben"], 66, "There is no user ben; catalog-server user list shows all."),
            (["user", "disable", "A B"], 66, "There is no user A B; catalog-server user list shows all."),
            (["team", "add-member", "sales", "root"], 64, "There is no command “team add-member”."),
            (["grant", "add", "*", "team:sales"], 66, "There is no team sales; catalog-server team list shows all."),
            (["package", "show", "org.example.no"], 66, "org.example.no; catalog-server package list shows all."),
            (
                ["pakage", "list"], 64,
                "There is no command “pakage”. Did you mean “package”? See catalog-server --help."
            ),
        ]
        for (words, status, sentence) in cases {
            let refused = try await ServerProcess.command(in: folder, words)
            #expect(refused.status == status && refused.errors.contains(sentence), "\(words): \(refused)")
        }
    }

    @Test func `A grant of a package that is not published yet is made, and says so`() async throws {
        let folder = try await makeCatalog()
        let note = "No package org.example.rooms is published yet"
        let words = ["grant", "add", "org.example.rooms", "everyone"]
        let early = try await ServerProcess.command(in: folder, words)
        #expect(early.status == 0 && early.errors.contains(note), "\(early)")
        let all = try await ServerProcess.command(in: folder, "grant", "add", "*", "everyone")
        #expect(all.status == 0 && !all.errors.contains("published yet"), "\(all)")
        let package = try SamplePackage("1.0", group: nil, in: folder)
        #expect(try await ServerProcess.command(in: folder, "package", "publish", package.path).status == 0)
        let late = try await ServerProcess.command(in: folder, words)
        #expect(late.status == 0 && !late.errors.contains("published yet"), "\(late)")
    }

    @Test func `Publishing a release that no grant covers says so, and how to grant it`() async throws {
        let folder = try await makeCatalog()
        func publish(_ version: String, _ options: String...) async throws -> String {
            let package = try SamplePackage(version, group: nil, in: folder)
            let published = try await ServerProcess.command(in: folder, ["package", "publish", package.path] + options)
            #expect(published.status == 0, "\(published)")
            return published.errors
        }
        let advice = "catalog-server grant add org.example.rooms everyone"
        #expect(try await publish("1.0").hasSuffix("\(advice)\n"))
        #expect(try await ServerProcess.command(in: folder, "grant", "add", "*", "everyone").status == 0)
        #expect(try await !publish("1.1").contains("grant"))
        let beta = try await publish("1.2", "--channel", "beta")
        #expect(beta.contains(", channel beta.\n") && beta.hasSuffix("\(advice) --channel beta\n"), "\(beta)")
        let staged = try await publish("1.3", "--rollout", "0")
        #expect(staged.contains(", channel stable, for 0 % of its users.\n"), "\(staged)")
    }

    @Test func `Granting in another channel says from which one the grant has changed`() async throws {
        let folder = try await makeCatalog()
        func grant(_ options: String...) async throws -> String {
            let granted = try await ServerProcess.command(in: folder, ["grant", "add", "*", "everyone"] + options)
            #expect(granted.status == 0, "\(granted)")
            return granted.errors
        }
        let beta = try await grant("--channel", "beta")
        #expect(beta == "catalog-server: Granted * (beta) to everyone, number 1.\n")
        let stable = try await grant()
        #expect(stable == "catalog-server: Changed the grant of * to everyone from beta to stable, number 1.\n")
        #expect(try await grant() == "catalog-server: Granted * (stable) to everyone, number 1.\n")
    }

    @Test func `Removing a grant says what it was`() async throws {
        let folder = try await makeCatalog()
        #expect(
            try await ServerProcess.command(in: folder, "grant", "add", "*", "user:root", "--channel", "beta").status
                == 0)
        let removed = try await ServerProcess.command(in: folder, "grant", "remove", "1")
        #expect(removed.errors == "catalog-server: Removed grant 1: * (beta) to user:root.\n", "\(removed)")
        #expect(try await ServerProcess.command(in: folder, "grant", "remove", "1").status == 66)
    }

    @Test func `A new catalog needs a group, and init asks for it`() async throws {
        let folder = try TemporaryFolder()
        let refused = try await ServerProcess.command(in: folder, "init")
        #expect(refused.status == 64 && refused.errors.contains("--group com.example.tools"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/data"))
    }

    @Test func `A server whose words go into the journal makes no catalog with a generated password`() async throws {
        let folder = try TemporaryFolder()
        let script = #"JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2) exec "$0" serve "$@""#
        let words = ["--group", "com.example.tools", "--data", "\(folder.path)/data", "--port", "0"]
        let refused = try await Finished.run(["/bin/sh", "-c", script, ServerProcess.program] + words)
        let advice = "sudo -u catalog-server catalog-server init --config FILE"
        #expect(refused.status == 78 && refused.errors.contains(advice), "\(refused)")
        #expect(
            !refused.errors.contains("shown only now") && !FileManager.default.fileExists(atPath: "\(folder.path)/data")
        )
    }

    @Test func `A server that can't listen reports the address and the reason`() async throws {
        let folder = try TemporaryFolder()
        let server = try await ServerProcess(in: folder)
        let others = try TemporaryFolder()
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
        let copies = try TemporaryFolder()
        let missing = "\(copies.path)/missing/x.sqlite"
        let elsewhere = try await ServerProcess.command(in: folder, "backup", missing)
        #expect(elsewhere.status == 73 && elsewhere.errors.contains("The copy \(missing)"), "\(elsewhere)")
        #expect(elsewhere.errors.contains("there is no folder \(copies.path)/missing"), "\(elsewhere)")
        let unnamed = try await ServerProcess.command(in: folder, "backup", "")
        #expect(unnamed.status == 64 && unnamed.errors.contains("Name a new file"), "\(unnamed)")
        let streamed = try await ServerProcess.command(in: folder, "backup", "-")
        #expect(streamed.status == 64 && streamed.errors.contains("name one, or ./- for this name"), "\(streamed)")
        let copy = "\(copies.path)/x.sqlite"
        let words = [ServerProcess.program, "backup", copy, "--data", "\(folder.path)/data"]
        let limited = try await Finished.run(["/usr/bin/prlimit", "--fsize=40000:", "--"] + words)
        #expect(limited.status == 74 && limited.errors.contains(copy), "\(limited)")
        #expect(!limited.errors.contains(SQLiteCatalogStore.fileName) && !limited.errors.contains("not an error"))
        #expect(try copies.files().isEmpty)
        let made = try await Finished.run(words)
        #expect(made.status == 0, "\(made)")
        #expect(try copies.files() == ["x.sqlite": 0o600])
        let check = try await Finished.run(["/usr/bin/sqlite3", copy, "PRAGMA integrity_check; SELECT name FROM user"])
        #expect(check.output == "ok\nroot\n")
    }

    @Test func `An init that is refused leaves no catalog behind`() async throws {
        let folder = try TemporaryFolder()
        let data = "\(folder.path)/data"
        let words = [ServerProcess.program, "init", "--group", "com.example.tools", "--data", data, "--password-stdin"]
        let refusals: [([String], String)] = [
            ([], "short\n"), ([], ""), (["--administrator", "A B"], "long enough\n"),
        ]
        for (more, password) in refusals {
            let refused = try Finished.run(words + more, given: password)
            #expect(refused.status == 65, "\(refused)")
            #expect(!FileManager.default.fileExists(atPath: data), "\(refused)")
        }
        let made = try Finished.run(words + ["--administrator", "ada"], given: "long enough\n")
        #expect(made.status == 0 && made.errors.contains("ada is the first administrator"), "\(made)")
        let again = try Finished.run(words + ["--administrator", "ben"], given: "long enough\n")
        #expect(again.status == 65 && again.errors.contains("already has an administrator"), "\(again)")
        let users = try await ServerProcess.command(in: folder, "user", "list", "--format", "tsv")
        #expect(users.output.split(separator: "\n").count == 1 && users.output.hasPrefix("ada\t"), "\(users)")
    }

    @Test func `A catalog with users but no enabled administrator gets one from init`() async throws {
        let folder = try TemporaryFolder()
        _ = try await StoreFixture.logIn("bob", role: .user, in: folder)
        let made = try await ServerProcess.command(
            in: folder, "init", "--group", "com.example.tools", "--administrator", "ada")
        #expect(made.status == 0 && made.errors.contains("ada is the first administrator"), "\(made)")
        let users = try await ServerProcess.command(in: folder, "user", "list", "--format", "tsv")
        #expect(users.output.contains("ada\tadministrator\tenabled"), "\(users)")
    }

    @Test func `A user who is named twice joins and leaves a team once`() async throws {
        let folder = try await makeCatalog()
        func team(_ words: String...) async throws -> Finished {
            try await ServerProcess.command(in: folder, ["team"] + words)
        }
        #expect(try await team("add", "office").status == 0)
        let joined = try await team("join", "office", "root", "root")
        #expect(joined.status == 0 && joined.errors.hasSuffix(": root joined office.\n"), "\(joined)")
        let left = try await team("leave", "office", "root", "root")
        #expect(left.status == 0 && left.errors.hasSuffix(": root left office.\n"), "\(left)")
    }

    @Test func `If one of several users can't join or leave a team, nobody does`() async throws {
        let folder = try await makeCatalog()
        func team(_ words: String...) async throws -> Finished {
            try await ServerProcess.command(in: folder, ["team"] + words)
        }
        #expect(try await team("add", "office").status == 0)
        #expect(try await team("join", "office", "root", "nobody").status == 66)
        #expect(!(try await team("list", "--format", "tsv").output.contains("root")))
        #expect(try await team("join", "office", "root").status == 0)
        #expect(try await team("leave", "office", "root", "nobody").status == 66)
        #expect(try await team("list", "--format", "tsv").output.contains("root"))
    }

    @Test func `Release notes may come from a program that is not finished yet`() async throws {
        let folder = try await makeCatalog()
        let package = try SamplePackage("1.0", group: nil, in: folder)
        let script = #"(sleep 1; echo Faster.) | "$0" package publish "$1" --notes /dev/stdin"#
        let published = try await Finished.run(
            ["/bin/sh", "-c", script, ServerProcess.program, package.path],
            environment: .plain.merging(["CATALOG_DATA": "\(folder.path)/data"]) { $1 })
        #expect(published.status == 0, "\(published)")
        let shown = try await ServerProcess.command(
            in: folder, "package", "show", "org.example.rooms", "--format", "json")
        #expect(shown.output.contains("Faster."), "\(shown)")
    }

    @Test func `Every list in JSON has the version of its format`() async throws {
        let folder = try await makeCatalog()
        let package = try SamplePackage("1.0", group: nil, in: folder)
        #expect(try await ServerProcess.command(in: folder, "package", "publish", package.path).status == 0)
        let lists = [
            ["user", "list"], ["user", "sessions", "root"], ["session", "list", "root"], ["team", "list"],
            ["grant", "list"], ["package", "list"], ["package", "show", "org.example.rooms"], ["audit"],
        ]
        for words in lists {
            let listed = try await ServerProcess.command(in: folder, words + ["--format", "json"])
            let document = try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [String: Any]
            #expect(document?["version"] as? Int == 1, "\(words): \(listed)")
        }
    }

    @Test func `The help shows only the current words for sessions, and those of older releases work`() async throws {
        let folder = try await makeCatalog()
        for (words, shown, hidden) in [([String](), "session", "token"), (["user"], "add", "sessions")] {
            let help = try await Finished.run([ServerProcess.program] + words + ["--help"])
            #expect(help.status == 0 && help.output.contains("\n  \(shown) "), "\(help)")
            #expect(!help.output.contains("\n  \(hidden) "), "\(help)")
        }
        func list(_ words: String...) async throws -> Finished {
            try await ServerProcess.command(in: folder, words + ["root", "--format", "tsv"])
        }
        let sessions = try await list("session", "list")
        let id = try #require(sessions.output.split(separator: "\t").first.map(String.init), "\(sessions)")
        #expect(try await list("token", "list").output == sessions.output)
        #expect(try await list("user", "sessions").output == sessions.output)
        let revoked = try await ServerProcess.command(in: folder, "token", "revoke", "root", id)
        #expect(revoked.status == 0 && revoked.errors.contains("Ended 1 session of root."), "\(revoked)")
        #expect(try await list("session", "list").output.isEmpty)
    }

    @Test func `A catalog that another user owns is not taken for a missing one`() async throws {
        let folder = try await makeCatalog()
        let data = "\(folder.path)/data"
        try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: data)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: data) }
        // Root without its privileges is bound by permissions.
        let dropping = getuid() == 0 ? ["/usr/bin/setpriv", "--bounding-set", "-all", "--inh-caps", "-all"] : []
        let refused = try await Finished.run(dropping + [ServerProcess.program, "user", "list", "--data", data])
        #expect(refused.status == 77 && refused.errors.contains("as the user that owns it"), "\(refused)")
    }

    @Test func `A build that a version does not have is named in the message`() async throws {
        let folder = try await makeCatalog()
        let package = try SamplePackage("1.0", group: nil, in: folder)
        #expect(try await ServerProcess.command(in: folder, "package", "publish", package.path).status == 0)
        let refused = try await ServerProcess.command(
            in: folder, "package", "withdraw", "org.example.rooms", "1.0", "--build", "9")
        #expect(refused.status == 66 && refused.errors.contains("“1.0” with the build “9”"), "\(refused)")
    }

    @Test func `A reason that is too long is not called notes`() async throws {
        let folder = try await makeCatalog()
        let package = try SamplePackage("1.0", group: nil, in: folder)
        #expect(try await ServerProcess.command(in: folder, "package", "publish", package.path).status == 0)
        let reason = String(repeating: "a", count: ReleaseNotes.longest + 1)
        let refused = try await ServerProcess.command(
            in: folder, "package", "withdraw", "org.example.rooms", "1.0", "--reason", reason)
        #expect(refused.status == 65 && refused.errors.contains("The reason can have at most"), "\(refused)")
    }

    @Test(arguments: ["0", "501", "-1"])
    func `A number of audit entries that can't be shown is refused with status 64`(_ limit: String) async throws {
        let folder = try await makeCatalog()
        let refused = try await ServerProcess.command(in: folder, "audit", "--limit=\(limit)")
        #expect(refused.status == 64 && refused.errors.contains("1 to 500"), "\(refused)")
        #expect(try await ServerProcess.command(in: folder, "audit", "--limit", "500").status == 0)
    }
}
