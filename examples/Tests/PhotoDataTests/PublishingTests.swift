import ExamplesTestSupport
import Foundation
import PhotoData
import TestSupport
import Testing

@Suite("Publishing copies")
struct PublishingTests {
    private static let secret = Array("SECRET".utf8)

    private func expectNoSecret(_ bytes: [UInt8], _ name: String) {
        #expect(Data(bytes).range(of: Data(Self.secret)) == nil, "\(name)")
    }

    @Test("A copy by Pillow's eyes has the same pixels, colors and orientation, and by ExifTool's nothing else")
    func pillow() throws {
        let folder = try TemporaryFolder("photos")
        var names: [String] = []
        var copies: [String] = []
        for photo in try MadePhoto.make(in: folder.url) {
            let path = folder.url.appending(path: photo.file).path
            let copy = try PublishingCopy(of: PhotoFile(path: path))
            let copyPath = folder.url.appending(path: "copy-\(photo.file)").path
            try copy.write(to: copyPath)
            let bytes = try copy.allBytes
            #expect(try Data(contentsOf: URL(filePath: copyPath)) == Data(bytes))
            expectNoSecret(bytes, photo.file)
            // A copy of a copy is the same.
            #expect(try PublishingCopy(of: copy).allBytes == bytes, "\(photo.file)")
            let (before, after) = (try Photo(reading: PhotoFile(path: path)), try Photo(reading: copy))
            #expect(after.size == before.size && after.orientation == before.orientation, "\(photo.file)")
            #expect(after.place == nil && after.time == nil && after.camera == nil, "\(photo.file)")
            names.append(path)
            copies.append(copyPath)
        }
        let differences = try MadePhoto.differences(zip(names, copies).map { [$0, $1] }, in: folder.url)
        for (name, difference) in zip(names, differences) { #expect(difference == "", "\(name)") }
        try expectOrientationOnly(copies)
    }

    @Test("A copy of each of ExifTool's own samples says nothing but its orientation")
    func samples() throws {
        let folder = try TemporaryFolder("photos")
        var (names, copies): ([String], [String]) = ([], [])
        for name in try FileManager.default.contentsOfDirectory(atPath: PostersOracle.samples.path).sorted() {
            guard [".jpg", ".png", ".webp"].contains(where: { name.hasSuffix($0) }) else { continue }
            let path = PostersOracle.samples.appending(path: name).path
            let copy = folder.url.appending(path: name).path
            try PublishingCopy(of: PhotoFile(path: path)).write(to: copy)
            names.append(path)
            copies.append(copy)
        }
        try #require(copies.count >= 40)
        try expectOrientationOnly(copies)
        let differences = try MadePhoto.differences(zip(names, copies).map { [$0, $1] }, in: folder.url)
        for (name, difference) in zip(names, differences) { #expect(difference == "", "\(name)") }
    }

    /// Groups of ExifTool's tags that describe the file, its pixels and its colors.
    private static let harmless = [
        "SourceFile", "ExifTool:", "System:", "File:", "Composite:ImageSize", "Composite:Megapixels", "ICC", "Adobe:",
        "JFIF:",
        "PNG:", "PNG-pHYs:", "RIFF:", "QuickTime:", "Meta:", "IFD0:Orientation",
    ]

    private func expectOrientationOnly(_ paths: [String]) throws {
        for tags in try ExifTool.tags(of: paths, ["-a", "-u"]) {
            let found = tags.keys.filter { key in !Self.harmless.contains { key.hasPrefix($0) } }
            #expect(found.isEmpty, "\(tags["SourceFile"] ?? ""): \(found.sorted())")
            #expect(tags["File:Comment"] == nil && tags["ExifTool:Warning"] == nil, "\(tags)")
        }
    }

    @Test("A JPEG keeps its tables, frames and scans, and loses everything in between and after them")
    func jpeg() throws {
        let secret = Self.secret
        let jfif = PhotoWriter.segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72, 1, 2] + secret)
        let profile = PhotoWriter.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1, 9, 9])
        let adobe = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1]
        let table = PhotoWriter.segment(0xDB, [UInt8](repeating: 3, count: 65))
        let comment = PhotoWriter.segment(0xFE, secret)
        let others: [UInt8] = [0xE1, 0xE2, 0xE3, 0xE5, 0xEB, 0xED, 0xEF, 0xF0, 0xFD]
        let bytes: [UInt8] =
            [0xFF, 0xD8] + PhotoWriter.segment(0xE1, Array("Exif\0\0".utf8) + EXIFWriter.kyiv().tiff)
            + jfif + PhotoWriter.segment(0xE0, Array("JFXX\0".utf8) + secret)
            + others.flatMap { PhotoWriter.segment($0, secret) }
            + PhotoWriter.segment(0xE2, Array("MPF\0".utf8) + secret)
            + profile + PhotoWriter.segment(0xEE, adobe + secret) + comment + [0xFF, 0xFF] + table
            + PhotoWriter.frame(640, 480, marker: 0xC2) + PhotoWriter.scan + comment + table + PhotoWriter.scan
            + [0xFF, 0xD9] + [0xFF, 0xD8] + comment + secret
        let orientation: [UInt8] = [
            0xFF, 0xE1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0,
            0, 1,
            0, 6, 0, 0, 0, 0, 0, 0,
        ]
        let bare = PhotoWriter.segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72, 0, 0])
        let expected =
            [0xFF, 0xD8] + bare + orientation + profile + PhotoWriter.segment(0xEE, adobe) + table
            + PhotoWriter.frame(640, 480, marker: 0xC2) + PhotoWriter.scan + table + PhotoWriter.scan + [0xFF, 0xD9]
        #expect(try PublishingCopy(of: PhotoBytes(bytes)).allBytes == expected)
        // A JPEG that is cut off in its last scan ends there.
        let cut = Array(bytes[..<(bytes.count - 4 - comment.count - secret.count - 1)])
        #expect(try PublishingCopy(of: PhotoBytes(cut)).allBytes.suffix(4) == [0xFF, 0xD0, 0xFF, 0xD9])
    }

    @Test("A copy is complete only if nothing of the picture is missing", arguments: PhotoKind.allCases)
    func completeness(kind: PhotoKind) throws {
        let bytes = PhotoWriter.photo(kind, exif: nil)
        let whole = try PublishingCopy(of: PhotoBytes(bytes))
        #expect(whole.isComplete)
        var incomplete = 0
        for length in bytes.indices {
            guard let copy = try? PublishingCopy(of: PhotoBytes(Array(bytes[..<length]))) else { continue }
            if !copy.isComplete { incomplete += 1 } else { #expect(try copy.allBytes == whole.allBytes, "\(length)") }
        }
        // Nothing can be shown of the others.
        #expect((incomplete > 0) == [.jpeg, .png].contains(kind))
    }

    @Test("A progressive JPEG that is cut off anywhere after its first scan has a copy that shows the rest")
    func cutBetweenScans() throws {
        let scan = PhotoWriter.scan
        let start = [0xFF, 0xD8] + PhotoWriter.frame(640, 480, marker: 0xC2) + scan
        let table = PhotoWriter.segment(0xC4, [UInt8](repeating: 3, count: 20))
        let bytes = start + table + scan + [0xFF, 0xD9]
        for length in start.count..<bytes.count {
            let copy = try PublishingCopy(of: PhotoBytes(Array(bytes[..<length])))
            #expect(!copy.isComplete, "\(length)")
            let result = try copy.allBytes
            #expect(result.starts(with: start) && result.suffix(2) == [0xFF, 0xD9], "\(length)")
            #expect(try PublishingCopy(of: PhotoBytes(result)).allBytes == result, "\(length)")
        }
        // Anything but a segment is damage.
        for wrong in [[0x12, 0x34], [0xFF, 0xC4, 0, 1]] as [[UInt8]] {
            let damaged = Array(start + table + wrong + scan)
            let error = #expect(throws: PhotoError.self) { try PublishingCopy(of: PhotoBytes(damaged)) }
            #expect(error?.code == .damaged)
        }
    }

    @Test("Compressed data that cross the blocks in which a JPEG is read are copied to their end")
    func longScans() throws {
        for length in (65_530...65_545) {
            let data = [UInt8](repeating: 0x55, count: length) + [0xFF, 0x00, 0xFF, 0xD7]
            let bytes: [UInt8] = Array(PhotoWriter.jpeg([]).dropLast(2)) + data + [0xFF, 0xD9]
            let copy = try PublishingCopy(of: PhotoBytes(bytes + Self.secret)).allBytes
            #expect(copy == bytes, "\(length)")
        }
    }

    @Test("A PNG keeps the chunks that are visible")
    func png() throws {
        let hidden = ["tEXt", "zTXt", "iTXt", "tIME", "eXIf", "acTL", "fdAT", "prVt", "IENd"].map {
            PhotoWriter.chunk($0, Self.secret)
        }
        let visible = [PhotoWriter.chunk("gAMA", [0, 0, 0, 1]), PhotoWriter.chunk("IDAT", [4])]
        let bytes = PhotoWriter.png(hidden + visible) + Self.secret
        let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
        #expect(try PublishingCopy(of: PhotoBytes(bytes)).allBytes == PhotoWriter.png(visible).dropLast(12) + end)
    }

    @Test("A WebP keeps its picture, and an animation is refused")
    func webp() throws {
        let picture = PhotoWriter.riffChunk("VP8L", [0x2F, 0, 0, 0, 0x10])
        let bytes = PhotoWriter.riff([
            PhotoWriter.riffChunk("VP8X", [0x2C, 0, 0, 0, 0, 0, 0, 0, 0, 0]), PhotoWriter.riffChunk("ICCP", [7]),
            PhotoWriter.riffChunk("abcd", Self.secret), picture, picture, PhotoWriter.riffChunk("EXIF", Self.secret),
            PhotoWriter.riffChunk("XMP ", Self.secret),
        ])
        let expected = PhotoWriter.riff([
            PhotoWriter.riffChunk("VP8X", [0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0]), PhotoWriter.riffChunk("ICCP", [7]),
            picture,
        ])
        #expect(try PublishingCopy(of: PhotoBytes(bytes + Self.secret)).allBytes == expected)
        let plain = PhotoWriter.riff([picture, PhotoWriter.riffChunk("XMP ", Self.secret)])
        #expect(try PublishingCopy(of: PhotoBytes(plain)).allBytes == PhotoWriter.riff([picture]))
        let moving = PhotoWriter.riff([
            PhotoWriter.riffChunk("VP8X", [2, 0, 0, 0, 0, 0, 0, 0, 0, 0]), PhotoWriter.riffChunk("ANIM", [0]), picture,
        ])
        let error = #expect(throws: PhotoError.self) { try PublishingCopy(of: PhotoBytes(moving)) }
        #expect(error?.code == .unsupported)
    }

    @Test("A HEIC keeps its length and its picture, and everything else becomes zero")
    func heic() throws {
        let exif = EXIFWriter.kyiv()
        let turns = [PhotoWriter.box("irot", [3]), PhotoWriter.box("udes", Self.secret)]
        let bytes = PhotoWriter.heic(exif: exif.tiff, turns: turns)
        let copy = try PublishingCopy(
            of: PhotoBytes(
                bytes + PhotoWriter.box("free", Self.secret) + PhotoWriter.box("mdat", Self.secret) + Self.secret))
        let result = try copy.allBytes
        #expect(result.count == bytes.count)
        expectNoSecret(result, "HEIC")
        let photo = try Photo(reading: copy)
        #expect(photo.orientation == .right && photo.place == nil && photo.time == nil && photo.camera == nil)
        #expect(result.suffix(8 + exif.tiff.count) == [0, 1, 2, 3] + [UInt8](repeating: 0, count: 4 + exif.tiff.count))
    }

    /// Kinds of items that can contain metadata, and one that is unknown.
    private static let otherTypes = ["jpeg", "av01", "unci", "mime", "uri ", "abcd"]

    @Test(
        "A HEIC whose picture or tile is a JPEG, or of another kind that may carry metadata, is refused",
        arguments: otherTypes)
    func otherPictures(type: String) throws {
        let photo = PhotoWriter.jpeg([PhotoWriter.segment(0xE1, Self.secret)])
        let tile = PhotoWriter.box("dimg", [0, 1, 0, 1, 0, 3])
        for bytes in [
            PhotoWriter.heic(exif: nil, pictureType: type),
            PhotoWriter.heic(exif: nil, pictureType: "grid", more: [(type, photo)], extraReferences: tile),
        ] {
            let error = #expect(throws: PhotoError.self) { try PublishingCopy(of: PhotoBytes(bytes)) }
            #expect(error?.code == .unsupported)
            let message = "The picture of this HEIC is of a kind that can't be published. Send a JPEG."
            #expect(error?.description == message)
        }
    }

    @Test("A HEIC keeps the tiles of its picture, and items that are not part of it become zero", arguments: otherTypes)
    func otherItems(type: String) throws {
        let photo = PhotoWriter.jpeg([PhotoWriter.segment(0xE1, Self.secret)])
        let tile: [UInt8] = [9, 8, 7]
        let bytes = PhotoWriter.heic(
            exif: nil, pictureType: "grid", more: [("hvc1", tile), (type, photo)],
            extraReferences: PhotoWriter.box("dimg", [0, 1, 0, 1, 0, 3]))
        let result = try PublishingCopy(of: PhotoBytes(bytes)).allBytes
        #expect(result.count == bytes.count)
        expectNoSecret(result, type)
        let zeros = [UInt8](repeating: 0, count: photo.count)
        #expect(Array(result.suffix(tile.count + photo.count)) == tile + zeros)
        #expect(Data(result).range(of: Data(type.utf8)) == nil)
    }

    @Test("A HEIC with an empty box after its description can be copied")
    func emptyBox() throws {
        let bytes = PhotoWriter.heic(exif: nil) + PhotoWriter.box("free", []) + PhotoWriter.box("mdat", [1])
        let result = try PublishingCopy(of: PhotoBytes(bytes)).allBytes
        #expect(try Photo(reading: PhotoBytes(result)).size == Photo(reading: PhotoBytes(bytes)).size)
    }

    @Test("Any part of a copy is the same as that part of the complete copy", arguments: PhotoKind.allCases)
    func parts(kind: PhotoKind) throws {
        let copy = try PublishingCopy(of: PhotoBytes(PhotoWriter.photo(kind, exif: EXIFWriter.kyiv().tiff)))
        let whole = try copy.allBytes
        #expect(whole.count == copy.count)
        for start in 0...whole.count {
            for length in [0, 1, 7, 100, whole.count, Int.max] {
                let end = start + min(length, whole.count - start)
                #expect(try copy.bytes(at: start, length: length) == Array(whole[start..<end]))
            }
        }
        #expect(try copy.bytes(at: -1, length: 5) == [])
        #expect(try copy.bytes(at: Int.max, length: 5) == [])
    }

    @Test("A copy is a new file of its user, and never replaces another one")
    func writing() throws {
        let folder = try TemporaryFolder("photos")
        let path = folder.url.appending(path: "copy.jpg").path
        let copy = try PublishingCopy(of: PhotoBytes(PhotoWriter.photo(.jpeg, exif: nil)))
        try copy.write(to: path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let error = #expect(throws: PhotoError.self) { try copy.write(to: path) }
        #expect(error?.code == .inputOutput)
        #expect(error?.description == "\(path) can't be written: File exists.")
    }

    @Test("A source that became shorter leaves no file behind")
    func shorterSource() throws {
        let folder = try TemporaryFolder("photos")
        let original = folder.url.appending(path: "photo.jpg")
        try Data(PhotoWriter.photo(.jpeg, exif: nil)).write(to: original)
        let copy = try PublishingCopy(of: PhotoFile(path: original.path))
        truncate(original.path, 20)
        let path = folder.url.appending(path: "copy.jpg").path
        #expect(throws: PhotoError.self) { try copy.write(to: path) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
