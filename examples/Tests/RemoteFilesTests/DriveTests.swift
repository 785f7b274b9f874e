import AppGroup
import Downloading
import ExamplesTestSupport
import Foundation
import RemoteFiles
import TestSupport
import Testing

/// What all drives promise, with real servers behind them.
@Suite("Drives", .serialized)
struct DriveTests {
    enum Kind: CaseIterable { case folder, apache, wsgidav, rcloneWebDAV, s3, ftp }

    @Test("A file with a difficult name is written, listed, read, renamed and deleted", arguments: Kind.allCases)
    func roundTrip(kind: Kind) async throws {
        let stage = try await DriveStage(kind)
        let (drive, bytes) = (stage.drive, stage.bytes(300_000))
        let file = try stage.file(bytes)
        let folder = try #require(RemotePath("/a+b c"))
        let path = try #require(folder.child("日本 =%41.pdf"))
        try drive.makeFolder(folder)
        try drive.put(file, at: path) { _ in }
        #expect(try drive.list(.root).map(\.path) == [folder])
        #expect(try drive.list(.root).first?.isFolder == true)
        let entry = try #require(try drive.list(folder).first)
        #expect(entry.path == path && entry.size == bytes.count && !entry.isFolder && entry.modified != nil)
        #expect(try drive.entry(at: path)?.size == bytes.count)
        #expect(try stage.read(path) == bytes)
        let name = kind == .wsgidav ? "ü&+.txt" : "ü#?;&+.txt"
        let next = try #require(folder.child(name))
        try drive.move(path, to: next)
        #expect(try drive.entry(at: path) == nil)
        #expect(try stage.read(next) == bytes)
        if let seen = try await stage.seenByRclone() { #expect(seen == [["a+b c/\(name)", "\(bytes.count)"]]) }
        #expect(try fails(.notEmpty) { try drive.remove(folder, isRecursive: false) })
        #expect(try drive.entry(at: next) != nil)
        try drive.remove(next, isRecursive: false)
        // In S3, a folder is only what the names of files have in common.
        if kind != .s3 { try drive.remove(folder, isRecursive: false) }
        #expect(try drive.list(.root).isEmpty)
    }

    @Test("The password of a server on this machine is never sent to a proxy")
    func localPassword() throws {
        let proxy = try Exchange.serve("name_proxy.py", ["{}"])
        var client = WebClient(userAgent: "tests")
        client.proxy = .http(host: "127.0.0.1", port: try proxy.port, credentials: nil)
        let address = try #require(WebAddress("http://localhost:1/dav"))
        let server = try #require(WebDAVServer(address, credentials: .init(user: "anna", password: "secret")))
        let drive = WebDAVDrive(server, client: client)
        let path = try #require(RemotePath("/one"))
        #expect(throws: RemoteError.self) {
            try drive.read(path, from: 0, ifStill: nil, limit: nil, to: BeginningReceiver())
        }
        #expect(proxy.lines.isEmpty)
    }

    @Test(
        "A folder that only looks empty, because lists leave out what is in it, is deleted only with its contents",
        arguments: [(Kind.folder, Array(".git".utf8)), (.folder, [0x61, 0xFF]), (.apache, [0x61, 0xFF])])
    func unlisted(kind: Kind, name: [UInt8]) async throws {
        let stage = try await DriveStage(kind)
        let folder = try #require(RemotePath("/project"))
        try stage.drive.makeFolder(folder)
        let path = Array(stage.servedFile("project").path.utf8) + Array("/".utf8) + name + [0]
        let file = open(path.map(CChar.init(bitPattern:)), O_WRONLY | O_CREAT, 0o600)
        try #require(file >= 0)
        close(file)
        #expect(try stage.drive.list(folder).isEmpty)
        #expect(try fails(.notEmpty) { try stage.drive.remove(folder, isRecursive: false) })
        #expect(try stage.names == ["project"])
        try stage.drive.remove(folder, isRecursive: true)
        #expect(try stage.names.isEmpty)
    }

