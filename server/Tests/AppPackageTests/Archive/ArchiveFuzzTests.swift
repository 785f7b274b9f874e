import Foundation
import PackageCorpus
import TestSupport
import Testing

@testable import AppPackage

@Suite("Randomly damaged archives")
struct ArchiveFuzzTests {
    @Test("A randomly damaged archive is refused, or read as Python reads it")
    func fuzz() throws {
        let folder = try TemporaryFolder()
        let examples = (HostileArchive.all.map(\.bytes) + [Self.richPackage]).filter { $0.count < 100_000 }
        var accepted: [(path: String, contents: ArchiveOracle.Contents, seed: UInt64)] = []
        for seed in Fuzz.seeds(from: .random(in: 1...999_999), usually: .seconds(2)) {
            var source = RandomSource(seed: seed)
            let chosen = source.below(2) == 0 ? examples : [Self.richPackage]
            let path = try folder.write("\(seed).ipa", MutatedBytes.make(from: chosen, using: &source))
            let start = Fuzz.processorTime
            do {
                let archive = try Archive(path: path)
                _ = try? ArchiveBundle(of: archive.entries)
                accepted.append((path, try archive.allContents(), seed))
            } catch let error as PackageError {
                #expect(error.code == .refused, "seed \(seed): \(error)")
                try FileManager.default.removeItem(atPath: path)
            }
            #expect(Fuzz.processorTime - start < 10, "seed \(seed)")
        }
        let opinions = try ArchiveOracle.opinions(of: accepted.map(\.path), alsoUnzip: false)
        for (ours, theirs) in zip(accepted, opinions) {
            #expect(ours.contents == theirs.zipfile, "seed \(ours.seed)")
        }
    }

    /// An archive with some of everything.
    private static let richPackage = SoundArchive.package.changed {
        $0.link("\(SoundArchive.app)/Versions/Current", to: "A")
        $0.add("\(SoundArchive.app)/Versions/A/é", "contents", deflated: true) {
            $0.both { $0.flags |= 8 }
            if let header = $0.central {
                $0.after = .numbers([0x0807_4B50, Int(header.crc), header.compressedSize, header.size], 4)
            }
        }
        $0.add("\(SoundArchive.app)/large", "contents") {
            $0.local?.extra = .extra(1, .numbers([8, 8], 8))
            $0.local?.size = 0xFFFF_FFFF
            $0.local?.compressedSize = 0xFFFF_FFFF
            $0.central?.extra = .extra(0x5455, [1, 0, 0, 0, 0])
        }
        $0.zip64 = ZipWriter.Zip64()
        $0.end.comment = Array("comment".utf8)
    }.bytes()
}
