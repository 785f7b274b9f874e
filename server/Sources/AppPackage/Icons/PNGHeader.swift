/// The header of a PNG image (W3C, Portable Network Graphics, third edition, section 11.2.1).
struct PNGHeader: Hashable {
    enum ColorType: UInt8 {
        case gray = 0
        case color = 2
        case palette = 3
        case grayWithAlpha = 4
        case colorWithAlpha = 6

        var channels: Int {
            switch self {
            case .gray, .palette: 1
            case .grayWithAlpha: 2
            case .color: 3
            case .colorWithAlpha: 4
            }
        }

        /// The numbers of bits that a channel may have.
        var depths: [Int] {
            switch self {
            case .gray: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            case .color, .grayWithAlpha, .colorWithAlpha: [8, 16]
            }
        }
    }

    /// The largest width and height of a package's icon, in pixels.
    static let maximumSide = 2048

    /// In pixels, 1 to ``maximumSide``.
    let width: Int
    /// In pixels, 1 to ``maximumSide``.
    let height: Int
    /// The number of bits of a channel.
    let depth: Int
    let colorType: ColorType
    let isInterlaced: Bool

    init(_ chunk: PNGChunk, of name: String) throws(PackageError) {
        let view = BinaryView(chunk.data)
        guard chunk.kind == "IHDR", chunk.data.count == 13, let width = view.number(UInt32.self, at: 0),
            let height = view.number(UInt32.self, at: 4), let rest = view.part(at: 8, count: 5).map(Array.init)
        else { throw .icon(name, "it does not begin with a header of 13 bytes") }
        let sides = 1...UInt32(Self.maximumSide)
        guard sides.contains(width), sides.contains(height) else {
            throw .icon(name, "it is \(width) by \(height) pixels")
        }
        guard let colorType = ColorType(rawValue: rest[1]), colorType.depths.contains(Int(rest[0])) else {
            throw .icon(name, "PNG has no colors of type \(rest[1]) with \(rest[0]) bits")
        }
        guard rest[2] == 0, rest[3] == 0, rest[4] <= 1 else {
            throw .icon(name, "its compression, filtering or interlacing is not one of PNG's")
        }
        self.width = Int(width)
        self.height = Int(height)
        self.depth = Int(rest[0])
        self.colorType = colorType
        isInterlaced = rest[4] == 1
    }

    /// The bytes from one pixel to the next, at least 1, which the filters use.
    var pixelSize: Int { max(1, colorType.channels * depth / 8) }

    /// The passes of the image in their order in the file, without empty ones: up to seven if it is interlaced (Adam7, section 8),
    /// each with its first column and row, and the steps to the next.
    var passes: [Pass] {
        let grid =
            isInterlaced
            ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            : [(0, 0, 1, 1)]
        return grid.compactMap { column, row, columnStep, rowStep in
            guard width > column, height > row else { return nil }
            let columns = (width - column + columnStep - 1) / columnStep
            return Pass(
                rowSize: (columns * colorType.channels * depth + 7) / 8, rows: (height - row + rowStep - 1) / rowStep)
        }
    }

    /// A pass: rows of equal length.
    struct Pass: Hashable {
        /// The size of a row in bytes, without the one that names the filter.
        let rowSize: Int
        let rows: Int
    }
}
