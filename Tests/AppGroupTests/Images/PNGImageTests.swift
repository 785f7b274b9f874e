@testable import AppGroup
import Foundation
import TestSupport
import Testing

@Suite("PNG images")
struct PNGImageTests {
    @Test("PNG images of any size and depth from Python are accepted", .ownGroup)
    func acceptsRealOnes() async throws {
        for image in try await Self.made(
            "png(1, 1)", "png(512, 512)", "png(8192, 1)", "png(1, 8192)", "png(16, 16, b'tEXt', b'Title\\0x')",
            "png(3, 3, b'IDAT', b'')")
        {
            #expect(PNGImage.fault(in: image) == nil)
        }
    }

    @Test(
        "A PNG image with a chunk that breaks the rules is refused", .ownGroup,
        arguments: [
            ("SIGNATURE", "ends before its end chunk"),
            ("SIGNATURE + chunk(b'IEND', b'')", "does not begin with a header"),
            (
                "SIGNATURE + chunk(b'IHDR', b'x' * 12) + chunk(b'IDAT', b'') + chunk(b'IEND', b'')",
                "header has a wrong length"
            ),
            ("png(0, 1)", "width and height"), ("png(1, 0)", "width and height"), ("png(8193, 1)", "width and height"),
            ("SIGNATURE + header(1, 1) + chunk(b'IEND', b'')", "has no pixels"),
            ("SIGNATURE + header(1, 1) + chunk(b'IDAT', b'')", "ends before its end chunk"),
            ("png(1, 1) + b'x'", "something follows"),
            ("png(1, 1) + png(1, 1)", "something follows"),
            ("SIGNATURE + b'\\xff' * 40", "middle of a chunk"),
            ("b'GIF89a' + b'x' * 60", "signature"),
            ("b''", "signature"),
        ])
    func refuses(expression: String, reason: String) async throws {
        let image = try #require(try await Self.made(expression).first)
        #expect(PNGImage.fault(in: image)?.contains(reason) == true)
    }

    @Test("A truncated PNG image is refused")
    func refusesEachTruncation() {
        for length in ExampleImage.png.indices {
            #expect(PNGImage.fault(in: Array(ExampleImage.png[..<length])) != nil, "\(length)")
        }
        #expect(PNGImage.fault(in: ExampleImage.png) == nil)
    }

    @Test("A PNG image with any single bit flipped is refused")
    func refusesEachFlippedBit() {
        for index in ExampleImage.png.indices {
            for bit in 0..<8 {
                var image = ExampleImage.png
                image[index] ^= 1 << bit
                #expect(PNGImage.fault(in: image) != nil, "byte \(index), bit \(bit)")
            }
        }
    }

    /// Images as Python expressions, each made in one file.
    static func made(_ expressions: String...) async throws -> [[UInt8]] {
        let program = """
            import struct, sys, zlib
            SIGNATURE = b'\\x89PNG\\r\\n\\x1a\\n'
            def chunk(kind, data): return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
            def header(w, h): return chunk(b'IHDR', struct.pack('>IIBBBBB', w, h, 8, 2, 0, 0, 0))
            def pixels(w, h): return chunk(b'IDAT', zlib.compress((b'\\0' + b'\\xff\\0\\0' * w) * h))
            def png(w, h, kind=None, data=b''):
                extra = chunk(kind, data) if kind else b''
                return SIGNATURE + header(w, h) + extra + pixels(w, h) + chunk(b'IEND', b'')
            for n, image in enumerate([\(expressions.joined(separator: ", "))]):
                open(f'{sys.argv[1]}/image{n}', 'wb').write(image)
            """
        let folder = TestGroup.current.folder
        let result = try await RunningProcess.run("/usr/bin/env", ["python3", "-c", program, folder])
        try #require(result.ending == .exit(0), "\(result.errors)")
        return try expressions.indices.map {
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/image\($0)")))
        }
    }
}
