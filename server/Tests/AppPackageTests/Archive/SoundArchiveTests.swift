import PackageCorpus
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

    @Test("An entry may contain anything, even end records and archives", .timeLimit(.minutes(1)))
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
            ("👩\u{200D}👩\u{200D}👧.png", 0o100644), ("می\u{200C}خواهم.txt", 0o100644), ("shared/", 0o042775),
            ("tmp/", 0o041777),
        ])
    func isHonest(name: String, mode: Int) throws {
        let zip = SoundArchive.package.changed { $0.add("\(SoundArchive.app)/\(name)", mode: mode) }
        let folder = try TemporaryFolder()
        let archive = try Archive(path: folder.write("a.ipa", zip.bytes()))
        #expect(archive.entries.last?.name == "\(SoundArchive.app)/\(name)")
    }

    @Test("An archive with 30,000 entries is accepted, and one more is refused", .timeLimit(.minutes(1)))
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
