import AppCatalog
import Foundation
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

/// The places where commands may make or read files.
extension CommandTests {
    @Test func `A backup says where the packages are`() async throws {
        let folder = try await makeCatalog()
        let copies = try TemporaryFolder()
        let elsewhere = "\(copies.path)/elsewhere"
        let words = ["--blobs", elsewhere]
        let none = try await ServerProcess.command(in: folder, ["backup", "\(copies.path)/1"] + words)
        #expect(none.status == 0 && none.errors.contains("There are no packages in \(elsewhere)."), "\(none)")
        try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: false)
        let some = try await ServerProcess.command(in: folder, ["backup", "\(copies.path)/2"] + words)
        #expect(
            some.status == 0 && some.errors.contains("copy the packages once more: \(elsewhere)"), "\(some)")
    }

    @Test func `Commands that touch no packages need no folder if the catalog is in PostgreSQL`() async throws {
        let folder = try TemporaryFolder()
        let package = try SamplePackage(group: nil, in: folder)
        let database = ["--database", try await StoreKind.postgres15.url()]
        func run(_ words: [String]) async throws -> Finished {
            try await Finished.run([ServerProcess.program] + words + database, environment: .plain)
        }
        let made = try await run(["init", "--group", "com.example.tools", "--data", "\(folder.path)/data"])
        #expect(made.status == 0, "\(made)")
        let lists = [
            ["user", "list"], ["team", "list"], ["session", "list", "admin"], ["package", "list"], ["audit"],
        ]
        for words in lists + [["grant", "add", "*", "everyone"]] {
            let done = try await run(words)
            #expect(done.status == 0, "\(words): \(done)")
        }
        let commands = [["package", "clean"], ["package", "adopt"], ["package", "publish", package.path]]
        for words in commands + [["serve", "--port", "0"]] {
            let refused = try await run(words)
            #expect(refused.status == 78 && refused.errors.contains("--data DIR"), "\(words): \(refused)")
        }
    }

    @Test func `A package is not published into a place that has no package of the catalog`() async throws {
        let folder = try await makeCatalog()
        let elsewhere = "\(folder.path)/elsewhere"
        func publish(_ version: String, _ options: String...) async throws -> Finished {
            let package = try SamplePackage(version, group: nil, in: folder)
            return try await ServerProcess.command(in: folder, ["package", "publish", package.path] + options)
        }
        #expect(try await publish("1.0", "--blobs", elsewhere).status == 0)
        let refused = try await publish("1.1")
        #expect(refused.status == 78 && refused.errors.contains("--blobs"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/data/blobs"))
        #expect(try await publish("1.1", "--blobs", elsewhere).status == 0)
    }

    @Test func `A catalog publishes into the place of another one only after it has adopted it`() async throws {
        let (folder, other) = (try await makeCatalog(), try await makeCatalog())
        let package = try SamplePackage("1.0", group: nil, in: folder)
        func run(_ words: [String], in catalog: TemporaryFolder) async throws -> Finished {
            try await ServerProcess.command(in: catalog, words + ["--blobs", "\(folder.path)/data/blobs"])
        }
        #expect(try await run(["package", "publish", package.path], in: folder).status == 0)
        let refused = try await run(["package", "publish", package.path], in: other)
        #expect(refused.status == 78 && refused.errors.contains("catalog-server package adopt"), "\(refused)")
        let blobs = DiskBlobStore(reading: "\(folder.path)/data/blobs")
        let former = try #require(try await blobs.owner())
        let adopted = try await run(["package", "adopt"], in: other)
        #expect(adopted.status == 0 && adopted.errors.hasSuffix("; before, it belonged to \(former).\n"), "\(adopted)")
        let audit = try await ServerProcess.command(in: other, "audit", "--format", "tsv")
        let entry = audit.output.split(separator: "\n").first { $0.contains("adoptPackages") } ?? ""
        #expect(entry.contains("\(folder.path)/data/blobs belongs") && entry.contains(former), "\(audit)")
        let again = try await run(["package", "adopt"], in: other)
        #expect(again.status == 0 && !again.errors.contains("before"), "\(again)")
        #expect(try await run(["package", "publish", package.path], in: other).status == 0)
        let next = try SamplePackage("1.1", group: nil, in: folder)
        #expect(try await run(["package", "publish", next.path], in: folder).status == 78)
    }

    @Test(arguments: ["init", "serve"])
    func `No new catalog is made in the place of another one, even if that has no packages`(_ command: String)
        async throws
    {
        let (folder, place) = (try TemporaryFolder(), try TemporaryFolder())
        try await DiskBlobStore(folder: "\(place.path)/blobs").setOwner("com.example.tools 1", replacing: false)
        let refused = try await Finished.run(
            [
                ServerProcess.program, command, "--group", "com.example.tools", "--data", "\(folder.path)/data",
            ], environment: ["PATH": "/usr/bin:/bin", "CATALOG_BLOBS": "\(place.path)/blobs"])
        #expect(refused.status == 78, "\(refused)")
        for part in [
            "belongs to the catalog com.example.tools 1", "no catalog.sqlite in \(folder.path)/data: put",
            "CATALOG_BLOBS",
        ] { #expect(refused.errors.contains(part), "\(refused)") }
        #expect(try folder.files().isEmpty)
    }

    @Test func `A link in place of the folder of packages is called one`() async throws {
        let folder = try await makeCatalog()
        let package = try SamplePackage("1.0", group: nil, in: folder)
        let disk = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/data/blobs", withDestinationPath: disk.path)
        for words in [["package", "publish", package.path], ["serve", "--port", "0"]] {
            let refused = try await ServerProcess.command(in: folder, words)
            #expect(refused.status == 78, "\(refused)")
            #expect(refused.errors.contains("data/blobs is a symbolic link"), "\(refused)")
        }
    }

    @Test func `An uploads folder that can't be used is named in the message`() async throws {
        let folder = try await makeCatalog()
        let package = try SamplePackage(group: nil, in: folder)
        _ = try folder.write("data/uploads", [])
        let refused = try await ServerProcess.command(in: folder, "package", "publish", package.path)
        #expect(refused.status == 74, "\(refused)")
        #expect(refused.errors.hasPrefix("catalog-server: \(folder.path)/data/uploads cannot be used"), "\(refused)")
    }

    @Test(arguments: ["init", "serve"], [[], ["--group", "com.example.tools"]])
    func `Without its database, a catalog with packages is not replaced by a new one`(
        _ command: String, _ group: [String]
    ) async throws {
        let folder = try await makeCatalog()
        let package = try SamplePackage("1.0", group: nil, in: folder)
        #expect(try await ServerProcess.command(in: folder, "package", "publish", package.path).status == 0)
        let files = try folder.files().filter { $0.key.hasPrefix("data/blobs/") }
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: "\(folder.path)/data/catalog.sqlite\(ending)")
        }
        let refused = try await ServerProcess.command(in: folder, [command] + group)
        #expect(refused.status == 78 && refused.errors.contains("but no catalog.sqlite"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/data/catalog.sqlite"))
        #expect(try folder.files().filter { $0.key.hasPrefix("data/blobs/") } == files)
    }

    @Test(arguments: ["init", "serve"], ["", "PRAGMA journal_mode = WAL"])
    func `Beside packages, a database without a catalog is not made into a new one`(_ command: String, _ sql: String)
        async throws
    {
        let folder = try await makeCatalog()
        let package = try SamplePackage("1.0", group: nil, in: folder)
        #expect(try await ServerProcess.command(in: folder, "package", "publish", package.path).status == 0)
        let files = try folder.files().filter { $0.key.hasPrefix("data/blobs/") }
        let database = "\(folder.path)/data/catalog.sqlite"
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + ending) }
        _ = try folder.write("data/catalog.sqlite", [])
        #expect(try await Finished.run(["/usr/bin/sqlite3", database, sql]).status == 0)
        let content = FileManager.default.contents(atPath: database)
        #expect(content?.isEmpty == sql.isEmpty)
        let refused = try await ServerProcess.command(in: folder, command, "--group", "com.example.tools")
        #expect(refused.status == 78 && refused.errors.contains("but no catalog in \(database)"), "\(refused)")
        #expect(FileManager.default.contents(atPath: database) == content)
        #expect(try folder.files().filter { $0.key.hasPrefix("data/blobs/") } == files)
    }

    @Test(arguments: [
        "", "CREATE TABLE other (x)", "CREATE TABLE property (name, value); INSERT INTO property VALUES ('group', 'x')",
    ])
    func `No command changes a database that is not a catalog, unless it is empty and gets a group`(_ sql: String)
        async throws
    {
        let catalog = try await makeCatalog()
        let folder = try TemporaryFolder()
        let database = try folder.write("data/catalog.sqlite", [])
        #expect(try await Finished.run(["/usr/bin/sqlite3", database, sql]).status == 0)
        let content = FileManager.default.contents(atPath: database)
        let (here, there) = ("sqlite:\(folder.path)/data", "sqlite:\(catalog.path)/data")
        var commands = [
            ["user", "list"], ["serve", "--port", "0"], ["copy", "--from", here, "--abandon"],
            ["copy", "--from", here, "--to", "sqlite:\(folder.path)/new"],
        ]
        let makers = [
            ["init", "--group", "com.example.tools"], ["serve", "--group", "com.example.tools", "--port", "0"],
            ["copy", "--from", there, "--to", here],
        ]
        if !sql.isEmpty { commands += makers }
        for words in commands {
            let refused = try await ServerProcess.command(in: folder, words)
            #expect(refused.status == 78 && refused.errors.contains("\(database) is not a catalog"), "\(refused)")
            #expect(FileManager.default.contents(atPath: database) == content, "\(words)")
        }
        if sql.isEmpty { #expect(try await ServerProcess.command(in: folder, makers[0]).status == 0) }
    }

    @Test(.enabled(if: getuid() == 0, "only root can make files for another user"))
    func `Root makes no file that the server of another user could not open, and changes what is there`()
        async throws
    {
        let folder = try await makeCatalog()
        let (data, empty) = ("\(folder.path)/data", "\(folder.path)/empty")
        let package = try SamplePackage("1.0", group: nil, in: folder)
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
        // As if a backup had just been restored.
        try FileManager.default.removeItem(atPath: "\(data)/.catalog.sqlite.lock")
        let names = try FileManager.default.contentsOfDirectory(atPath: data)
        for path in [data, empty] + names.map({ "\(data)/\($0)" }) {
            try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: path)
        }
        let commands = [
            ["user", "list"], ["package", "publish", package.path],
            ["init", "--group", "com.example.tools", "--data", empty],
            ["copy", "--from", "sqlite:\(data)", "--abandon"],
        ]
        for words in commands {
            let refused = try await ServerProcess.command(in: folder, words)
            #expect(refused.status == 77 && refused.errors.contains("sudo -u '#65534'"), "\(refused)")
        }
        // It makes nothing without a group, but would make the lock of a catalog.
        for (place, status) in [(empty, 64), (data, 77)] as [(String, Int32)] {
            let unnamed = try await ServerProcess.command(in: folder, ["init", "--data", place])
            #expect(unnamed.status == status, "\(unnamed)")
        }
        for name in ["data/blobs", "data/.catalog.sqlite.lock", "empty/catalog.sqlite"] {
            #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/\(name)"), "\(name)")
        }

        // The server has run.
        let lock = "\(data)/.catalog.sqlite.lock"
        #expect(FileManager.default.createFile(atPath: lock, contents: nil))
        try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: lock)
        for words in [["user", "add", "ada"], ["backup", "\(folder.path)/backup.sqlite"]] {
            let done = try await ServerProcess.command(in: folder, words)
            #expect(done.status == 0, "\(done)")
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: data) where name.contains("catalog.sqlite") {
            let owner = try FileManager.default.attributesOfItem(atPath: "\(data)/\(name)")[.ownerAccountID] as? Int
            #expect(owner == 65_534, "\(name)")
        }
        let refused = try await ServerProcess.command(in: folder, ["package", "publish", package.path])
        #expect(refused.status == 77 && refused.errors.contains("sudo -u '#65534'"), "\(refused)")
    }

    @Test func `A generated password is printed alone where a script reads it, and a given one is not printed`()
        async throws
    {
        let folder = try await makeCatalog()
        for words in [["user", "add", "ben"], ["user", "password", "ben"]] {
            let done = try await ServerProcess.command(in: folder, words)
            let password = done.output.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(done.status == 0 && password.count == 2 && password.last == "", "\(done)")
            #expect(done.errors.contains(": \(password.first ?? "") (shown only now)."), "\(done)")
        }
        let script = #"echo "long enough" | "$0" user add amy --password-stdin"#
        let given = try await Finished.run(
            ["/bin/sh", "-c", script, ServerProcess.program],
            environment: .plain.merging(["CATALOG_DATA": "\(folder.path)/data"]) { $1 })
        #expect(given.status == 0 && given.output.isEmpty, "\(given)")
    }

    @Test func `An output that can't be written is reported under the name of the server's program`() async throws {
        let folder = try await makeCatalog()
        let failed = try await Finished.run(
            ["/bin/sh", "-c", #""$0" user list > /dev/full"#, ServerProcess.program],
            environment: .plain.merging(["CATALOG_DATA": "\(folder.path)/data"]) { $1 })
        #expect(failed.status == 74 && failed.errors.hasPrefix("catalog-server: The output could not"), "\(failed)")
    }

    @Test(arguments: [
        (["package", "list"], "There are no packages yet."), (["team", "list"], "There are no teams yet."),
        (["grant", "list"], "There are no grants yet"), (["session", "list", "ben"], "ben is not logged in anywhere."),
    ])
    func `A list without entries says so, with the next step, except in formats for scripts`(
        _ words: [String], _ sentence: String
    ) async throws {
        let folder = try await makeCatalog()
        #expect(try await ServerProcess.command(in: folder, "user", "add", "ben").status == 0)
        let listed = try await ServerProcess.command(in: folder, words)
        #expect(listed.status == 0 && listed.output.isEmpty && listed.errors.contains(sentence), "\(listed)")
        let script = try await ServerProcess.command(in: folder, words + ["--format", "tsv"])
        #expect(script.status == 0 && script.output.isEmpty && script.errors.isEmpty, "\(script)")
    }

    @Test func `The word help before a mistyped command is no reason to hide the mistake`() async throws {
        let refused = try await Finished.run([ServerProcess.program, "help", "usr"])
        let sentence = "There is no command “usr”. Did you mean “user”? See catalog-server --help."
        #expect(refused.status == 64 && refused.errors.contains(sentence), "\(refused)")
    }
}
