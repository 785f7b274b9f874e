import Accounts
import AppCatalog
import AppGroup
import Foundation
import PackageCorpus
import ServerTestSupport
import Serving
import TestSupport
import Testing

@testable import CatalogServer

@Suite("The publication of packages", .serialized, .timeLimit(.minutes(20)))
struct PublishingTests {
    private let files: TemporaryFolder
    private let server: RunningServer
    private let ada: RunningServer.Account

    init() async throws {
        files = try TemporaryFolder()
        server = try await RunningServer()
        ada = try await server.addUser("ada", role: .publisher)
    }

    /// The files in the folders of blobs and uploads.
    private func blobs() throws -> Set<String> {
        let names = try server.folder.files().keys.filter { $0.hasPrefix("blobs/") || $0.hasPrefix("uploads/") }
        return Set(names).subtracting(["blobs/catalog-owner"])
    }

    @Test("Publishing makes a release with the details from the package's file")
    func makesRelease() async throws {
        let keys = """
            <key>CFBundleVersion</key><string>34</string><key>MinimumOSVersion</key><string>15.0</string>\
            <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>rooms</string></array></dict></array>
            """
        let package = try SamplePackage("1.2", name: "Räume &amp; mehr", keys: keys, in: files)
        try #require(try await server.upload(package, as: ada).status == 201)
        let answer = try await server.release(package, as: ada, channel: .beta, notes: "one\r\ntwo\rthree")
        #expect(answer.status == 201)
        let publication = try JSONDecoder().decode(Publication.self, from: answer.body)
        #expect(
            publication.package == "org.example.rooms" && publication.name == "Räume & mehr" && !publication.existed)
        let release = publication.release
        #expect(release.version == "1.2" && release.build == "34" && release.channel == .beta)
        #expect(release.notes == "one\ntwo\nthree" && release.minimumSystem == "15.0")
        #expect(release.sha256 == "\(package.hash)" && release.size == UInt64(package.bytes.count))
        let stored = try #require(try await server.store.releases().first)
        #expect(stored.contents.schemes == ["rooms"] && stored.publisher == "ada")
        #expect(
            try blobs() == Set([package.hash, stored.contents.icon.digest].map { "blobs/\("\($0)".prefix(2))/\($0)" }))
        #expect(try await server.store.auditEntries(limit: 1, before: nil).first?.action == "publish")
    }

    @Test("The answer to a publication names the releases that it removed because of the limit")
    func namesRemoved() async throws {
        let limited = try await RunningServer(options: ["--kept-releases", "1"])
        let ben = try await limited.addUser("ben", role: .publisher)
        func removed(by package: SamplePackage) async throws -> [String]? {
            let answer = try await limited.publish(package, as: ben)
            return try JSONDecoder().decode(Publication.self, from: answer.body).removed
        }
        #expect(try await removed(by: SamplePackage("1.0", in: files)) == nil)
        let old = try #require(try await limited.store.releases().first)
        #expect(try await removed(by: SamplePackage("1.1", in: files)) == [old.contents.label])
    }

    @Test("A server that is pointed at the packages of another catalog changes nothing there, and logs why")
    func refusesForeignPlace() async throws {
        try await server.publish(try SamplePackage("1.0", in: files), as: ada)
        let before = try blobs()
        let other = try await RunningServer(options: ["--blobs", "\(server.folder.path)/blobs"])
        let ben = try await other.addUser("ben", role: .publisher)
        let package = try SamplePackage("2.0", in: files)
        try #require(try await other.upload(package, as: ben).status == 201)
        let answer = try await other.release(package, as: ben)
        #expect(answer.status == 500, "\(answer)")
        #expect(answer.message?.hasPrefix("The server can't store packages;") == true)
        #expect(other.log.contains("belongs to the catalog") && other.log.contains("catalog-server package adopt"))
        #expect(try blobs() == before)
    }

    @Test("Every hostile package is refused with the message of launcher inspect and leaves nothing behind")
    func refusesHostile() async throws {
        let hostile = HostileArchive.all + HostileArchive.bundles
        let before = try blobs()
        let client = BuiltProgram.folder.appending(path: "launcher-store").path
        for (number, archive) in hostile.enumerated() {
            let package = try SamplePackage(archive.bytes, name: "hostile.ipa", in: files)
            try #require(try await server.upload(package, as: ada).status == 201, "\(archive)")
            let answer = try await server.release(package, as: ada)
            #expect(answer.status == 422 && answer.code == "refusedPackage", "\(archive) \(answer)")
            #expect(answer.message?.contains(archive.refusal) == true, "\(archive) \(answer)")
            // The tests of the program have it inspect all of them, and expect the same messages.
            guard number.isMultiple(of: 8) else { continue }
            let inspected = try await Finished.run(
                [client, "inspect", "--verify", package.path], environment: ["HOME": files.path])
            #expect(inspected.errors == "launcher: \(answer.message ?? "")\n", "\(archive)")
        }
        #expect(try blobs() == before)
        #expect(try await server.store.releases().isEmpty)
        #expect(try await server.curl([], "/healthz").status == 200)
    }

    @Test("Publishing the same bytes again gives the same release, and other bytes of that version are refused")
    func isUnique() async throws {
        let package = try SamplePackage(in: files)
        try await server.publish(package, as: ada)
        try #require(try await server.upload(package, as: ada).status == 201)
        let again = try await server.release(package, as: ada, notes: "other")
        #expect(again.status == 200)
        #expect(try JSONDecoder().decode(Publication.self, from: again.body).existed)
        let other = try SamplePackage(payload: 5, in: files)
        try #require(try await server.upload(other, as: ada).status == 201)
        let conflict = try await server.release(other, as: ada)
        #expect(conflict.status == 409 && conflict.code == "conflict", "\(conflict)")
        #expect(try await server.release(other, as: ada).status == 404)
        #expect(try blobs().allSatisfy { $0.hasPrefix("blobs/") })
        #expect(try await server.store.releases().map(\.contents.digest) == [package.hash])
        let foreign = try SamplePackage("3", group: "org.example.others", in: files)
        try #require(try await server.upload(foreign, as: ada).status == 201)
        let refused = try await server.release(foreign, as: ada)
        #expect(
            refused.code == "refusedPackage" && refused.message?.contains("org.example.others") == true, "\(refused)")
        let unnamed = try SamplePackage("4", group: nil, in: files)
        try await server.publish(unnamed, as: ada)
    }

    @Test("Only the publisher whose answer was lost learns without another upload that the release exists")
    func isRepeatable() async throws {
        let package = try SamplePackage(in: files)
        let publication = try JSONDecoder().decode(
            Publication.self, from: try await server.publish(package, as: ada).body)
        let again = try await server.release(package, as: ada)
        #expect(again.status == 200)
        let repeated = try JSONDecoder().decode(Publication.self, from: again.body)
        #expect(repeated.existed && repeated.release == publication.release)
        let bob = try await server.addUser("bob", role: .publisher)
        #expect(try await server.release(package, as: bob).status == 404)
    }

    @Test("Several concurrent publications of the same version make one release", arguments: [true, false])
    func isDoneByMany(sameBytes: Bool) async throws {
        var publishers: [(RunningServer.Account, SamplePackage)] = []
        for index in 0..<4 {
            let package = try SamplePackage("7", payload: sameBytes ? 100_000 : 100_000 + index, in: files)
            let publisher = try await server.addUser("publisher\(index)", role: .publisher)
            try #require(try await server.upload(package, as: publisher).status == 201)
            publishers.append((publisher, package))
        }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for (publisher, package) in publishers {
                group.addTask { try await server.release(package, as: publisher).status }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }.sorted()
        }
        #expect(statuses == (sameBytes ? [200, 200, 200, 201] : [201, 409, 409, 409]))
        #expect(try await server.store.releases().count == 1)
    }

    @Test("A publication that is killed leaves a complete release or none, and can be repeated")
    func survivesKill() async throws {
        for round in 1...6 {
            let package = try SamplePackage("1.\(round)", payload: 6 << 20, in: files)
            try #require(try await server.upload(package, as: ada).status == 201)
            async let publishing = server.release(package, as: ada)
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...400)))
            server.kill()
            _ = try await publishing
            try await server.start()
            for release in try await server.store.releases() {
                for hash in [release.contents.digest, release.contents.icon.digest] {
                    #expect(
                        FileManager.default.fileExists(
                            atPath: "\(server.folder.path)/blobs/\("\(hash)".prefix(2))/\(hash)"))
                }
            }
            if try await server.store.release(of: "org.example.rooms", digest: package.hash) == nil {
                #expect(try await server.release(package, as: ada).status == 201)
            }
        }
        #expect(try await server.store.releases().count == 6)
        #expect(try blobs().allSatisfy { !$0.hasPrefix("blobs/new/") })
    }

    @Test("A browser's form can publish a package")
    func takesForm() async throws {
        let package = try SamplePackage(payload: 2 << 20, in: files)
        let form = ["-F", "file=@\(package.path)", "-F", "channel=beta", "-F", "notes=first of all"]
        let published = try await server.curl(ada.header + form, "/publish")
        #expect(published.status == 201 && published.text.contains("Published Rooms 1.0"), "\(published)")
        let release = try #require(try await server.store.releases().first)
        #expect(release.terms.channel == .beta && release.terms.notes == "first of all")
        let again = try await server.curl(
            ada.header + ["-F", "file=@\(package.path)", "-F", "channel=stable", "-F", "notes=other"], "/publish")
        #expect(again.status == 200 && again.text.contains("was published before"), "\(again)")
        let digits = "\(package.hash)".prefix(12)
        #expect(
            again.text.contains(
                "Not applied: channel stable. At the server: catalog-server package channel org.example.rooms \(digits) stable"
            ), "\(again)")
        #expect(again.text.contains("PATCH \(server.url)/v1/admin/packages/org.example.rooms/releases/"), "\(again)")
        #expect(try await server.store.releases().first?.terms == release.terms)
        let garbage = try files.write("x.ipa", Array("no zip <b>".utf8))
        let refused = try await server.curl(
            ada.header + ["-F", "file=@\(garbage)", "--form-string", "notes=<i>"], "/publish")
        #expect(refused.status == 422 && !refused.text.contains("<i>"), "\(refused)")
        let none = try await server.curl(ada.header + ["-F", "notes=x"], "/publish")
        #expect(none.status == 400 && none.text.contains("No file was chosen"), "\(none)")
        let eve = try await server.addUser("eve")
        #expect(try await server.curl(eve.header + form, "/publish").status == 403)
        #expect(try await server.curl(form, "/publish").status == 303)
        #expect(try await server.curl(ada.header + ["-d", "file=x"], "/publish").status == 400)
        #expect(
            try await server.curl(
                ada.header + ["-H", "Origin: https://evil.example"] + form, "/publish"
            ).status == 403)
        #expect(try blobs().allSatisfy { $0.hasPrefix("blobs/") && !$0.hasPrefix("blobs/new/") })
    }

    @Test("A refused form gets the reason and leaves no file behind, and the server keeps running")
    func refusesForm() async throws {
        let small = try await RunningServer(options: ["--package-mebibytes", "1"])
        let bob = try await small.addUser("bob", role: .publisher)
        let package = try SamplePackage(in: files)
        let large = try SamplePackage(payload: 3 << 20, in: files)
        let notes = try files.write("notes", Array(repeating: UInt8(ascii: "x"), count: 200_000))
        let zero = try files.write("zero", Array("one\0two".utf8))
        let file = ["-F", "file=@\(package.path)"]
        for (form, status) in [
            (file + file, 400), (["-F", "channel=gamma"] + file, 400), (["-F", "notes=<\(notes)"] + file, 413),
            (["-F", "file=@\(large.path)", "-H", "Expect: 100-continue"], 413), (["-F", "file=@\(large.path)"], 413),
            (file + ["-F", "channel=gamma"], 400), (file + ["-F", "notes=<\(zero)"], 422),
        ] {
            let answer = try await small.curl(bob.header + form, "/publish")
            #expect(answer.status == status && answer.text.contains("role=\"alert\""), "\(form) \(answer)")
            #expect(try await small.curl([], "/healthz").status == 200, "\(form)")
            #expect(try small.folder.files().keys.allSatisfy { !$0.hasPrefix("uploads/") }, "\(form)")
        }
        #expect(try await small.curl(bob.header + file, "/publish").status == 201)
    }

    @Test("Release notes with a null character are refused")
    func refusesNotes() async throws {
        let package = try SamplePackage(in: files)
        try #require(try await server.upload(package, as: ada).status == 201)
        let refused = try await server.release(package, as: ada, notes: "be\u{0}fore")
        #expect(refused.status == 422 && refused.code == "invalid", "\(refused)")
        #expect(try await server.release(package, as: ada, notes: "before").status == 201)
    }

    @Test("The command on the server's machine can publish a package although killed commands have left files")
    func takesFileBesideLeftovers() async throws {
        try FileManager.default.createDirectory(
            atPath: "\(server.folder.path)/uploads/0", withIntermediateDirectories: true)
        for number in UInt8.min..<20 {
            _ = try server.folder.write("uploads/0/\(BlobDigest(sha256Of: [number]))", [number])
            _ = try server.folder.write("uploads/0/killed\(number).form", [number])
        }
        let program = BuiltProgram.folder.appending(path: "catalog-server").path
        let package = try SamplePackage(in: files)
        let done = try await Finished.run([
            program, "package", "publish", package.path, "--data", server.folder.path,
        ])
        #expect(done.status == 0 && done.errors.contains("Published Rooms 1.0"), "\(done)")
        #expect(try server.folder.files().keys.allSatisfy { !$0.hasSuffix(".form") })
    }

    @Test("The command on the server's machine can publish a package")
    func takesFile() async throws {
        let program = BuiltProgram.folder.appending(path: "catalog-server").path
        let package = try SamplePackage(in: files)
        let words = [program, "package", "publish", package.path, "--data", server.folder.path]
        let first = try await Finished.run(words + ["--channel", "beta"])
        #expect(first.status == 0 && first.errors.contains("Published Rooms 1.0"), "\(first)")
        let plain = try await Finished.run(words)
        #expect(plain.status == 0 && plain.errors.contains("was published before"), "\(plain)")
        #expect(!plain.errors.contains("Not applied"), "\(plain)")
        let again = try await Finished.run(words + ["--channel", "stable"])
        let digits = "\(package.hash)".prefix(12)
        #expect(
            again.errors.contains(
                "Not applied: channel stable. At the server: catalog-server package channel org.example.rooms \(digits) stable"
            ), "\(again)")
        let same = try await Finished.run(words + ["--channel", "beta"])
        #expect(same.status == 0 && !same.errors.contains("Not applied"), "\(same)")
        let link = "\(files.path)/link.ipa"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: package.path)
        let linked = try await Finished.run([program, "package", "publish", link, "--data", server.folder.path])
        #expect(linked.status == 0 && linked.errors.contains("was published before"), "\(linked)")
        for folder in [files.path, "/dev/null"] {
            let refused = try await Finished.run([program, "package", "publish", folder, "--data", server.folder.path])
            #expect(refused.status == 65 && refused.errors.contains("\(folder) is not a file"), "\(refused)")
        }
        let garbage = try files.write("x.ipa", Array("no zip".utf8))
        let refused = try await Finished.run([program, "package", "publish", garbage, "--data", server.folder.path])
        #expect(refused.status == 65, "\(refused)")
        let missing = try await Finished.run([
            program, "package", "publish", "/nowhere.ipa", "--data", server.folder.path,
        ])
        #expect(missing.status == 66, "\(missing)")
        try await server.grant("org.example.rooms", to: ada)
        #expect(try await server.curl(ada.header, package.file).body == package.bytes)
        #expect(try blobs().allSatisfy { $0.hasPrefix("blobs/") })
    }
}
