import AppGroup

/// Decodes PNG images (W3C, Portable Network Graphics, third edition) while scaling them down: an image of any size that
/// a group accepts takes little memory, and one that is damaged gives no pixels at all.
struct PNGDecoder {
    private let header: Header
    private var palette: [UInt8] = []
    /// The data of the chunk `tRNS`: alpha values of the palette, or the color that is invisible.
    private var transparency: [UInt8] = []
    private var data: [UInt8] = []

    private struct Header {
        let width, height, depth, colorType: Int
        let isInterlaced: Bool

        var channels: Int { [1, 0, 3, 1, 2, 0, 4][colorType] }
    }

    /// The image, in its own size or, if that is larger than `side` pixels, scaled down; `nil` if it is damaged.
    static func bitmap(_ bytes: [UInt8], fitting side: Int) -> Bitmap? {
        guard PNGImage.fault(in: bytes) == nil, let decoder = PNGDecoder(bytes) else { return nil }
        return decoder.bitmap(fitting: side)
    }

    /// - Parameter bytes: Chunks that ``PNGImage`` has found to be complete.
    private init?(_ bytes: [UInt8]) {
        let format = bytes[24..<29].map { Int($0) }
        let depths = [[1, 2, 4, 8, 16], [], [8, 16], [1, 2, 4, 8], [8, 16], [], [8, 16]]
        guard format[1] < depths.count, depths[format[1]].contains(format[0]), format[2] == 0, format[3] == 0,
            format[4] <= 1, let size = PNGImage.size(of: bytes)
        else { return nil }
        header = Header(
            width: size.width, height: size.height, depth: format[0], colorType: format[1],
            isInterlaced: format[4] == 1)
        var place = 8
        while place + 12 <= bytes.count, let length = bytes.bigEndian(at: place).map(Int.init) {
            let content = bytes[place + 8..<place + 8 + length]
            switch bytes[place + 4..<place + 8] {
            case let kind where kind.elementsEqual("PLTE".utf8): palette = Array(content)
            case let kind where kind.elementsEqual("tRNS".utf8): transparency = Array(content)
            case let kind where kind.elementsEqual("IDAT".utf8): data += content
            default: break
            }
            place += 12 + length
        }
        if header.colorType == 3, palette.isEmpty || palette.count % 3 != 0 { return nil }
    }

    /// The first column and row of each pass, and the steps to the next ones.
    private var passes: [(column: Int, row: Int, columnStep: Int, rowStep: Int)] {
        header.isInterlaced
            ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            : [(0, 0, 1, 1)]
    }

    /// The least number of columns, and of rows, of a larger image that count for a pixel of the smaller one.
    private static let samples = 8

    private func bitmap(fitting side: Int) -> Bitmap? {
        guard let stream = InflatedBytes(data) else { return nil }
        var canvas = Canvas(width: header.width, height: header.height, side: side)
        let pixelSize = max(1, header.channels * header.depth / 8)
        // Of a much larger image, some columns and rows give nearly the same mean colors as all of them.
        let step = max(1, max(header.width, header.height) / (side * Self.samples))
        for pass in passes where header.width > pass.column && header.height > pass.row {
            let columns = (header.width - pass.column + pass.columnStep - 1) / pass.columnStep
            let rowSize = (columns * header.channels * header.depth + 7) / 8
            var above = [UInt8](repeating: 0, count: rowSize)
            var row = [UInt8](repeating: 0, count: rowSize + 1)
            for y in stride(from: pass.row, to: header.height, by: pass.rowStep) {
                guard row.withUnsafeMutableBufferPointer({ stream.fill($0) }), row[0] <= 4 else { return nil }
                Self.undoFilter(of: &row, above: above, pixelSize: pixelSize)
                above = Array(row.dropFirst())
                guard y % step == 0 else { continue }
                above.withUnsafeBufferPointer { bytes in
                    for index in stride(from: 0, to: columns, by: header.isInterlaced ? 1 : step) {
                        let x = pass.column + index * pass.columnStep
                        if x % step == 0 { canvas.add(color(at: index, of: bytes), x: x, y: y) }
                    }
                }
            }
        }
        return canvas.bitmap
    }

