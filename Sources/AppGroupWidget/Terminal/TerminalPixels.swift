/// The pixels of a terminal, as far as it has described them.
package struct TerminalPixels: Hashable, Sendable {
    /// The size of a cell, in pixels.
    package var cell = Cell(width: 10, height: 20)
    /// The most colors in one sixel image.
    package var colorRegisters = 256
    /// The color behind text: half-visible pixels are mixed with it.
    package var background = Bitmap.Color(red: 0, green: 0, blue: 0)
    /// Whether any color can be shown, instead of the 256 of xterm's palette.
    package var hasTrueColor = true

    package init() {}

    package struct Cell: Hashable, Sendable {
        package var width, height: Int

        /// The sides that are believed, in pixels: with larger ones, an image would take long and much memory.
        private static let sides = 1...100

        package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

        /// The size that a terminal or the system reports; `nil` if it isn't plausible.
        init?(said width: Int, _ height: Int) {
            guard Self.sides.contains(width), Self.sides.contains(height) else { return nil }
            self.init(width: width, height: height)
        }
    }
}

extension Bitmap.Color {
    /// The color as it looks in front of another one, which is opaque.
    func over(_ background: Bitmap.Color) -> Bitmap.Color {
        let (visible, hidden) = (Int(alpha), 255 - Int(alpha))
        func mixed(_ front: UInt8, _ back: UInt8) -> UInt8 {
            let sum = Int(front) * visible + Int(back) * hidden
            return UInt8((sum + 127) / 255)
        }
        return Bitmap.Color(
            red: mixed(red, background.red), green: mixed(green, background.green), blue: mixed(blue, background.blue))
    }

    /// How different two colors are: the sum of the squares, 0 for equal ones.
    func distance(to other: Bitmap.Color) -> Int {
        let (red, green, blue) = (
            Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue)
        )
        return red * red + green * green + blue * blue
    }

    /// The nearest color of xterm's palette, of the 240 that no theme changes.
    package var paletteNumber: Int {
        let levels = [0, 95, 135, 175, 215, 255]
        func nearest(_ value: UInt8) -> Int {
            levels.indices.min { abs(levels[$0] - Int(value)) < abs(levels[$1] - Int(value)) } ?? 0
        }
        let cube = [red, green, blue].map(nearest)
        let mean = (Int(red) + Int(green) + Int(blue)) / 3
        let step = max(0, min(23, (mean - 3) / 10))
        func color(_ values: [Int]) -> Bitmap.Color {
            Bitmap.Color(red: UInt8(values[0]), green: UInt8(values[1]), blue: UInt8(values[2]))
        }
        let gray = color(Array(repeating: 8 + 10 * step, count: 3))
        return distance(to: gray) < distance(to: color(cube.map { levels[$0] }))
            ? 232 + step : 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    }
}
