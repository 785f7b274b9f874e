/// An image as characters that fill halves and quarters of a cell (Unicode, Block Elements): two colors in each cell.
struct BlockImage {
    private let image: Bitmap
    private let isTrueColor: Bool

    /// - Parameter image: Two by two pixels for each cell.
    init(_ image: Bitmap, isTrueColor: Bool) {
        self.image = image
        self.isTrueColor = isTrueColor
    }

    /// The characters by the quarters that they fill: 1 for the upper left, 2 for the upper right, 4 for the lower left,
    /// and 8 for the lower right.
    private static let characters = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]

    /// The sequence that draws it at the cursor, line by line.
    var sequence: String {
        let (columns, rows) = (image.width / 2, image.height / 2)
        return (0..<rows).map { row in (0..<columns).map { cell(column: $0, row: row) }.joined() + "\u{1B}[0m" }
            .joined(separator: "\u{1B}[\(columns)D\u{1B}[B")
    }

    private func cell(column: Int, row: Int) -> String {
        let quarters = [(0, 0), (1, 0), (0, 1), (1, 1)].map { image[2 * column + $0.0, 2 * row + $0.1] }
        let visible = quarters.indices.filter { quarters[$0].alpha >= 128 }
        guard visible.count == quarters.count else {
            // Invisible pixels show the terminal's own background.
            guard !visible.isEmpty else { return "\u{1B}[0m " }
            let mask = visible.reduce(0) { $0 | 1 << $1 }
            return "\u{1B}[0;\(code(38, Self.mean(visible.map { quarters[$0] })))m\(Self.characters[mask])"
        }
        // Eight ways to divide four quarters in two; the other eight are the same with the colors exchanged.
        let best = (0..<8).map { mask -> (error: Int, mask: Int, front: Bitmap.Color, back: Bitmap.Color) in
            let front = quarters.indices.filter { mask >> $0 & 1 == 1 }.map { quarters[$0] }
            let back = quarters.indices.filter { mask >> $0 & 1 == 0 }.map { quarters[$0] }
            let means = (front: Self.mean(front), back: Self.mean(back))
            let error =
                front.reduce(0) { $0 + $1.distance(to: means.front) }
                + back.reduce(0) { $0 + $1.distance(to: means.back) }
            return (error, mask, means.front, means.back)
        }.min { ($0.error, $0.mask) < ($1.error, $1.mask) }
        guard let best, best.mask != 0 else {
            return "\u{1B}[0;\(code(48, Self.mean(quarters)))m "
        }
        return "\u{1B}[0;\(code(38, best.front));\(code(48, best.back))m\(Self.characters[best.mask])"
    }

    private static func mean(_ colors: [Bitmap.Color]) -> Bitmap.Color {
        func mean(_ channel: KeyPath<Bitmap.Color, UInt8>) -> UInt8 {
            UInt8(colors.reduce(0) { $0 + Int($1[keyPath: channel]) } / max(1, colors.count))
        }
        return Bitmap.Color(red: mean(\.red), green: mean(\.green), blue: mean(\.blue))
    }

    /// The parameters of SGR for a color: 38 for the foreground, 48 for the background.
    private func code(_ ground: Int, _ color: Bitmap.Color) -> String {
        isTrueColor
            ? "\(ground);2;\(color.red);\(color.green);\(color.blue)" : "\(ground);5;\(color.paletteNumber)"
    }
}
