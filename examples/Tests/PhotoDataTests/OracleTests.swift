import ExamplesTestSupport
import Foundation
import PhotoData
import TestSupport
import Testing

@Suite("Comparison with ExifTool and Pillow")
struct OracleTests {
    @Test("Each of ExifTool's own samples says the same to ExifTool and to us")
    func samples() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: PostersOracle.samples.path)
            .filter { name in [".jpg", ".jps", ".heic", ".png", ".webp"].contains { name.hasSuffix($0) } }.sorted()
        try #require(names.count >= 40)
        let paths = names.map { PostersOracle.samples.appending(path: $0).path }
        var places = 0
        for (path, tags) in zip(paths, try ExifTool.tags(of: paths)) {
            try compare(path, tags)
            if tags["Composite:GPSLatitude"] != nil { places += 1 }
        }
        #expect(places >= 4)
    }

    @Test("Photos of all kinds by Pillow say to us what was written into them, and what ExifTool reads")
    func made() throws {
        let folder = try TemporaryFolder("photos")
        let made = try MadePhoto.make(in: folder.url)
        let paths = made.map { folder.url.appending(path: $0.file).path }
        for ((photo, path), tags) in zip(zip(made, paths), try ExifTool.tags(of: paths)) {
            let read = try Photo(reading: PhotoFile(path: path))
            #expect(read.kind.rawValue == photo.kind)
            #expect((read.size.width, read.size.height) == (photo.width, photo.height), "\(photo.file)")
            // A HEIC that isn't turned has no property that says so.
            #expect(read.orientation?.rawValue ?? 1 == photo.orientation ?? 1, "\(photo.file)")
            #expect(read.time?.description == photo.time, "\(photo.file)")
            #expect((read.place == nil) == (photo.latitude == nil), "\(photo.file)")
            if let place = read.place, let latitude = photo.latitude, let longitude = photo.longitude {
                // Seconds have two decimals or more.
                #expect(abs(place.latitude - latitude) < 3e-6 && abs(place.longitude - longitude) < 3e-6)
            }
            #expect(read.camera?.hasSuffix(photo.model) == true)
            try compare(path, tags)
        }
    }

    private func compare(_ path: String, _ tags: [String: Any]) throws {
        let photo = try Photo(reading: PhotoFile(path: path))
        func number(_ names: String...) -> Double? {
            names.lazy.compactMap { (tags[$0] as? NSNumber)?.doubleValue }.first
        }
        func text(_ name: String) -> String? { tags[name].map { "\($0)" } }
        let name = URL(filePath: path).lastPathComponent
        let width = number("File:ImageWidth", "PNG:ImageWidth", "RIFF:ImageWidth")
        #expect(Double(photo.size.width) == width, "\(name)")
        let height = number("File:ImageHeight", "PNG:ImageHeight", "RIFF:ImageHeight")
        #expect(Double(photo.size.height) == height, "\(name)")
        if photo.kind == .heic {
            // ExifTool gives the turn to the left in degrees.
            let turn: [PhotoOrientation?: Double] = [.left: 90, .down: 180, .right: 270]
            if let expected = turn[photo.orientation] { #expect(number("QuickTime:Rotation") == expected, "\(name)") }
        } else {
            let orientation = number("IFD0:Orientation").flatMap { PhotoOrientation(rawValue: Int($0)) }
            #expect(photo.orientation == orientation, "\(name)")
        }
        for (own, theirs) in [
            (photo.place?.latitude, number("Composite:GPSLatitude")),
            (photo.place?.longitude, number("Composite:GPSLongitude")),
        ] {
            #expect((own == nil) == (theirs == nil), "\(name)")
            if let own, let theirs { #expect(abs(own - theirs) < 1e-9, "\(name)") }
        }
        let taken = text("ExifIFD:DateTimeOriginal") ?? text("ExifIFD:CreateDate")
        let digits = photo.time.map { String($0.description.prefix(19)).filter(\.isNumber) }
        #expect(digits == taken.map { String($0.prefix(19)).filter(\.isNumber) }, "\(name)")
        if let offset = text("ExifIFD:OffsetTimeOriginal") {
            #expect(photo.time?.description.hasSuffix(offset) == true, "\(name)")
        }
        let model = text("IFD0:Model")?.split(separator: " ").joined(separator: " ")
        if let model { #expect(photo.camera?.hasSuffix(model) == true, "\(name): \(photo.camera ?? "") and \(model)") }
    }
}
