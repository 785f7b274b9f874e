import Foundation
import TestSupport

/// PNG images made by Python: ordinary ones, Xcode's, and files that only look like PNG.
enum PNGWorkshop {
    /// The bytes of each Python expression.
    static func make(_ expressions: [String]) throws -> [[UInt8]] {
        let images: [Data] = try Python.run(
            "\(library)\nanswer = [base64.b64encode(eval(one)).decode() for one in given]", given: expressions)
        return images.map { [UInt8]($0) }
    }

    static func make(_ expression: String) throws -> [UInt8] { try make([expression]).first ?? [] }

    /// `plain` and `crushed` make the same picture.
    static let library = """
        import random, struct, zlib
        SIGNATURE = b'\\x89PNG\\r\\n\\x1a\\n'
        def chunk(kind, data=b'', crc=None, length=None):
            crc = zlib.crc32(kind + data) if crc is None else crc
            return struct.pack('>I', len(data) if length is None else length) + kind + data + struct.pack('>I', crc)
        def header(w=1, h=1, depth=8, color=6, compression=0, filtering=0, interlace=0):
            return chunk(b'IHDR', struct.pack('>IIBBBBB', w, h, depth, color, compression, filtering, interlace))
        def cgbi(): return chunk(b'CgBI', bytes.fromhex('50002002'))
        def end(): return chunk(b'IEND')
        def pixel(x, y, channels):
            dice = random.Random(x * 7919 + y)
            alpha = 255 if channels == 3 else dice.choice([0, 1, 2, 3, 127, 128, 254, 255, dice.randrange(256)])
            return [x * 5 % 256, y * 3 % 256, dice.randrange(256), alpha]
        def premultiplied(p): return [(c * p[3] * 2 + 255) // 510 for c in p[:3]] + [p[3]]
        ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        def paeth(a, b, c):
            return min([(abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c)])[2]
        def scanlines(w, h, channels, interlace, filters, order):
            out, n = bytearray(), 0
            for x0, y0, dx, dy in ADAM7 if interlace else [(0, 0, 1, 1)]:
                if x0 >= w or y0 >= h: continue
                above = [0] * len(range(x0, w, dx)) * channels
                for y in range(y0, h, dy):
                    row = [v for x in range(x0, w, dx) for v in order(pixel(x, y, channels))[:channels]]
                    kind = filters[n % len(filters)]
                    n += 1
                    out.append(kind)
                    for i, v in enumerate(row):
                        a, c = (row[i - channels], above[i - channels]) if i >= channels else (0, 0)
                        b = above[i]
                        out.append((v - [0, a, b, (a + b) // 2, paeth(a, b, c)][kind]) % 256)
                    above = row
            return bytes(out)
        def deflate(data, bits=15):
            packer = zlib.compressobj(9, zlib.DEFLATED, bits)
            return packer.compress(data) + packer.flush()
        def idat(data, split=1):
            step = -(-len(data) // split)
            return b''.join(chunk(b'IDAT', data[i:i + step]) for i in range(0, len(data), step))
        def noise(side): return b''.join(b'\\0' + random.randbytes(3 * side) for _ in range(side))
        def plain(w, h, channels=4, interlace=0, filters=(0,), split=1, extra=b'', data=None):
            data = scanlines(w, h, channels, interlace, filters, lambda p: p) if data is None else data
            return (SIGNATURE + header(w, h, color={3: 2, 4: 6}[channels], interlace=interlace) + extra
                + idat(deflate(data), split) + end())
        def crushed(w, h, channels=4, interlace=0, filters=(0,), split=1, extra=b'', data=None):
            def order(p): r, g, b, a = premultiplied(p); return [b, g, r, a]
            data = scanlines(w, h, channels, interlace, filters, order) if data is None else data
            return (SIGNATURE + cgbi() + header(w, h, color={3: 2, 4: 6}[channels], interlace=interlace) + extra
                + idat(deflate(data, -15), split) + end())
        """
}
