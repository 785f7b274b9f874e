import Foundation
import ServerTestSupport
import TestSupport
import Testing

@Suite("The program fund-server", .timeLimit(.minutes(20)))
struct CommandTests {
    /// The program beside the tests.
    private static let program = BuiltProgram.folder.appending(path: "fund-server").path

    private static func run(_ words: [String], in folder: TemporaryFolder, given input: String = "") throws -> Finished
    {
        try Finished.run(
            [program] + words + ["--data", "\(folder.path)/data"], environment: .plain, given: input)
    }

    @Test func `Commands manage accounts, and a copy has them`() throws {
        let folder = try TemporaryFolder()
        let generated = try Self.run(["user", "add", "Ada"], in: folder)
        #expect(generated.status == 0 && generated.errors.contains("Added ada: "), "\(generated)")
        #expect(generated.errors.contains("Made a new database in \(folder.path)/data."), "\(generated)")
        #expect(
            try Self.run(["user", "add", "ben", "--password-stdin"], in: folder, given: "long enough\n").status == 0)
        #expect(try Self.run(["user", "disable", "ben"], in: folder).status == 0)
        for words in [["disable", "cy"], ["remove", "cy"], ["password", "cy", "--password-stdin"]] {
            let unknown = try Self.run(["user"] + words, in: folder, given: "long enough\n")
            #expect(unknown.status == 66 && unknown.errors.contains("user list"), "\(unknown)")
        }
        let listed = try Self.run(["user", "list", "--format", "tsv"], in: folder)
        #expect(listed.output == "ada\t0\t0\t0\t\t\nben\t0\t0\t0\t\tdisabled\n")
        let copy = "\(folder.path)/copy.sqlite"
        #expect(try Self.run(["backup", copy], in: folder).status == 0)
        #expect(try Self.run(["backup", copy], in: folder).status == 65)
        #expect(try Self.run(["user", "remove", "ben"], in: folder).status == 0)
        let restored = "\(folder.path)/data/fund.sqlite"
        for name in [restored, "\(restored)-wal", "\(restored)-shm"] {
            try? FileManager.default.removeItem(atPath: name)
        }
        try FileManager.default.moveItem(atPath: copy, toPath: restored)
        #expect(try Self.run(["user", "list", "--format", "tsv"], in: folder).output == listed.output)
    }

    @Test(arguments: [("n", "", Int32(64)), ("y", "", 0), ("n", "--yes", 0)])
    func `On a terminal, an account is removed only after a yes, or at once with --yes`(
        _ typed: String, _ option: String, _ status: Int32
    ) throws {
        let folder = try TemporaryFolder()
        #expect(try Self.run(["user", "add", "ben"], in: folder).status == 0)
        let command = "\(Self.program) user remove ben \(option) --data '\(folder.path)/data'"
        let done = try Finished.run(
            ["/bin/sh", "-c", "echo \(typed) | script -q -e -c \"\(command)\" /dev/null"],
            environment: ["PATH": "/usr/bin:/bin", "TERM": "xterm"])
        #expect(done.status == status, "\(done)")
        #expect(done.output.contains("Remove ben and everything") == option.isEmpty, "\(done)")
        #expect(done.output.contains("add --yes") == (status == 64), "\(done)")
        let left = try Self.run(["user", "list", "--format", "tsv"], in: folder).output
        #expect(left.hasPrefix("ben\t") == (status == 64), "\(left)")
    }

    @Test func `Without a terminal, nobody is asked before an account is removed`() throws {
        let folder = try TemporaryFolder()
        for option in [[], ["--yes"]] {
            #expect(try Self.run(["user", "add", "ben"], in: folder).status == 0)
            let done = try Self.run(["user", "remove", "ben"] + option, in: folder)
            #expect(done.status == 0 && !done.errors.contains("?"), "\(done)")
        }
    }

    @Test func `The name of a copy is that of a file, even if it looks like a URI`() throws {
        let folder = try TemporaryFolder()
        #expect(try Self.run(["user", "add", "ada"], in: folder).status == 0)
        let copies = try TemporaryFolder()
        let refused = try Self.run(["backup", "file://\(copies.path)/copy"], in: folder)
        #expect(refused.status == 73 && refused.errors.contains("The copy file://\(copies.path)/copy"), "\(refused)")
        #expect(try copies.files().isEmpty)
        let words = ["backup", "file:copy", "--data", "\(folder.path)/data"]
        let made = try Finished.run([Self.program] + words, in: copies.path)
        #expect(made.status == 0, "\(made)")
        #expect(try copies.files() == ["file:copy": 0o600])
    }

    @Test func `A command that another user than the server's runs says so, and not that there is no database`() throws
    {
        let folder = try TemporaryFolder()
        #expect(try Self.run(["user", "add", "ada"], in: folder).status == 0)
        let data = "\(folder.path)/data"
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: data)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: data) }
        // Permissions don't stop root.
        let other =
            geteuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"] : []
        for words in [["user", "list", "--data", data], ["backup", "\(data)/copy", "--data", "/"]] {
            let finished = try Finished.run(other + [Self.program] + words)
            #expect(finished.status == 77, "\(finished)")
            #expect(finished.errors.contains("run the command as the user that owns it"), "\(finished)")
        }
    }

    @Test func `A file in place of the folder is not reported as a permission problem`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("data", [])
        let finished = try Self.run(["serve", "--listen", "127.0.0.1:0"], in: folder)
        #expect(finished.status == 74 && finished.errors.contains("\(folder.path)/data can't be made"), "\(finished)")
    }

    @Test func `A folder that is a link to itself is not reported as a permission problem`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/data", withDestinationPath: "\(folder.path)/data")
        let finished = try Self.run(["user", "list"], in: folder)
        #expect(finished.status == 74 && finished.errors.contains("Too many levels of symbolic links"), "\(finished)")
        #expect(!finished.errors.contains("run the command as"), "\(finished)")
    }

    private static let wrong: [([String], Int32, String)] = [
        (["user", "add", "../ada", "--password-stdin"], 65, "can't be a name"),
        (["user", "add", "", "--password-stdin"], 65, "can't be a name"),
        (["user", "add", "ada", "--password-stdin"], 65, "password"), (["user", "list"], 66, "no database"),
        (["usr", "list"], 64, "Did you mean “user”? See fund-server --help."),
        (["user", "lst"], 64, "Did you mean “user list”? See fund-server user --help."),
        (["user", "disable", "ada"], 66, "fund-server serve"), (["user", "enable", "ada"], 66, "no database"),
        (["user", "remove", "ada"], 66, "no database"),
        (["user", "password", "ada", "--password-stdin"], 66, "no database"),
        (["serve", "--listen", "nowhere"], 78, "127.0.0.1"), (["serve", "--registration", "maybe"], 64, "maybe"),
        (["serve", "--user-objects", "0"], 78, "--user-objects"), (["serve", "--tls-key", "x"], 78, "TLS needs both"),
        (["serve", "--user-megabytes", "0"], 78, "(or --user-megabytes)"),
        (["serve", "--public-url", "ftp://x"], 78, "ftp://x"), (["serve", "--log-level", "loud"], 78, "loud"),
        (["backup", "/nonexistent/copy"], 66, "no database"), (["backup", ""], 64, "Name a new file"),
        (["backup", "-"], 64, "not to standard output; name one, or ./-"),
        (["backup", "/\(longName)"], 74, "/\(longName) can't be read: File name too long"),
    ]
    /// Longer than any file system allows.
    private static let longName = String(repeating: "x", count: 300)

    @Test(arguments: wrong.indices)
    func `Bad input to fund-server ends with a sentence and a status`(_ index: Int) throws {
        let (words, status, sentence) = Self.wrong[index]
        let folder = try TemporaryFolder()
        let finished = try Self.run(words, in: folder, given: "short\n")
        #expect(finished.status == status && finished.errors.contains(sentence), "\(words): \(finished)")
        if status == 66 { #expect(try folder.files().isEmpty) }
    }
}
