import Foundation
import PackageCorpus
import TestSupport
import Testing

@testable import AppPackage

/// We find the same names, kinds and contents in archives as other programs.
@Suite("Sound archives")
struct SoundArchiveTests {
    @Test("An archive by zip or Python has the same contents here as in unzip and Python")
    func isReadLikeOthers() throws {
        let folder = try TemporaryFolder()
        let paths = try ArchiveOracle.makeArchives(in: folder.path)
        #expect(paths.count >= 24)
        let opinions = try ArchiveOracle.opinions(of: paths, alsoUnzip: true)
        for (path, opinion) in zip(paths, opinions) {
            let contents = try Archive(path: path).allContents()
            #expect(contents == opinion.zipfile, "\(path)")
            // Python reports no Unix permissions if the archive has none.
            guard let unzip = opinion.unzip else { continue }
            for (name, content) in contents {
                let theirs = unzip[name.hasPrefix("./") ? String(name.dropFirst(2)) : name]
                #expect(theirs?.replacing(" x", with: "") == content.replacing(" x", with: ""), "\(path): \(name)")
            }
            #expect(
                Set(unzip.keys.filter { !$0.hasSuffix("/") }) == Set(contents.keys.filter { !$0.hasSuffix("/") }),
                "\(path)")
        }
    }

    @Test("An entry may contain anything, even end records and archives", .timeLimit(.minutes(3)))
    func mayHoldArchives() throws {
        let folder = try TemporaryFolder()
        // Each of these leads to a directory with many entries; a reader that tries them all needs minutes.
        var directory = ZipWriter()
        for number in 0..<40_000 { directory.add("\(number)") }
        let headers = directory.entries.reduce(into: [UInt8]()) { $0 += $1.central?.centralBytes(offset: 0) ?? [] }
        let zip = SoundArchive.package.changed {
            $0.add("\(SoundArchive.app)/headers".utf8, headers)
            let start = $0.bytesBeforeDirectory - headers.count
            let end = ZipWriter().changed {
                ($0.end.count, $0.end.size, $0.end.offset) = (40_000, headers.count, start)
            }.bytes()
            $0.add("\(SoundArchive.app)/ends".utf8, (0..<2900).flatMap { _ in end })
        }
        let archive = try Archive(path: folder.write("ends.ipa", zip.bytes()))
        #expect(archive.entries.count == 6)
        try archive.verifyContents()
    }

    @Test("Files that macOS adds for itself do not count when the app is looked for")
    func hasApp() throws {
        let folder = try TemporaryFolder()
        let zip = SoundArchive.package.changed {
            $0.add("__MACOSX/Payload/Other.app/Info.plist")
            $0.add("Payload/.DS_Store")
            $0.add("\(SoundArchive.app)/PlugIns/Share.appex/Info.plist")
            $0.add("\(SoundArchive.app)/Watch/Watch.app/Info.plist")
            $0.add("iTunesMetadata.plist")
        }
        let archive = try Archive(path: folder.write("a.ipa", zip.bytes()))
        let bundle = try ArchiveBundle(of: archive.entries)
        #expect(bundle.name == "Rooms.app")
        #expect(archive.entries.filter(\.isIgnored).count == 2)
    }

    @Test(
        "Names may have emoji and letters with invisible joiners, and folders may have the setgid bit",
        arguments: [
            ("👩\u{200D}👩\u{200D}👧.png", 0o100644), ("می\u{200C}خواهم.txt", 0o100644), ("র\u{200D}\u{9CD}যাম", 0o100644),
            ("葛\u{E0100}城", 0o100644), ("\u{601}٣", 0o100644), ("shared/", 0o042775),
            ("tmp/", 0o041777),
        ])
    func isHonest(name: String, mode: Int) throws {
        let zip = SoundArchive.package.changed { $0.add("\(SoundArchive.app)/\(name)", mode: mode) }
        let folder = try TemporaryFolder()
        let archive = try Archive(path: folder.write("a.ipa", zip.bytes()))
        #expect(archive.entries.last?.name == "\(SoundArchive.app)/\(name)")
    }

    @Test("Files that Finder leaves behind are ignored, whatever their names in __MACOSX")
    func ignoresLeftovers() throws {
        let names: [[UInt8]] = [
            Array("__MACOSX/".utf8), Array("__MACOSX/Payload/Rooms.app/._Icon\r".utf8),
            Array("__MACOSX/Payload/Rooms.app/._Icon\r".utf8), Array("__MACOSX/._a\\b:\u{202E}\u{200B}".utf8),
            Array("__MACOSX/._Rooms".utf8) + [0xE9], Array("__MACOSX//._\u{301}".utf8),
            Array("__MACOSX/\(String(repeating: "a/", count: 500))x".utf8),
            Array("\(SoundArchive.app)/Icon\r".utf8), Array("Icon\r".utf8), Array("Payload/Räume/Icon\r".utf8),
        ]
        let zip = SoundArchive.package.changed { zip in
            // macOS does not say that its names are UTF-8.
            for name in names {
                let contents = Array((name.last == UInt8(ascii: "/") ? "" : "left").utf8)
                zip.add(name, contents, deflated: true) { $0.both { $0.flags = 0 } }
            }
        }
        let folder = try TemporaryFolder()
        let path = try folder.write("a.ipa", zip.bytes())
        let archive = try Archive(path: path)
        try archive.verifyContents()
        #expect(archive.entries.filter(\.isIgnored).count == names.count)
        let package = try Package(path: path, checking: .contents)
        let output = "\(folder.path)/out"
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: false)
        try package.unpack(into: output)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: output).count == 3)
    }

    @Test(
        "A name that only resembles what Finder leaves behind is checked",
        arguments: ["Icon\r/", "Icon\r\r", "icon\r", "xIcon\r"])
    func checksOthers(name: String) throws {
        let folder = try TemporaryFolder()
        let zip = SoundArchive.package.changed { $0.add("\(SoundArchive.app)/\(name)") }
        let error = #expect(throws: PackageError.self) { try Archive(path: folder.write("a.ipa", zip.bytes())) }
        #expect(error?.description.contains("control character") == true, "\(error?.description ?? "")")
    }

    @Test(
        "Zeros after the end of an archive are ignored, as other programs ignore them",
        arguments: [1, 21, 10_000, 65_000])
    func ignoresPadding(count: Int) throws {
        let folder = try TemporaryFolder()
        let zeros = [UInt8](repeating: 0, count: count)
        let comment = Array("comment".utf8)
        var zips = [SoundArchive.package.changed { $0.trailer = zeros }]
        zips.append(zips[0].changed { $0.end.comment = comment })
        zips.append(zips[0].changed { $0.zip64 = ZipWriter.Zip64() })
        for (number, zip) in zips.enumerated() {
            let path = try folder.write("\(number).ipa", zip.bytes())
            let contents = try Archive(path: path).allContents()
            #expect(contents == (try ArchiveOracle.opinions(of: [path], alsoUnzip: true).first?.zipfile))
            #expect(try Package(path: path, checking: .contents).entryCount == 4)
        }
    }

    @Test("An empty file may be compressed to two bytes or to none")
    func readsEmptyStreams() throws {
        let folder = try TemporaryFolder()
        let zip = SoundArchive.package.changed {
            $0.add("\(SoundArchive.app)/two", deflated: true)
            $0.add("\(SoundArchive.app)/none", deflated: true) {
                $0.content = []
                $0.both { $0.compressedSize = 0 }
            }
        }
        let path = try folder.write("a.ipa", zip.bytes())
        let contents = try Archive(path: path).allContents()
        #expect(contents == (try ArchiveOracle.opinions(of: [path], alsoUnzip: false).first?.zipfile))
    }

    @Test("An archive with 30,000 entries is accepted, and one more is refused", .timeLimit(.minutes(3)))
    func mayBeLarge() throws {
        let folder = try TemporaryFolder()
        // The app itself has four entries, and there is a folder for every hundred.
        var zip = SoundArchive.package
        for number in 0..<29_700 { zip.add("\(SoundArchive.app)/\(number % 296)/\(number)") }
        #expect(try Archive(path: folder.write("most.ipa", zip.bytes())).entries.count == 29_704)
        zip.add("\(SoundArchive.app)/x")
        let error = #expect(throws: PackageError.self) { try Archive(path: folder.write("more.ipa", zip.bytes())) }
        #expect(error?.description.contains("more than 30000") == true)
    }

    @Test("Files, folders, links and programs are told apart")
    func hasKinds() throws {
        let folder = try TemporaryFolder()
        let zip = SoundArchive.package.changed {
            $0.link("\(SoundArchive.app)/Versions/Current", to: "A")
            $0.add("\(SoundArchive.app)/Versions/A/Kit")
            $0.link("\(SoundArchive.app)/Kit", to: "./Versions//Current/../Current/Kit")
        }
        let archive = try Archive(path: folder.write("a.ipa", zip.bytes()))
        let file = ArchiveEntry.Kind.file(isExecutable: false)
        let kinds: [ArchiveEntry.Kind] = [
            .directory, .directory, file, .file(isExecutable: true), .link(target: "A"), file,
            .link(target: "./Versions//Current/../Current/Kit"),
        ]
        #expect(archive.entries.map(\.kind) == kinds)
    }
}

extension Archive {
    /// The contents of the archive in the words of ``ArchiveOracle``.
    func allContents() throws -> ArchiveOracle.Contents {
        var contents: ArchiveOracle.Contents = [:]
        for entry in entries {
            let bytes = try read(entry, limit: .max)
            switch entry.kind {
            case .directory: contents[entry.name] = "folder"
            case .link(let target): contents[entry.name] = "link \(target)"
            case .file(let isExecutable):
                contents[entry.name] = "file \(Deflate.checksum(bytes)) \(bytes.count)" + (isExecutable ? " x" : "")
            }
        }
        return contents
    }
}
