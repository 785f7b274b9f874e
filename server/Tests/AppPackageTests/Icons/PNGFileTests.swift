@testable import AppPackage
import Foundation
import TestSupport
import Testing

@Suite("PNG images in packages")
struct PNGFileTests {
    private static let limit = 1 << 20

    private func standard(_ image: [UInt8]) throws(PackageError) -> [UInt8] {
        try PNGFile(image[...], named: "Icon.png").standard(limit: Self.limit)
    }

    @Test(
        "A PNG image by Xcode becomes one in which Pillow sees the same pixels",
        arguments: [
            "1, 1", "1, 1, 3", "1, 7", "7, 1, 3", "2, 2, interlace=1", "13, 9, interlace=1, filters=(0, 1, 2, 3, 4)",
            "5, 1, 3, interlace=1", "3, 5, filters=(1,)", "3, 5, filters=(2,)", "3, 5, filters=(3,)",
            "3, 5, 3, filters=(4,)", "60, 60, filters=(4, 3, 2, 1, 0)", "60, 61, 3, filters=(0, 1, 2, 3, 4), split=7",
            "120, 120, extra=chunk(b'iDOT', bytes(28)) + chunk(b'iCCP', b'x')", "2048, 2", "2, 2048, 3",
        ])
    func convertsCrushed(_ parameters: String) throws {
        let image = try standard(PNGWorkshop.make("crushed(\(parameters))"))
        // The color was multiplied by alpha and rounded; here it is divided by alpha and rounded.
        let answer: String = try Python.run(
            """
            \(PNGWorkshop.library)
            import io
            from PIL import Image
            image = Image.open(io.BytesIO(base64.b64decode(given[0])))
            image.load()
            channels, (w, h) = len(image.getbands()), image.size
            def seen(p):
                return (0, 0, 0, 0) if p[3] == 0 else tuple((2 * c * 255 + p[3]) // (2 * p[3]) for c in p[:3]) + (p[3],)
            wanted = [seen(premultiplied(pixel(x, y, channels)))[:channels] for y in range(h) for x in range(w)]
            answer = 'same' if list(image.getdata()) == wanted and image.info.get('interlace') is given[1] else 'other'
            """, given: Given(image: Data(image), isInterlaced: parameters.contains("interlace=1")))
        #expect(answer == "same")
    }