    /// Restores a row whose first byte is the number of its filter (section 9).
    private static func undoFilter(of row: inout [UInt8], above: [UInt8], pixelSize: Int) {
        let filter = row[0]
        guard filter != 0 else { return }
        row.withUnsafeMutableBufferPointer { row in
            above.withUnsafeBufferPointer { above in
                for index in above.indices {
                    let left = index >= pixelSize ? Int(row[index + 1 - pixelSize]) : 0
                    let corner = index >= pixelSize ? Int(above[index - pixelSize]) : 0
                    let up = Int(above[index])
                    let prediction: Int =
                        switch filter {
                        case 1: left
                        case 2: up
                        case 3: (left + up) / 2
                        default: paeth(left, up, corner)
                        }
                    row[index + 1] &+= UInt8(truncatingIfNeeded: prediction)
                }
            }
        }
    }

    private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
        let sum = left + up - corner
        let (toLeft, toUp, toCorner) = (abs(sum - left), abs(sum - up), abs(sum - corner))
        if toLeft <= toUp, toLeft <= toCorner { return left }
        return toUp <= toCorner ? up : corner
    }

    /// The color of a pixel in a row. Of 16 bits, the higher eight count.
    private func color(at index: Int, of row: UnsafeBufferPointer<UInt8>) -> Bitmap.Color {
        func sample(_ channel: Int) -> Int {
            let place = index * header.channels + channel
            switch header.depth {
            case 8: return Int(row[place])
            case 16: return Int(row[2 * place]) << 8 | Int(row[2 * place + 1])
            default:
                let bit = place * header.depth
                return Int(row[bit / 8]) >> (8 - header.depth - bit % 8) & ((1 << header.depth) - 1)
            }
        }
        func byte(_ sample: Int) -> UInt8 {
            switch header.depth {
            case 8: UInt8(sample)
            case 16: UInt8(sample >> 8)
            default: UInt8(sample * 255 / ((1 << header.depth) - 1))
            }
        }
        func isKey(_ samples: [Int]) -> Bool {
            transparency.count >= 2 * samples.count
                && samples.indices.allSatisfy {
                    samples[$0] == Int(transparency[2 * $0]) << 8 | Int(transparency[2 * $0 + 1])
                }
        }
        switch header.colorType {
        case 0, 4:
            let gray = sample(0)
            let alpha = header.colorType == 4 ? byte(sample(1)) : isKey([gray]) ? 0 : 255
            return Bitmap.Color(red: byte(gray), green: byte(gray), blue: byte(gray), alpha: alpha)
        case 3:
            let entry = sample(0)
            guard 3 * entry + 2 < palette.count else { return Bitmap.Color(red: 0, green: 0, blue: 0) }
            return Bitmap.Color(
                red: palette[3 * entry], green: palette[3 * entry + 1], blue: palette[3 * entry + 2],
                alpha: entry < transparency.count ? transparency[entry] : 255)
        default:
            let (red, green, blue) = (sample(0), sample(1), sample(2))
            let alpha =
                header.colorType == 6
                ? byte(sample(3)) : !transparency.isEmpty && isKey([red, green, blue]) ? 0 : 255
            return Bitmap.Color(red: byte(red), green: byte(green), blue: byte(blue), alpha: alpha)
        }
    }
}

/// Collects pixels in any order, and gives the mean of those that fall on the same pixel of a smaller image.
private struct Canvas {
    private let source: (width: Int, height: Int)
    private let target: (width: Int, height: Int)
    /// For each pixel: the sums of red, green and blue, each times alpha, of alpha, and the number of pixels.
    private var sums: [UInt64]

    init(width: Int, height: Int, side: Int) {
        source = (width, height)
        let longest = max(width, height)
        target =
            longest <= side ? source : (max(1, width * side / longest), max(1, height * side / longest))
        sums = Array(repeating: 0, count: 5 * target.width * target.height)
    }

    mutating func add(_ color: Bitmap.Color, x: Int, y: Int) {
        let (column, row) = (x * target.width / source.width, y * target.height / source.height)
        let place = 5 * (row * target.width + column)
        let alpha = UInt64(color.alpha)
        sums[place] += UInt64(color.red) * alpha
        sums[place + 1] += UInt64(color.green) * alpha
        sums[place + 2] += UInt64(color.blue) * alpha
        sums[place + 3] += alpha
        sums[place + 4] += 1
    }

    var bitmap: Bitmap {
        var result = Bitmap(width: target.width, height: target.height)
        for pixel in 0..<target.width * target.height {
            let alpha = sums[5 * pixel + 3]
            guard alpha > 0 else { continue }
            for channel in 0..<3 { result.pixels[4 * pixel + channel] = UInt8(sums[5 * pixel + channel] / alpha) }
            result.pixels[4 * pixel + 3] = UInt8(alpha / sums[5 * pixel + 4])
        }
        return result
    }
}
