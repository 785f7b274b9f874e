@testable import AppPackage
import Foundation
import TestSupport
import Testing

/// Damaged images are refused or become images that others read, without crashes or long delays.
@Suite("Random icons")
struct IconFuzzTests {
    @Test("A random icon is refused, or becomes a PNG image that Pillow reads", arguments: [1, 2] as [UInt64])
    func png(seed: UInt64) throws {
        let examples = try PNGWorkshop.make([
            "crushed(9, 7, filters=(0, 1, 2, 3, 4))", "crushed(9, 7, 3, interlace=1, split=3)",
            "plain(9, 7, interlace=1)", "plain(3, 3, 3, extra=chunk(b'tRNS', bytes(6)) + chunk(b'gAMA', bytes(4)))",
            "SIGNATURE + header(9, 9, color=3, depth=2) + chunk(b'PLTE', bytes(12)) + idat(deflate(bytes(36))) + end()",
        ])
        var accepted: Set<Data> = []
        MutatedBytes.each(seed: seed, of: examples, rounds: 30) { mutated in
            let image = Self.withChecksums(mutated)
            do throws(PackageError) {
                let standard = try PNGFile(image[...], named: "x").standard(limit: 1 << 20)
                #expect(try PNGFile(standard[...], named: "x").standard(limit: 1 << 20) == standard)
                if accepted.count < 2000 { accepted.insert(Data(standard)) }
            } catch {
                #expect(error.code == .refused)
            }
        }
        #expect(accepted.count > 20)
        let unreadable: [String] = try Python.run(
            """
            import io
            from PIL import Image
            answer = []
            for one in given:
                try: Image.open(io.BytesIO(base64.b64decode(one))).load()
                except Exception as error: answer.append(f'{error}: {one}')
            """, given: Array(accepted))
        #expect(unreadable == [])
    }

    @Test("The images of a random icon file lie within the file", arguments: [1] as [UInt64])
    func family(seed: UInt64) throws {
        let example = try IconFamilyTests.family([
            ("ic07", PNGWorkshop.make("plain(2, 2)")), ("ic10", [1, 2]), ("TOC ", []),
        ])
        MutatedBytes.each(seed: seed, of: [example]) { bytes in
            do throws(PackageError) {
                for range in try IconFamily.images(in: bytes, named: "x") {
                    #expect(bytes[range].starts(with: PNGFile.signature))
                }
            } catch {
                #expect(error.code == .refused)
            }
        }
    }

    /// Corrects each checksum, so that the changes reach deeper layers.
    private static func withChecksums(_ image: [UInt8]) -> [UInt8] {
        var image = image
        var position = 8
        while position + 12 <= image.count {
            let length = image[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= image.count - position - 12 else { break }
            let end = position + 8 + length
            let checksum = image[position + 4..<end].reduce(~0 as UInt32) { sum, byte in
                (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
                    value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
                }
            }
            for index in 0..<4 { image[end + index] = UInt8(truncatingIfNeeded: ~checksum >> UInt32(24 - 8 * index)) }
            position = end + 4
        }
        return image
    }
}
