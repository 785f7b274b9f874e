extension GroupAppearance {
    /// A color of the sRGB color space.
    public struct Color: Hashable, Sendable {
        /// The parts of the color, 0 to 255.
        public let red: UInt8, green: UInt8, blue: UInt8

        /// The accent of a group that sets none: blue.
        public static let standard = Color(red: 0x2F, green: 0x74, blue: 0xD0)

        /// The names that a setting may use. These colors have a contrast of 3 to 1 or more with black and with white.
        public static let names = named.map(\.name)

        private static let named: [(name: String, color: Color)] = [
            ("blue", standard), ("teal", Color(red: 0x16, green: 0x82, blue: 0x7F)),
            ("green", Color(red: 0x2E, green: 0x85, blue: 0x40)), ("yellow", Color(red: 0xA3, green: 0x70, blue: 0x00)),
            ("orange", Color(red: 0xC2, green: 0x5A, blue: 0x00)), ("red", Color(red: 0xD0, green: 0x34, blue: 0x3E)),
            ("pink", Color(red: 0xC8, green: 0x40, blue: 0x7F)), ("purple", Color(red: 0x8A, green: 0x54, blue: 0xC8)),
            ("slate", Color(red: 0x66, green: 0x75, blue: 0x8A)),
        ]

        /// A color from its parts.
        public init(red: UInt8, green: UInt8, blue: UInt8) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }

        /// A color such as `#3584e4`, or one of ``names``; `nil` for any other text.
        public init?(_ text: String) {
            if let known = Self.named.first(where: { $0.name == text }) {
                self = known.color
                return
            }
            let digits = text.utf8.dropFirst().compactMap(Hexadecimal.digit)
            guard text.utf8.first == UInt8(ascii: "#"), text.utf8.count == 7, digits.count == 6 else { return nil }
            self.init(
                red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3], blue: digits[4] << 4 | digits[5])
        }

        /// The color for CSS and for other formats that name colors so, such as `#3584e4`.
        public var hexadecimal: String { "#" + Hexadecimal.string([red, green, blue]) }

        /// Black or white, whichever is easier to read on this color. The contrast is 4.5 to 1 or more.
        public var textColor: Color {
            // Where the contrasts with black and with white are equal (WCAG 2.2, “contrast ratio”).
            luminance > 0.179 ? Color(red: 0, green: 0, blue: 0) : Color(red: 255, green: 255, blue: 255)
        }

        /// The relative luminance of WCAG 2.2.
        private var luminance: Double {
            func light(_ part: UInt8) -> Double {
                let share = Double(part) / 255
                return share <= 0.04045 ? share / 12.92 : Self.power(2.4, of: (share + 0.055) / 1.055)
            }
            return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)
        }

        /// A power with an exponent of at least 0, from square roots: the standard library has no other.
        private static func power(_ exponent: Double, of base: Double) -> Double {
            var (result, root, rest) = (1.0, base, exponent)
            while rest >= 1 { (result, rest) = (result * base, rest - 1) }
            for _ in 0..<40 {
                (root, rest) = (root.squareRoot(), rest * 2)
                if rest >= 1 { (result, rest) = (result * root, rest - 1) }
            }
            return result
        }
    }
}
