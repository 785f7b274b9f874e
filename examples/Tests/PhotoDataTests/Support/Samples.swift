import ExamplesTestSupport
import Foundation
import PhotoData
import TestSupport
import Testing

/// Photos that Pillow, pillow-heif and piexif wrote, with what they say about themselves.
struct MadePhoto: Decodable {
    var file: String
    var kind: String
    var width: Int
    var height: Int
    var orientation: Int?
    var latitude: Double?
    var longitude: Double?
    var time: String?
    var model: String

    static func make(in folder: URL) throws -> [MadePhoto] {
        try JSONDecoder().decode([MadePhoto].self, from: Data(run(["make", folder.path]).utf8))
    }

    /// The difference between the two pictures of each pair: nothing, or pixels, colors or orientation.
    static func differences(_ pairs: [[String]], in folder: URL) throws -> [String] {
        let list = folder.appending(path: "pairs.json")
        try JSONEncoder().encode(pairs).write(to: list)
        return try JSONDecoder().decode([String].self, from: Data(run(["same", list.path]).utf8))
    }

    private static func run(_ arguments: [String]) throws -> String {
        let result = try Program(executable: PostersOracle.python).run([Python.path(of: "photos.py")] + arguments)
        try #require(result.status == 0, "\(result.errors)")
        return result.output
    }
}

/// ExifTool's answers about photos.
enum ExifTool {
    /// The tags of each file by their names with groups, such as `IFD0:Orientation`.
    static func tags(of files: [String], _ options: [String] = []) throws -> [[String: Any]] {
        let result = try Program(executable: PostersOracle.exiftool).run(["-n", "-j", "-G1"] + options + files)
        let answer = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require(answer as? [[String: Any]], "\(result.errors)")
    }
}

extension Photo {
    init(bytes: [UInt8]) throws(PhotoError) { try self.init(reading: PhotoBytes(bytes)) }
}

extension PhotoSource {
    var allBytes: [UInt8] {
        get throws { try bytes(at: 0, length: count) }
    }
}
