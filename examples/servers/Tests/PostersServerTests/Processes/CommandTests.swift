import Foundation
import Serving
import TestSupport
import Testing

@testable import PostersServer

@Suite("The program posters-server", .timeLimit(.minutes(20)))
struct CommandTests {
    @Test func `Commands set a server up, and what it acknowledged survives a kill`() async throws {
        let folder = try TemporaryFolder()
        let lists = try folder.write("lists.csv", Array(Posters.lists.utf8))
        let imported = try await PostersProcess.command("lists", "import", lists, in: folder)
        #expect(
            imported.status == 0 && imported.errors.contains("cities: 2, districts: 2, object types: 1"), "\(imported)")
        #expect(imported.errors.contains("Made a new database in "), "\(imported)")
        let unknown = try await PostersProcess.command("user", "role", "ada@example.org", "supervisor", in: folder)
        #expect(unknown.status == 66 && unknown.errors.contains("no account"), "\(unknown)")
        for (name, role) in [("ada", "inspector"), ("eve", "supervisor")] {
            let added = try await PostersProcess.command(
                "user", "add", name, "--mail", "\(name)@example.org", "--role", role, "--password-stdin", in: folder,
                given: "long enough\n")
            #expect(added.status == 0, "\(added)")
        }
        let photo = SampleJPEG().bytes
        let digest = "\(BlobDigest(sha256Of: photo))"
        let file = try folder.write("photo.jpg", photo)
        let report = #"{"photos": ["\#(digest)"], "phones": ["044 123 45 67"], "district": "podil"}"#
        do {
            let server = try await PostersProcess(in: folder)
            let ada = try await server.logIn("ada@example.org")
            #expect(try await server.curl("/media/\(digest)", ada + ["-T", file]).status == 201)
            let filed = try await server.curl("/v1/reports", ada + ["-d", report])
            #expect(filed.status == 201, "\(filed)")
            #expect(server.end(SIGKILL) == 128 + SIGKILL)
        }
        let server = try await PostersProcess(in: folder)
        let eve = try await server.logIn("eve@example.org")
        let kept = try await server.curl("/v1/reports/1", eve)
        #expect(kept.status == 200 && kept.body.contains("+380441234567"), "\(kept)")
        #expect(try await server.curl("/media/\(digest)", eve).status == 200)

        let listed = try await PostersProcess.command("user", "list", "--format", "tsv", in: folder)
        let fields = listed.output.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(
            fields.map { Array($0.prefix(6)) } == [
                ["ada", "ada@example.org", "", "inspector", "1", "1"],
                ["eve", "eve@example.org", "", "supervisor", "0", "1"],
            ])
        let reset = try await PostersProcess.command(
            "user", "password", "ada@example.org", "--password-stdin", in: folder, given: "another long one\n")
        #expect(reset.status == 0 && reset.errors.contains("ada has a new password"), "\(reset)")
        let old = #"{"mail": "ada@example.org", "password": "long enough"}"#
        #expect(try await server.curl("/v1/login", ["-d", old]).status == 401)
        let new = #"{"mail": "ada@example.org", "password": "another long one"}"#
        #expect(try await server.curl("/v1/login", ["-d", new]).status == 200)

        // A command changes the running server within a moment.
        let disabled = try await PostersProcess.command("user", "disable", "ada@example.org", in: folder)
        #expect(disabled.status == 0, "\(disabled)")
        let last = try await PostersProcess.command("user", "disable", "eve@example.org", in: folder)
        #expect(last.status == 65 && last.errors.contains("last supervisor"), "\(last)")

        let copy = "\(folder.path)/backup.sqlite"
        let made = try await PostersProcess.command("backup", copy, in: folder)
        #expect(
            made.status == 0 && made.errors.contains("Now copy the files, too: ") && made.errors.contains("/photos"))
        #expect(try await PostersProcess.command("backup", copy, in: folder).status == 65)
        #expect(server.end(SIGTERM) == 0)
        try FileManager.default.createDirectory(atPath: "\(folder.path)/restored", withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: copy, toPath: "\(folder.path)/restored/\(PostersStore.fileName)")
        let restored = try PostersStore(folder: "\(folder.path)/restored")
        #expect(try await restored.report(1).phones.map(\.number) == ["+380441234567"])
        try restored.close()
    }

    @Test func `Without its database, a server with photos doesn't start, and keeps them`() async throws {
        let folder = try TemporaryFolder()
        let photo = BlobDigest(sha256Of: [1])
        let place = "\(folder.path)/data/photos/\("\(photo)".prefix(2))"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(filePath: "\(place)/\(photo)"))
        for words in [["serve", "--listen", "127.0.0.1:0"], ["user", "add", "ada", "--mail", "ada@example.org"]] {
            let finished = try await Finished.run(
                [PostersProcess.program] + words + ["--data", "\(folder.path)/data"],
                environment: .plain)
            #expect(finished.status == 78 && finished.errors.contains("but no posters.sqlite"), "\(finished)")
        }
        #expect(FileManager.default.contents(atPath: "\(place)/\(photo)") == Data([1]))
    }

    @Test func `Bad input to posters-server ends with a sentence and a status`() async throws {
        let folder = try TemporaryFolder()
        let wrong = try folder.write("lists.csv", Array("city,kyiv,Київ\ntown,x,y\n".utf8))
        let binary = try folder.write("binary.csv", [0xFF, 0xFE, 0x00])
        let cases: [([String], Int32, String)] = [
            (["lists", "import", wrong], 65, "Line 2"), (["lists", "import", binary], 65, "UTF-8"),
            (["lists", "import", "\(folder.path)/none"], 66, "can't be read"),
            (["user", "add", "ada", "--mail", "ada", "--password-stdin"], 65, "mail address"),
            (["user", "add", "ada", "--password-stdin"], 65, "needs a mail address or a phone"),
            (["user", "role", "ada@example.org", "supervisor"], 66, "no database"),
            (["user", "disable", "ada@example.org"], 66, "posters-server serve"),
            (["user", "enable", "ada@example.org"], 66, "no database"),
            (["user", "list"], 66, "no database"), (["user", "password", "ada@example.org"], 66, "no database"),
            (["user", "role", "ada@example.org", "king"], 64, "king"),
            (["serve", "--listen", "nowhere"], 78, "127.0.0.1:8090"),
            (["serve", "--tiles", "https://tiles.example.org/"], 78, "{z}/{x}/{y}"),
            (["serve", "--registration", "maybe"], 64, "maybe"), (["serve", "--tls-key", "x"], 78, "TLS needs both"),
            (["backup", "\(folder.path)/copy"], 66, "no database"),
            (["backup", "-"], 64, "not to standard output; name one, or ./-"),
        ]
        for (words, status, sentence) in cases {
            let data = words[0] == "backup" ? "\(folder.path)/elsewhere" : "\(folder.path)/data"
            let finished = try await Finished.run(
                [PostersProcess.program] + words + ["--data", data], environment: .plain)
            #expect(finished.status == status && finished.errors.contains(sentence), "\(words): \(finished)")
        }
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/data"))
        #expect(try await Finished.run([PostersProcess.program, "serve"]).status == 64)
    }
}
