@testable import AppPackage
import Foundation
import TestSupport
import Testing

@Suite("macOS icon files")
struct IconFamilyTests {
    /// A file of members with correct lengths.
    static func family(_ members: [(kind: String, data: [UInt8])]) -> [UInt8] {
        func length(_ count: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } }
        let body = members.flatMap { Array($0.kind.utf8) + length($0.data.count + 8) + $0.data }
        return Array("icns".utf8) + length(body.count + 8) + body
    }

    @Test("An icon file that Pillow writes has images of all sizes")
    func readsPillows() throws {
        let file: Data = try Python.run(
            """
            import io
            from PIL import Image
            out = io.BytesIO()
            Image.linear_gradient('L').convert('RGBA').resize((1024, 1024)).save(out, 'ICNS')
            answer = base64.b64encode(out.getvalue()).decode()
            """, given: "")
        let bytes = [UInt8](file)
        let sizes = try IconFamily.images(in: bytes, named: "x").map { try PNGFile(bytes[$0], named: "x").header.width }
        #expect(sizes.max() == 1024)
        #expect(Set(sizes).isSuperset(of: [128, 256, 512]))
    }

    @Test("Other images in an icon file are skipped")
    func passesOver() throws {
        let image = try PNGWorkshop.make("plain(2, 2)")
        let jpeg2000: [UInt8] = [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]
        let file = Self.family([("TOC ", []), ("is32", image), ("ic08", jpeg2000), ("ic09", image)])
        let range = try #require(try IconFamily.images(in: file, named: "x").first)
        #expect(Array(file[range]) == image && range.upperBound == file.count)
    }

    @Test(
        "An icon file with wrong lengths is refused",
        arguments: [
            family(Array(repeating: ("ic07", []), count: 65)), Array("icns".utf8), Array("icns".utf8) + [0, 0, 0, 9],
            Array("icns".utf8) + [0xFF, 0xFF, 0xFF, 0xFF],
            family([("ic07", [])]) + [0], Array("icns".utf8) + [0, 0, 0, 12] + Array("ic07".utf8),
            Array("icns".utf8) + [0, 0, 0, 16] + Array("ic07".utf8) + [0, 0, 0, 7],
            Array("icns".utf8) + [0, 0, 0, 16] + Array("ic07".utf8) + [0, 0, 0, 0],
            Array("icns".utf8) + [0, 0, 0, 16] + Array("ic07".utf8) + [0xFF, 0xFF, 0xFF, 0xFF],
        ] as [[UInt8]])
    func refuses(file: [UInt8]) {
        #expect(throws: PackageError.self) { try IconFamily.images(in: file, named: "x") }
    }
}
