import AppGroup
import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@testable import AppPackage

@Suite("Unpacking")
struct UnpackingTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Packs an app's folder and unpacks it again.
    func unpack(_ app: SampleApp, into name: String = "out") throws -> String {
        let package = try Package.pack(app.path, as: "\(folder.path)/x.ipa")
        let output = "\(folder.path)/\(name)"
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: false)
        try package.unpack(into: output)
        return output
    }

    @Test("Unpacking restores the packed files under their own names")
    func roundTrip() throws {
        let app = try SampleApp(in: folder)
        try FileManager.default.createDirectory(
            atPath: "\(app.path)/empty/emptier", withIntermediateDirectories: true)
        let output = try unpack(app)
        #expect(try FileManager.default.contentsOfDirectory(atPath: output) == ["Rooms.app"])
        #expect(try SampleApp.tree("\(output)/Rooms.app") == SampleApp.tree(app.path))
        let bundle = try AppBundle(unpackedIn: output)
        #expect(bundle.info.id == "org.example.rooms")
    }

    @Test(
        "What a file manager writes beside an unpacked bundle does not damage it",
        arguments: [".DS_Store", ".directory"])
    func strayFile(name: String) throws {
        let output = try unpack(try SampleApp(in: folder))
        try Data().write(to: URL(filePath: "\(output)/\(name)"))
        #expect(try AppBundle(unpackedIn: output).folderName == "Rooms.app")
        #expect(try AppBundle.info(unpackedIn: output).id == "org.example.rooms")
    }

    @Test("Unpacked files and folders are writable by nobody")
    func isImmutable() throws {
        let output = try unpack(try SampleApp(in: folder))
        for name in try FileManager.default.subpathsOfDirectory(atPath: output) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(output)/\(name)")
            guard attributes[.type] as? FileAttributeType != .typeSymbolicLink else { continue }
            let permissions = try #require(attributes[.posixPermissions] as? Int)
            #expect(permissions & 0o222 == 0, "\(name)")
        }
    }

    @Test("The app's executable is unpacked as executable, whatever the archive says")
    func mayBeExecuted() throws {
        let app = try SampleApp(in: folder)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(app.path)/rooms")
        let output = try unpack(app)
        #expect(FileManager.default.isExecutableFile(atPath: "\(output)/Rooms.app/rooms"))
        #expect(try Finished.run(["/usr/bin/env", "\(output)/Rooms.app/rooms", "a b"]).output == "rooms a b\n")
    }

    @Test("Unpacking leaves out everything outside the bundle")
    func leavesOutTheRest() throws {
        let app = try SampleApp(in: folder)
        try folder.write("zip/Payload/iTunesMetadata.plist", [1])
        try folder.write("zip/__MACOSX/._x", [1])
        try FileManager.default.moveItem(atPath: app.path, toPath: "\(folder.path)/zip/Payload/Rooms.app")
        #expect(try zip("-qry").status == 0)
        let output = "\(folder.path)/out"
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: false)
        try Package(path: "\(folder.path)/x.ipa", checking: .structure).unpack(into: output)
        #expect(
            try SampleApp.tree("\(output)")
                == SampleApp.tree("\(folder.path)/zip/Payload").filter {
                    !$0.hasPrefix("iTunesMetadata")
                })
    }

    @Test("Unpacking does not begin on a disk without room, and names it by a folder that stays")
    func needsRoom() throws {
        _ = try Package.pack(try SampleApp(in: folder).path, as: "\(folder.path)/x.ipa")
        let archive = try Archive(path: "\(folder.path)/x.ipa")
        let unpacker = Unpacker(
            archive: archive, bundle: try ArchivedBundle(in: archive), executable: "rooms", place: "/groups/x")
        let error = try #require(throws: PackageError.self) { try unpacker.checkRoom(1000) }
        #expect(error.code == .inputOutput && error.description.contains("the disk of “/groups/x” has 0 MB left"))
        try unpacker.checkRoom(.max)
    }

    @Test("If the disk is full or fails while a package is unpacked, the error names a folder that stays")
    func failingDisk() throws {
        _ = try Package.pack(try SampleApp(in: folder).path, as: "\(folder.path)/x.ipa")
        let archive = try Archive(path: "\(folder.path)/x.ipa")
        let unpacker = Unpacker(
            archive: archive, bundle: try ArchivedBundle(in: archive), executable: "rooms", place: "/groups/x")
        for error in [SystemError.noSpace, .quotaExceeded, .inputOutput] {
            let failure = unpacker.failure(writing: "/groups/x/.incoming-1/files/a", error)
            #expect(
                failure.exitStatus == 74 && failure.description.hasPrefix("/groups/x cannot be written"), "\(failure)")
        }
        let other = unpacker.failure(writing: "/groups/x/.incoming-1/files/a", .exists)
        #expect(other.exitStatus == 73 && other.description.contains("files/a"), "\(other)")
    }

    @Test("Unpacking refuses a package that has changed since it was opened")
    func changedMeanwhile() throws {
        let path = "\(folder.path)/x.ipa"
        let package = try Package.pack(try SampleApp(in: folder).path, as: path)
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
        let output = "\(folder.path)/out"
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: false)
        let error = try #require(throws: PackageError.self) { try package.unpack(into: output) }
        #expect(error.code == .refused && error.description.contains("changed"))
    }

    @Test("Unpacking detects contents that differ from the archive's description")
    func findsDamage() throws {
        let app = try SampleApp(in: folder)
        let package = try Package.pack(app.path, as: "\(folder.path)/x.ipa")
        let url = URL(filePath: "\(folder.path)/x.ipa")
        var bytes = try Data(contentsOf: url)
        let place = try #require(
            bytes.range(of: Data("kit".utf8), in: bytes.range(of: Data("A/Kit".utf8))!.upperBound..<bytes.endIndex))
        bytes[place.lowerBound] ^= 1
        try bytes.write(to: url)
        _ = package
        let damaged = try Package(path: url.path, checking: .structure)
        let error = try #require(throws: PackageError.self) { try damaged.unpack(into: try folder.write("o/x", [])) }
        #expect(error.code != .refused)
        let output = "\(folder.path)/out"
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: false)
        let refusal = try #require(throws: PackageError.self) { try damaged.unpack(into: output) }
        #expect(refusal.code == .refused && refusal.description.contains("Kit.framework/Versions/A/Kit"))
        #expect(throws: PackageError.self) { try Package(path: url.path, checking: .smallContents) }
    }

    @Test("A damaged file beside the app is refused when the app is unpacked")
    func findsDamageBeside() throws {
        let app = try SampleApp(in: folder)
        try folder.write("zip/iTunesMetadata.plist", "beside the app".utf8)
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/zip/Payload", withIntermediateDirectories: false)
        try FileManager.default.moveItem(atPath: app.path, toPath: "\(folder.path)/zip/Payload/Rooms.app")
        #expect(try zip("-0qry").status == 0)
        let url = URL(filePath: "\(folder.path)/x.ipa")
        var bytes = try Data(contentsOf: url)
        bytes[try #require(bytes.range(of: Data("beside the app".utf8))).lowerBound] ^= 1
        try bytes.write(to: url)
        let output = "\(folder.path)/out"
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: false)
        let damaged = try Package(path: url.path, checking: .structure)
        let refusal = try #require(throws: PackageError.self) { try damaged.unpack(into: output) }
        #expect(refusal.code == .refused && refusal.description.contains("iTunesMetadata.plist"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: output).isEmpty)
    }

    @Test("The digest of a package is that of sha256sum, unless the file changes meanwhile")
    func digest() throws {
        let path = "\(folder.path)/x.ipa"
        let package = try Package.pack(try SampleApp(in: folder).path, as: path)
        let sum = try Finished.run(["/usr/bin/env", "sha256sum", path]).output
        #expect(try package.digest().description == sum.prefix(64))
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
        let error = try #require(throws: PackageError.self) { try package.digest() }
        #expect(error.description.contains("changed"))
    }

    /// Packs the folder `zip` as `x.ipa`.
    private func zip(_ options: String) throws -> Finished {
        try Finished.run(["/usr/bin/env", "zip", options, "../x.ipa", "."], in: "\(folder.path)/zip")
    }
}
