import AppGroup
import Foundation
import TestSupport
import Testing

@testable import AppPackage

@Suite("Packing")
struct PackingTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    func pack(_ app: SampleApp, as name: String = "Rooms.ipa") throws -> String {
        let output = "\(folder.path)/\(name)"
        _ = try Package.pack(app.path, as: output)
        return output
    }

    @Test("Packing the same files gives the same bytes, whatever their dates and order")
    func isReproducible() throws {
        let first = try bytes(try pack(try SampleApp(in: folder)))
        let elsewhere = try TemporaryFolder()
        let app = try SampleApp(in: elsewhere)
        let names = try FileManager.default.contentsOfDirectory(atPath: app.path)
        for name in names.shuffled() {
            let path = "\(app.path)/\(name)"
            try FileManager.default.moveItem(atPath: path, toPath: "\(path).x")
            try FileManager.default.moveItem(atPath: "\(path).x", toPath: path)
            let date = Date(timeIntervalSince1970: .random(in: 0...1_700_000_000))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(app.path)/rooms")
        #expect(try bytes(try pack(app, as: "again.ipa")) == first)
    }

    @Test("Other programs find the same files in a packed archive")
    func isReadByOthers() throws {
        let app = try SampleApp(in: folder)
        let package = try pack(app)
        #expect(try Finished.run(["/usr/bin/env", "unzip", "-tqq", package]).status == 0)
        #expect(try Finished.run(["/usr/bin/env", "unzip", "-q", package, "-d", "\(folder.path)/out"]).status == 0)
        #expect(try SampleApp.tree("\(folder.path)/out/Payload/Rooms.app") == SampleApp.tree(app.path))
        let script =
            "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), *z.namelist(), sep='\\n')"
        let names = try Finished.run([Python.interpreter.path, "-c", script, package]).output.split(separator: "\n")
        #expect(names.prefix(4) == ["None", "Payload/", "Payload/Rooms.app/", "Payload/Rooms.app/Info.plist"])
        #expect(names.contains("Payload/Rooms.app/Räume/Plan A.txt"))
    }

    @Test("Packing leaves out the files that Finder leaves behind")
    func leavesOutRubbish() throws {
        let app = try SampleApp(in: folder)
        let clean = try bytes(try pack(app))
        try folder.write("Rooms.app/.DS_Store", [1])
        try folder.write("Rooms.app/Icon\r", [1])
        try folder.write("Rooms.app/Räume/Icon\r", [1])
        try folder.write("Rooms.app/Räume/__MACOSX/x", [1])
        #expect(try bytes(try pack(app, as: "again.ipa")) == clean)
    }

    @Test("Packing replaces a package of the same name only once the new one is complete")
    func replaces() throws {
        let old = try folder.write("Rooms.ipa", [1, 2, 3])
        #expect(throws: PackageError.self) {
            try pack(try SampleApp(in: folder, information: ["CFBundleIdentifier": nil]))
        }
        #expect(try bytes(old) == Data([1, 2, 3]))
        _ = try pack(try SampleApp("B.app", in: folder))
        #expect(try Package(path: old, checking: .contents).bundle.info.id == "org.example.rooms")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == ["B.app", "Rooms.app", "Rooms.ipa"])
    }

    @Test("Packing an app that could not be installed is refused and leaves nothing behind")
    func refuses() throws {
        let cases: [(String, (SampleApp) throws -> Void)] = [
            ("leads out of the app", { try $0.link("out", to: "../../etc/passwd") }),
            ("absolute path", { try $0.link("out", to: "/etc/passwd") }),
            ("which is not there", { try $0.link("out", to: "nothing") }),
            ("neither file, folder nor link", { mkfifo("\($0.path)/pipe", 0o600) }),
            ("same name as", { try folder.write("\(URL(filePath: $0.path).lastPathComponent)/ROOMS", [1]) }),
        ]
        for (number, (words, spoil)) in cases.enumerated() {
            let app = try SampleApp("\(number).app", in: folder)
            try spoil(app)
            let error = try #require(throws: PackageError.self) { try pack(app) }
            #expect(error.code == .refused && error.description.contains(words), "\(error)")
            #expect(error.description.contains("\(number).app") && !error.description.contains("launcher pack"))
            #expect(!error.description.contains(".new"))
        }
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.contains("ipa") })
    }

    @Test("Packing names the file whose name is not UTF-8", arguments: ["", "Räume/"])
    func otherEncoding(place: String) throws {
        let app = try SampleApp(in: folder)
        let path = Array("\(app.path)/\(place)b".utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        close(creat(path, 0o600))
        defer { unlink(path) }
        let error = try #require(throws: PackageError.self) { try pack(app) }
        #expect(error.code == .refused && error.description.contains("/\(place)b\\xFF” has a name"), "\(error)")
    }

    @Test("Packing names the link whose target is not UTF-8")
    func otherEncodingOfTarget() throws {
        let app = try SampleApp(in: folder)
        try #require(symlink([CChar(bitPattern: 0xFF), 0], "\(app.path)/link") == 0)
        let error = try #require(throws: PackageError.self) { try pack(app) }
        #expect(error.code == .refused && error.description.contains("Rooms.app/link "), "\(error)")
    }

    @Test(
        "Packing an app without Info.plist names the similar file that was found",
        arguments: [("Contents/Info.plist", "as bundles of macOS do"), ("info.plist", "must be spelled Info.plist")])
    func misplacedList(path: String, words: String) throws {
        try folder.write("A.app/\(path)", [1])
        let error = try #require(throws: PackageError.self) {
            try Package.pack("\(folder.path)/A.app", as: "\(folder.path)/x.ipa")
        }
        #expect(error.code == .refused && error.description.contains(words), "\(error)")
    }

    @Test("Packing replaces only regular files", arguments: ["pipe", "link", "folder", "folder/", "dangling", ""])
    func replacesOnlyFiles(name: String) throws {
        let app = try SampleApp(in: folder)
        try folder.write("folder/x", [1])
        mkfifo("\(folder.path)/pipe", 0o600)
        for (link, target) in [("link", "pipe"), ("dangling", "nothing")] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/\(link)", withDestinationPath: "\(folder.path)/\(target)")
        }
        let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        let output = name.isEmpty ? "" : "\(folder.path)/\(name)"
        let error = try #require(throws: PackageError.self) { try Package.pack(app.path, as: output) }
        #expect(error.code == .cannotCreate && (name.isEmpty || error.description.contains(name)))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
        var status = stat()
        #expect(lstat("\(folder.path)/pipe", &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test("Packing into a missing folder is refused before any work", arguments: ["none", "Rooms.app/rooms"])
    func refusesMissingFolder(name: String) throws {
        let app = try SampleApp(in: folder, information: ["CFBundleIdentifier": nil])
        let error = try #require(throws: PackageError.self) {
            try Package.pack(app.path, as: "\(folder.path)/\(name)/x.ipa")
        }
        #expect(error.code == .cannotCreate && error.code.exitStatus == 73)
        #expect(error.description.hasPrefix("There is no folder") && error.description.contains("/\(name)”"))
    }

    @Test(
        "Packing into the app itself is refused", arguments: ["Rooms.app/x.ipa", "Rooms.app/Räume/x.ipa", "link/x.ipa"])
    func refusesItself(name: String) throws {
        let app = try SampleApp(in: folder)
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/link", withDestinationPath: "Rooms.app/Räume")
        let before = try SampleApp.tree(app.path)
        let error = try #require(throws: PackageError.self) { try pack(app, as: name) }
        #expect(error.code == .cannotCreate && error.description.contains("is in the app, so"), "\(error)")
        #expect(try SampleApp.tree(app.path) == before)
        _ = try pack(app, as: "Rooms.app.ipa")
    }

    @Test(
        "An app's folder can be packed by a link to it, or from within",
        arguments: ["Link", "Rooms.app/.", "Rooms.app/"])
    func followsLinks(name: String) throws {
        let packed = try bytes(try pack(try SampleApp(in: folder)))
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/Link", withDestinationPath: "Rooms.app")
        let output = "\(folder.path)/again.ipa"
        _ = try Package.pack("\(folder.path)/\(name)", as: output)
        #expect(try bytes(output) == packed)
    }

    @Test(
        "Packing something that is not an app's folder is refused",
        arguments: ["Rooms", "Rooms.app/Info.plist", "nothing.app"])
    func refusesOthers(name: String) throws {
        _ = try SampleApp(in: folder)
        try FileManager.default.createDirectory(atPath: "\(folder.path)/Rooms", withIntermediateDirectories: true)
        let error = try #require(throws: PackageError.self) {
            try Package.pack("\(folder.path)/\(name)", as: "\(folder.path)/x.ipa")
        }
        #expect(error.description.contains(name) && [.refused, .notFound].contains(error.code))
    }
}
