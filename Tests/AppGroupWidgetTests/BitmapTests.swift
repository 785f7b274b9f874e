import AppGroup
import Foundation
import TestSupport
import Testing

@testable import AppGroupWidget

struct BitmapTests {
    /// An image as Python sees it.
    private struct Oracle: Codable {
        let name: String
        let file: Data
        let width: Int
        let height: Int
        let pixels: Data
    }

    @Test("PNG images of every kind are decoded as Pillow decodes them")
    func kinds() throws {
        let images: [Oracle] = try Python.run(
            """
            import io, os, random, subprocess, tempfile
            from PIL import Image
            random.seed(7)
            picture = Image.new("RGBA", (37, 23))
            picture.putdata([(x * 6 % 256, y * 11 % 256, random.randrange(256), 255 if x < 20 else y * 11)
                             for y in range(23) for x in range(37)])
            folder = tempfile.TemporaryDirectory()
            source = os.path.join(folder.name, "source.png")
            picture.save(source)
            answer = []
            def add(name, path):
                shown = Image.open(path)
                shown.load()
                answer.append({"name": name, "width": 37, "height": 23,
                    "file": base64.b64encode(open(path, "rb").read()).decode(),
                    "pixels": base64.b64encode(shown.convert("RGBA").tobytes()).decode()})
            path = os.path.join(folder.name, "image.png")
            for kind, depth in [(0, 8), (2, 8), (3, 8), (4, 8), (6, 8), (2, 16), (6, 16)]:
                for interlace in ("none", "PNG"):
                    flat = ["-background", "white", "-alpha", "remove", "-alpha", "off"] if kind in (0, 2, 3) else []
                    gray = ["-colorspace", "Gray"] if kind in (0, 4) else ["-colors", "200"] if kind == 3 else []
                    subprocess.run(["convert", source] + flat + gray + ["-interlace", interlace] + given
                        + ["-define", "png:color-type=%d" % kind, "-define", "png:bit-depth=%d" % depth, path], check=True)
                    add("%d %d %s" % (kind, depth, interlace), path)
            for bits in (1, 2, 4):
                picture.convert("RGB").quantize(2 ** bits).save(path, bits=bits)
                add("palette of %d bits" % bits, path)
            picture.convert("1").save(path)
            add("one bit", path)
            """, given: ["-strip"])
        #expect(images.count == 18)
        for image in images {
            let decoded = PNGDecoder.bitmap(Array(image.file), fitting: 64)
            #expect(decoded?.width == image.width && decoded?.height == image.height, "\(image.name)")
            let pixels = try #require(decoded?.pixels)
            let wrong = zip(Self.visible(pixels), Self.visible(Array(image.pixels))).filter { $0 != $1 }.count
            #expect(wrong == 0, "\(image.name)")
        }
    }

    /// The pixels, all invisible ones alike.
    private static func visible(_ pixels: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: pixels.count, by: 4).map { pixels[$0 + 3] == 0 ? [0] : Array(pixels[$0..<$0 + 4]) }
    }

    @Test("An image that is too large is scaled down while it is decoded")
    func scaled() throws {
        var image = Bitmap(width: 1100, height: 20)
        for x in 0..<1100 { for y in 0..<20 { image[x, y] = .init(red: x < 550 ? 255 : 0, green: 0, blue: 99) } }
        let artwork = try #require(Artwork(image.png, format: .png))
        guard case .png(let bytes) = artwork else {
            Issue.record("A PNG image became another kind")
            return
        }
        let small = try #require(PNGDecoder.bitmap(bytes, fitting: 1024))
        #expect(small.width == 256 && small.height == 4)
        #expect(small[10, 1] == .init(red: 255, green: 0, blue: 99))
        #expect(small[250, 1] == .init(red: 0, green: 0, blue: 99))
    }

    @Test("An image that is scaled down a lot keeps its colors, even if it is interlaced", arguments: ["none", "PNG"])
    func scaledDownALot(interlace: String) async throws {
        let file: [UInt8] = try await Python.run(
            """
            import subprocess
            subprocess.run(["convert", "-size", "300x900", "gradient:", "-interlace", given, "png:" + sys.argv[2]],
                check=True)
            answer = list(open(sys.argv[2], "rb").read())
            """, given: interlace)
        let small = try #require(PNGDecoder.bitmap(file, fitting: 10))
        let whole = try #require(PNGDecoder.bitmap(file, fitting: 1000))
        #expect(small.width == 3 && small.height == 10 && whole.height == 900)
        for y in 0..<10 {
            let mean = (0..<90).reduce(0) { $0 + Int(whole[150, 90 * y + $1].red) } / 90
            #expect(abs(Int(small[1, y].red) - mean) <= 2)
        }
    }

    @Test("A damaged image has no pixels", arguments: [0, 20, 45, 50, 68])
    func damaged(position: Int) {
        var bytes = ExampleImage.png
        bytes[position] ^= 1
        #expect(PNGDecoder.bitmap(bytes, fitting: 64) == nil)
        #expect(PNGDecoder.bitmap(ExampleImage.png(width: 8192, height: 8192), fitting: 64) == nil)
        #expect(PNGDecoder.bitmap(ExampleImage.png, fitting: 64)?.pixels == [255, 0, 0, 255])
    }

    @Test("An image keeps its proportions, in the middle of invisible pixels")
    func fitted() {
        var image = Bitmap(width: 2, height: 1)
        image[0, 0] = .init(red: 200, green: 0, blue: 0)
        image[1, 0] = .init(red: 0, green: 200, blue: 0)
        let fitted = image.fitted(into: (4, 4))
        let column: [UInt8] = (0..<4).map { fitted[1, $0].alpha }
        #expect(column == [0, 255, 255, 0])
        #expect(fitted[0, 1] == .init(red: 200, green: 0, blue: 0))
        #expect(fitted[3, 2] == .init(red: 0, green: 200, blue: 0))
        #expect(image.fitted(into: (1, 1))[0, 0].alpha == 255)
    }

    @Test("librsvg draws SVG images, and a damaged one is not drawn")
    func svg() throws {
        let converter = try #require(SVGConverter(.current))
        let png = try #require(converter.png(ExampleImage.svg, side: 32))
        let image = try #require(PNGDecoder.bitmap(png, fitting: 64))
        #expect(image.width == 32 && image.height == 32)
        #expect(image[16, 16] == .init(red: 0, green: 0, blue: 255))
        #expect(converter.png(Array("<svg><".utf8), side: 32) == nil)
        #expect(SVGConverter(ProcessEnvironment(["PATH": "/nonexistent"])) == nil)
    }
}