    private struct Given: Encodable {
        let image: Data
        let isInterlaced: Bool

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(image)
            if isInterlaced { try container.encode(1) } else { try container.encodeNil() }
        }
    }

    @Test("An ordinary PNG image keeps its pixels and loses its texts and profiles")
    func keepsOrdinary() throws {
        let extra =
            "chunk(b'tEXt', b'a\\0b') + chunk(b'gAMA', bytes(4)) + chunk(b'iCCP', b'x') + chunk(b'gAMA', bytes(4))"
        let given = try PNGWorkshop.make("plain(9, 9, extra=\(extra))")
        #expect(try standard(given) == PNGWorkshop.make("plain(9, 9, extra=chunk(b'gAMA', bytes(4)))"))
    }

    @Test(
        "A PNG image of every color type is read as Pillow reads it",
        arguments: [("1", 1), ("L", 8), ("LA", 8), ("P", 8), ("P", 4), ("P", 1), ("RGB", 8), ("RGBA", 8), ("I;16", 16)])
    func readsEveryKind(mode: String, bits: Int) throws {
        let images: [Data] = try Python.run(
            """
            import io
            from PIL import Image
            answer = []
            for interlace in 0, 1:
                image = Image.frombytes('L', (19, 5), bytes(range(95)))
                image = image.convert('I').convert('I;16') if given[0] == 'I;16' else image.convert(given[0])
                out = io.BytesIO()
                if given[0] == 'P': image.save(out, 'PNG', bits=int(given[1]), transparency=0)
                else: image.save(out, 'PNG')
                answer.append(base64.b64encode(out.getvalue()).decode())
            """, given: [mode, "\(bits)"])
        for image in images {
            let standard = try standard([UInt8](image))
            let isSame: Bool = try Python.run(
                """
                import io
                from PIL import Image
                a, b = (Image.open(io.BytesIO(base64.b64decode(one))) for one in given)
                answer = a.mode == b.mode and a.convert('RGBA').tobytes() == b.convert('RGBA').tobytes()
                """, given: [image, Data(standard)])
            #expect(isSame)
        }
    }

    @Test("Colors that were multiplied by alpha are restored", arguments: 1...255)
    func dividesByAlpha(alpha: Int) {
        for multiplied in 0...alpha {
            let color = CrushedPixels.divided(UInt8(multiplied), byAlpha: UInt8(alpha))
            #expect((Int(color) * alpha * 2 + 255) / 510 == multiplied)
        }
        #expect(CrushedPixels.divided(255, byAlpha: UInt8(alpha)) == 255)
        #expect(CrushedPixels.divided(255, byAlpha: 0) == 0)
    }

    @Test(
        "A PNG image that contradicts itself is refused",
        arguments: [
            ("b''", "signature"), ("b'GIF89a' + bytes(99)", "signature"), ("SIGNATURE", "before its end chunk"),
            ("SIGNATURE + end()", "begin with a header"),
            ("SIGNATURE + chunk(b'IHDR', bytes(12))", "begin with a header"),
            ("plain(1, 1) + b'x'", "follows its end"), ("plain(1, 1) + plain(1, 1)", "follows its end"),
            ("plain(1, 1).replace(end(), chunk(b'IEND', b'x'))", "follows its end"),
            ("SIGNATURE + b'\\xff' * 60", "middle of a chunk"),
            ("SIGNATURE + chunk(b'IHDR', bytes(13), length=2**31)", "middle of a chunk"),
            ("SIGNATURE + chunk(b'IHDR', bytes(13), crc=1)", "checksum"),
            ("SIGNATURE + chunk(b'IH\\0R')", "four letters"),
            ("plain(0, 1)", "0 by 1 pixels"), ("plain(1, 0)", "1 by 0 pixels"),
            ("plain(2049, 1, data=b'')", "2049 by 1"),
            ("plain(2**31, 2**32 - 1, data=b'')", "2147483648 by 4294967295"),
            ("crushed(60000, 60000, data=b'')", "60000 by 60000"),
            ("SIGNATURE + header(depth=3)", "type 6 with 3 bits"),
            ("SIGNATURE + header(color=1)", "type 1 with 8 bits"),
            ("SIGNATURE + header(compression=1)", "compression"), ("SIGNATURE + header(filtering=1)", "compression"),
            ("SIGNATURE + header(interlace=2)", "compression"), ("SIGNATURE + header() + end()", "no pixels"),
            ("SIGNATURE + header() + idat(deflate(bytes(5)))", "before its end chunk"),
            ("SIGNATURE + header() + idat(b'x') + chunk(b'tEXt') + idat(b'y') + end()", "stand together"),
            ("plain(1, 1, extra=chunk(b'NEwS'))", "chunk NEwS"), ("plain(1, 1, extra=header())", "chunk IHDR"),
            ("plain(1, 1, extra=cgbi())", "chunk CgBI"), ("SIGNATURE + cgbi() + cgbi()", "begin with a header"),
            ("SIGNATURE + chunk(b'CgBI')", "CgBI chunk has a wrong length"),
            ("SIGNATURE + header(color=3) + idat(deflate(bytes(2))) + end()", "no palette"),
            (
                "SIGNATURE + header(color=3) + idat(deflate(bytes(2))) + chunk(b'PLTE', bytes(3)) + end()",
                "palette has a wrong"
            ),
            ("SIGNATURE + header(color=3, depth=1) + chunk(b'PLTE', bytes(9))", "palette has a wrong"),
            ("SIGNATURE + header(color=3) + chunk(b'PLTE', bytes(4))", "palette has a wrong"),
            ("SIGNATURE + header(color=3) + chunk(b'PLTE')", "palette has a wrong"),
            (
                "SIGNATURE + header(color=3) + chunk(b'PLTE', bytes(6)) + chunk(b'tRNS', bytes(3))",
                "transparent colors"
            ),
            (
                "SIGNATURE + header(color=3) + chunk(b'tRNS', bytes(1)) + chunk(b'PLTE', bytes(6))",
                "transparent colors"
            ),
            ("SIGNATURE + header(color=0) + chunk(b'PLTE', bytes(6))", "chunk PLTE"),
            // A bomb that claims one pixel, a missing row, an extra row, no deflate at all, and a damaged checksum.
            ("plain(1, 1, data=bytes(10**7))", "more than its header says"), ("plain(4, 4, data=bytes(51))", "fewer"),
            ("plain(4, 4, data=bytes(69))", "more than"), ("plain(4, 4, interlace=1, data=bytes(68))", "fewer"),
            ("SIGNATURE + header() + idat(b'not deflated') + end()", "damaged"),
            ("SIGNATURE + header() + idat(deflate(bytes(5))[:-1] + b'x') + end()", "damaged"),
            ("SIGNATURE + header() + idat(deflate(bytes(5)) + b'x') + end()", "damaged"),
            ("plain(1, 1, data=b'\\5aaaa')", "unknown filter 5"),
            ("crushed(1, 1, data=b'\\xffaaaa')", "unknown filter 255"),
            ("crushed(1, 1, data=bytes(10**7))", "more than"), ("crushed(4, 4, data=bytes(51))", "fewer"),
            // Xcode's mark on images that Xcode does not write: with zlib's header, or other color types.
            ("SIGNATURE + cgbi() + header() + idat(deflate(bytes(5))) + end()", "damaged"),
            ("SIGNATURE + cgbi() + header(depth=16) + idat(deflate(bytes(9), -15)) + end()", "colors of 8 bits"),
            ("SIGNATURE + cgbi() + header(color=0) + idat(deflate(bytes(2), -15)) + end()", "colors of 8 bits"),
            ("crushed(620, 620, 3, data=noise(620))", "1024 KiB"),
            ("plain(620, 620, 3, data=noise(620))", "1024 KiB"),
        ])
    func refuses(_ expression: String, _ reason: String) throws {
        let image = try PNGWorkshop.make(expression)
        let error = #expect(throws: PackageError.self) { _ = try standard(image) }
        #expect(error?.code == .refused)
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("“Icon.png”") == true)
    }

    @Test(
        "A PNG image is refused wherever it was cut off",
        arguments: ["plain(5, 3)", "crushed(5, 3, interlace=1, split=2)"])
    func refusesEachTruncation(_ expression: String) throws {
        let image = try PNGWorkshop.make(expression)
        for length in image.indices {
            #expect(throws: PackageError.self, "\(length) bytes") { _ = try standard(Array(image[..<length])) }
        }
        #expect(throws: Never.self) { try standard(image) }
    }
}
