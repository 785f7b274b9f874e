/// An image as DEC's sixel graphics (DEC STD 070, chapter 9; VT330/VT340 Programmer Reference Manual, chapter 14).
struct SixelImage {
    private let width: Int
    private let height: Int
    private let palette: [Bitmap.Color]
    /// For each pixel, the number of its color; `nil` if it is invisible.
    private let numbers: [Int?]

    init(_ image: Bitmap, _ pixels: TerminalPixels) {
        (width, height) = (image.width, image.height)
        let colors = (0..<width * height).map { place -> Bitmap.Color? in
            let color = image[place % image.width, place / image.width]
            return color.alpha >= 32 ? color.over(pixels.background) : nil
        }
        // One register stays free for the text behind the image.
        let palette = Self.palette(of: colors.compactMap(\.self), count: max(2, min(256, pixels.colorRegisters) - 1))
        var known: [Bitmap.Color: Int] = [:]
        numbers = colors.map { color in
            guard let color else { return nil }
            if let number = known[color] { return number }
            let number = palette.indices.min { palette[$0].distance(to: color) < palette[$1].distance(to: color) }
            known[color] = number
            return number
        }
        self.palette = palette
    }

    /// The sequence that draws it at the cursor. Invisible pixels leave what is on the screen.
    var sequence: String {
        var text = "\u{1B}P0;1;0q\"1;1;\(width);\(height)"
        for (number, color) in palette.enumerated() {
            let parts = [color.red, color.green, color.blue].map { "\((Int($0) * 100 + 127) / 255)" }
            text += "#\(number);2;\(parts.joined(separator: ";"))"
        }
        for top in stride(from: 0, to: height, by: 6) {
            let rows = top..<min(top + 6, height)
            // The sixels of each color in this band: a bit for each row, the lowest one first.
            var bands: [Int: [UInt8]] = [:]
            for row in rows {
                for column in 0..<width {
                    guard let number = numbers[row * width + column] else { continue }
                    bands[number, default: Array(repeating: 0, count: width)][column] |= 1 << UInt8(row - top)
                }
            }
            let lines = bands.sorted { $0.key < $1.key }.map { "#\($0.key)\(Self.compressed($0.value))" }
            text += lines.joined(separator: "$") + "-"
        }
        return text + "\u{1B}\\"
    }

    /// Sixels as characters; four or more equal ones in a row are written once with their number.
    private static func compressed(_ sixels: [UInt8]) -> String {
        var text = ""
        var rest = sixels[...]
        while let first = rest.first {
            let run = rest.prefix { $0 == first }.count
            rest = rest.dropFirst(run)
            if first == 0, rest.isEmpty { break }
            let character = String(UnicodeScalar(63 + first))
            text += run > 3 ? "!\(run)\(character)" : String(repeating: character, count: run)
        }
        return text
    }

    /// At most this many colors that represent all of these: the box of colors with the widest range is divided at its
    /// median until there are enough boxes.
    private static func palette(of colors: [Bitmap.Color], count: Int) -> [Bitmap.Color] {
        let channels: [KeyPath<Bitmap.Color, UInt8>] = [\.red, \.green, \.blue]
        func range(_ box: [Bitmap.Color], _ channel: KeyPath<Bitmap.Color, UInt8>) -> Int {
            let values = box.map { Int($0[keyPath: channel]) }
            return (values.max() ?? 0) - (values.min() ?? 0)
        }
        func widest(_ box: [Bitmap.Color]) -> (range: Int, channel: KeyPath<Bitmap.Color, UInt8>) {
            channels.map { (range(box, $0), $0) }.max { $0.0 < $1.0 } ?? (0, \.red)
        }
        let distinct = Set(colors)
        guard distinct.count > count else {
            return distinct.sorted { ($0.red, $0.green, $0.blue) < ($1.red, $1.green, $1.blue) }
        }
        var boxes = [(colors: colors, widest: widest(colors))]
        while boxes.count < count {
            guard let index = boxes.indices.max(by: { boxes[$0].widest.range < boxes[$1].widest.range }),
                boxes[index].widest.range > 0
            else { break }
            let channel = boxes[index].widest.channel
            let sorted = boxes[index].colors.sorted {
                ($0[keyPath: channel], $0.red, $0.green, $0.blue) < ($1[keyPath: channel], $1.red, $1.green, $1.blue)
            }
            // Between two different values, so that equal colors stay together.
            let median = sorted[sorted.count / 2][keyPath: channel]
            let split = sorted.firstIndex { $0[keyPath: channel] >= median } ?? 0
            let cut = split > 0 ? split : sorted.firstIndex { $0[keyPath: channel] > median } ?? sorted.count
            let halves = [Array(sorted[..<cut]), Array(sorted[cut...])]
            boxes.remove(at: index)
            boxes += halves.filter { !$0.isEmpty }.map { ($0, widest($0)) }
        }
        return boxes.map { box in
            func mean(_ channel: KeyPath<Bitmap.Color, UInt8>) -> UInt8 {
                UInt8(box.colors.reduce(0) { $0 + Int($1[keyPath: channel]) } / box.colors.count)
            }
            return Bitmap.Color(red: mean(\.red), green: mean(\.green), blue: mean(\.blue))
        }
    }
}
