/// An image as pixels.
package struct Bitmap: Hashable, Sendable {
    /// In pixels, 1 or more.
    package let width: Int
    /// In pixels, 1 or more.
    package let height: Int
    /// Four bytes for each pixel, row by row: red, green, blue, and alpha, by which the colors are not multiplied.
    package var pixels: [UInt8]

    /// - Parameter pixels: 4 × width × height bytes; by default, an invisible image.
    package init(width: Int, height: Int, pixels: [UInt8]? = nil) {
        self.width = width
        self.height = height
        self.pixels = pixels ?? Array(repeating: 0, count: 4 * width * height)
        precondition(self.pixels.count == 4 * width * height)
    }

    /// One pixel.
    package struct Color: Hashable, Sendable {
        package var red, green, blue, alpha: UInt8

        package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
            (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
        }
    }

    package subscript(x: Int, y: Int) -> Color {
        get {
            let place = 4 * (y * width + x)
            return Color(
                red: pixels[place], green: pixels[place + 1], blue: pixels[place + 2], alpha: pixels[place + 3])
        }
        set {
            let place = 4 * (y * width + x)
            pixels.replaceSubrange(
                place..<place + 4, with: [newValue.red, newValue.green, newValue.blue, newValue.alpha])
        }
    }

    /// The image as large as fits into this size with its own proportions, in the middle of invisible pixels.
    ///
    /// - Parameter aspect: The width of a target pixel divided by its height.
    package func fitted(into size: (width: Int, height: Int), aspect: Double = 1) -> Bitmap {
        let scale = min(Double(size.width) * aspect / Double(width), Double(size.height) / Double(height))
        let scaledWidth = max(1, min(size.width, Int((Double(width) * scale / aspect).rounded())))
        let scaledHeight = max(1, min(size.height, Int((Double(height) * scale).rounded())))
        let scaled = scaled(width: scaledWidth, height: scaledHeight)
        guard scaledWidth < size.width || scaledHeight < size.height else { return scaled }
        var result = Bitmap(width: size.width, height: size.height)
        let (left, top) = ((size.width - scaledWidth) / 2, (size.height - scaledHeight) / 2)
        for row in 0..<scaledHeight {
            let start = 4 * ((row + top) * size.width + left)
            result.pixels.replaceSubrange(
                start..<start + 4 * scaledWidth,
                with: scaled.pixels[4 * row * scaledWidth..<4 * (row + 1) * scaledWidth])
        }
        return result
    }

    /// The image in another size: each pixel is the mean of the area that it covers, so that nothing flickers.
    private func scaled(width newWidth: Int, height newHeight: Int) -> Bitmap {
        guard newWidth != width || newHeight != height else { return self }
        let columns = Self.spans(from: width, to: newWidth)
        let rows = Self.spans(from: height, to: newHeight)
        var result = Bitmap(width: newWidth, height: newHeight)
        pixels.withUnsafeBufferPointer { pixels in
            for (y, row) in rows.enumerated() {
                for (x, column) in columns.enumerated() {
                    // The colors count as much as they are visible.
                    var (red, green, blue, alpha, area) = (0.0, 0.0, 0.0, 0.0, 0.0)
                    for (sourceY, rowPart) in row {
                        for (sourceX, columnPart) in column {
                            let place = 4 * (sourceY * width + sourceX)
                            let part = rowPart * columnPart
                            let visible = part * Double(pixels[place + 3])
                            red += visible * Double(pixels[place])
                            green += visible * Double(pixels[place + 1])
                            blue += visible * Double(pixels[place + 2])
                            alpha += visible
                            area += part
                        }
                    }
                    guard alpha > 0 else { continue }
                    result[x, y] = Color(
                        red: UInt8(red / alpha + 0.5), green: UInt8(green / alpha + 0.5),
                        blue: UInt8(blue / alpha + 0.5), alpha: UInt8(min(255, alpha / area + 0.5)))
                }
            }
        }
        return result
    }

    /// For each new pixel of a row, the old pixels that it covers, and how much of each.
    private static func spans(from old: Int, to new: Int) -> [[(Int, Double)]] {
        (0..<new).map { index in
            let start = Double(index) * Double(old) / Double(new)
            let end = Double(index + 1) * Double(old) / Double(new)
            return (Int(start)..<min(old, Int(end.rounded(.up)))).compactMap { source in
                let part = min(end, Double(source + 1)) - max(start, Double(source))
                return part > 1e-9 ? (source, part) : nil
            }
        }
    }
}