    @Test("A server that spells paths in its own way deletes a file, an empty folder and, only if told to, a full one")
    func ownSpelling() throws {
        let python = try Exchange.serve("spelling_server.py")
        let address = try #require(WebAddress("http://127.0.0.1:\(try python.port)/"))
        let drive = WebDAVDrive(try #require(WebDAVServer(address)), client: WebClient())
        let full = try #require(RemotePath("/full"))
        #expect(try fails(.notEmpty) { try drive.remove(full, isRecursive: false) })
        try drive.remove(full, isRecursive: true)
        for name in ["/report.txt", "/empty"] {
            let path = try #require(RemotePath(name))
            try drive.remove(path, isRecursive: false)
            #expect(try fails(.notFound) { try drive.remove(path, isRecursive: false) })
        }
    }

    @Test("A file that is put into a folder can be read by those who can read any new file of the user there")
    func permissions() async throws {
        let stage = try await DriveStage(.folder)
        let file = try stage.file([1])
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        try stage.drive.put(file, at: try #require(RemotePath("/put"))) { _ in }
        close(open(stage.servedFile("made").path, O_WRONLY | O_CREAT, 0o666))
        let permissions = try ["put", "made"].map { name in
            try FileManager.default.attributesOfItem(atPath: stage.servedFile(name).path)[.posixPermissions] as? Int
        }
        #expect(permissions[0] != nil && permissions[0] == permissions[1])
    }

    @Test("The draft that a killed put has left in a folder, where no list shows it, is deleted by a later put")
    func abandonedDraft() async throws {
        let stage = try await DriveStage(.folder)
        // No process of this machine has such a number.
        let draft = ".\(Int32.max).1.part"
        try Data("half".utf8).write(to: stage.servedFile(draft))
        // Its date may be that of its original.
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: stage.servedFile(draft).path)
        try stage.drive.put(try stage.file([1]), at: try #require(RemotePath("/one"))) { _ in }
        #expect(try stage.names == [draft, "one"])
        let drive = FolderDrive(stage.servedFile("").path, draftAge: 0)
        try drive.put(try stage.file([2]), at: try #require(RemotePath("/two"))) { _ in }
        #expect(try stage.names == ["one", "two"])
    }

    @Test("A link to a folder is deleted without the folder")
    func link() async throws {
        let stage = try await DriveStage(.folder)
        try FileManager.default.createDirectory(at: stage.servedFile("folder"), withIntermediateDirectories: false)
        try Data("kept".utf8).write(to: stage.servedFile("folder/file"))
        try FileManager.default.createSymbolicLink(
            atPath: stage.servedFile("link").path, withDestinationPath: "folder")
        try stage.drive.remove(try #require(RemotePath("/link")), isRecursive: false)
        #expect(try stage.names == ["folder"])
        #expect(try stage.drive.list(try #require(RemotePath("/folder"))).count == 1)
    }

    @Test("A relative link to a folder leads to the same folder after it is moved, and replaces nothing")
    func movedLink() async throws {
        let stage = try await DriveStage(.folder)
        for name in ["folder", "other", "other/taken"] {
            try FileManager.default.createDirectory(at: stage.servedFile(name), withIntermediateDirectories: false)
        }
        try FileManager.default.createSymbolicLink(
            atPath: stage.servedFile("link").path, withDestinationPath: "folder")
        let link = try #require(RemotePath("/link"))
        for name in ["/other/taken", "/folder"] {
            let taken = try #require(RemotePath(name))
            #expect(try fails(.exists) { try stage.drive.move(link, to: taken) })
        }
        try stage.drive.move(link, to: try #require(RemotePath("/other/link")))
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: stage.servedFile("other/link").path)
        #expect(try target == "../folder" && stage.names == ["folder", "other"])
    }

    @Test("Nothing is overwritten by a new file, a move or a new folder", arguments: Kind.allCases)
    func existing(kind: Kind) async throws {
        let stage = try await DriveStage(kind)
        let drive = stage.drive
        let (one, two) = (try #require(RemotePath("/one")), try #require(RemotePath("/two")))
        try drive.put(try stage.file(Array("first".utf8)), at: one) { _ in }
        try drive.put(try stage.file(Array("second".utf8)), at: two) { _ in }
        #expect(try fails(.exists) { try drive.put(try stage.file(Array("third".utf8)), at: one) { _ in } })
        #expect(try fails(.exists) { try drive.move(two, to: one) })
        #expect(try fails(.exists) { try drive.makeFolder(one) })
        #expect(try stage.read(one) == Array("first".utf8) && stage.read(two) == Array("second".utf8))
        #expect(try drive.list(.root).count == 2, "a draft is left")
    }

    @Test(
        "A file whose name has almost as many bytes as file systems allow is written",
        arguments: [Kind.folder, .apache])
    func longName(kind: Kind) async throws {
        let stage = try await DriveStage(kind)
        let name = String(repeating: "基", count: 80) + ".pdf"
        let path = try #require(RemotePath.root.child(name))
        try stage.drive.put(try stage.file(Array("report".utf8)), at: path) { _ in }
        #expect(try stage.read(path) == Array("report".utf8))
        #expect(try stage.names == [name])
    }

    @Test(
        "A file that somebody else creates while it is sent is not overwritten, and no draft is left",
        arguments: [Kind.folder, .apache, .wsgidav, .rcloneWebDAV])
    func createdMeanwhile(kind: Kind) async throws {
        let stage = try await DriveStage(kind)
        let path = try #require(RemotePath("/report.txt"))
        let file = try stage.file(stage.bytes(100_000))
        let other = stage.servedFile("report.txt")
        #expect(
            try fails(.exists) { try stage.drive.put(file, at: path) { _ in try Data("theirs".utf8).write(to: other) } }
        )
        #expect(try stage.read(path) == Array("theirs".utf8))
        #expect(try stage.names == ["report.txt"])
    }

    @Test(
        "An error from the progress callback ends a put, and leaves nothing behind",
        arguments: [Kind.folder, .apache, .wsgidav, .rcloneWebDAV, .s3])
    func endedPut(kind: Kind) async throws {
        let stage = try await DriveStage(kind)
        let path = try #require(RemotePath("/report.bin"))
        let file = try stage.file(Array(repeating: 7, count: 4_000_000))
        #expect(throws: CancellationError.self) {
            try stage.drive.put(file, at: path) { _ in throw CancellationError() }
        }
        #expect(try stage.drive.entry(at: path) == nil)
        let names = try stage.names
        #expect(names.allSatisfy { $0 == "bucket" }, "\(names)")
    }

    @Test("A file that changes while it is copied to a folder is refused, and leaves nothing behind")
    func changingFile() async throws {
        let stage = try await DriveStage(.folder)
        let path = try #require(RemotePath("/report.bin"))
        let file = try stage.file(Array(repeating: 7, count: 4_000_000))
        let change = { @Sendable (_: Int) in
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: file)
        }
        #expect(try fails(.changed) { try stage.drive.put(file, at: path, progress: change) })
        #expect(try stage.drive.entry(at: path) == nil)
    }

    @Test("A missing file is reported as missing", arguments: Kind.allCases)
    func missing(kind: Kind) async throws {
        let stage = try await DriveStage(kind)
        let nothing = try #require(RemotePath("/nothing"))
        #expect(try stage.drive.entry(at: nothing) == nil)
        #expect(try fails(.notFound) { try stage.read(nothing) })
        let other = try #require(RemotePath("/other"))
        #expect(try fails(.notFound) { try stage.drive.move(nothing, to: other) })
        #expect(try fails(.notFound) { try stage.drive.remove(nothing, isRecursive: true) })
        if ![.s3, .ftp].contains(kind) {
            let (file, below) = (try stage.file([1]), try #require(nothing.child("file")))
            #expect(try fails(.notFound) { try stage.drive.put(file, at: below) { _ in } })
        }
    }

    @Test("If a server gives a file another name than it was asked for, that is an error")
    func otherName() async throws {
        let stage = try await DriveStage(.wsgidav)
        let (file, path) = (try stage.file([1]), try #require(RemotePath("/a?b")))
        #expect(try fails(.notUnderstood) { try stage.drive.put(file, at: path) { _ in } })
    }

    @Test("A part of a file is read, and an old version is read from its beginning", arguments: Kind.allCases)
    func parts(kind: Kind) async throws {
        let stage = try await DriveStage(kind)
        let (path, bytes) = (try #require(RemotePath("/part.bin")), stage.bytes(200_000))
        try stage.drive.put(try stage.file(bytes), at: path) { _ in }
        // The date of a file that has just changed identifies nothing.
        try stage.age()
        let beginning = BeginningReceiver()
        try stage.drive.read(path, from: 0, ifStill: nil, limit: 1000, to: beginning)
        #expect(beginning.bytes == Array(bytes.prefix(1000)))
        let version = try #require(beginning.part?.version)
        let rest = BeginningReceiver()
        try stage.drive.read(path, from: 1000, ifStill: version, limit: nil, to: rest)
        #expect(rest.part?.start == 1000 && rest.bytes == Array(bytes.dropFirst(1000)))
        let other = BeginningReceiver()
        try stage.drive.read(path, from: 1000, ifStill: "\"another\"", limit: nil, to: other)
        #expect(other.part?.start == 0 && other.bytes == bytes)
    }

    @Test("A wrong password, a server without WebDAV and a server that is away are told apart")
    func failures() async throws {
        let apache = try await CloudServer(.apache, password: "right")
        let address = try #require(WebAddress(apache.address))
        func drive(_ address: WebAddress, _ password: String) throws -> WebDAVDrive {
            let credentials = WebDAVServer.Credentials(user: "anna", password: password)
            let server = try #require(WebDAVServer(address, credentials: credentials))
            return WebDAVDrive(server, client: WebClient())
        }
        #expect(try drive(address, "right").list(.root).isEmpty)
        #expect(try fails(.refused) { try drive(address, "wrong").list(.root) })
        let other = try #require(WebAddress("http://127.0.0.1:\(apache.port)/"))
        #expect(try fails(.notUnderstood) { try drive(other, "right").list(.root) })
        let away = try #require(WebAddress("http://127.0.0.1:\(FreePort.take())/"))
        #expect(try fails(.unavailable) { try drive(away, "right").list(.root) })
    }

    @Test("rclone ends with its server, and its folder is deleted")
    func end() throws {
        let folder = try TemporaryFolder("r")
        defer { withExtendedLifetime(folder) {} }
        var server: RcloneServer? = try RcloneServer(
            client: WebClient(), program: CloudServer.rclone.path, configuration: "/dev/null", folder: folder.path)
        #expect(try server?.remotes() == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        server = nil
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("A password is never sent unencrypted to another machine, and never part of an address")
    func addresses() throws {
        let credentials = WebDAVServer.Credentials(user: "anna", password: "secret")
        let open = try #require(WebAddress("http://cloud.example/dav"))
        #expect(WebDAVServer(open, credentials: credentials) == nil && WebDAVServer(open) != nil)
        let secure = try #require(WebAddress("https://cloud.example/dav"))
        #expect(WebDAVServer(secure, credentials: credentials) != nil)
        let telling = try #require(WebAddress("https://anna:secret@cloud.example/dav"))
        #expect(WebDAVServer(telling) == nil)
    }

    private func fails(_ code: RemoteError.Code, _ body: () throws -> some Any) throws -> Bool {
        do { _ = try body() } catch let error as RemoteError { return error.code == code }
        return false
    }
}
