package import AppGroup
import AppGroupTerminal

/// What stands for an app without an image that can be shown: one or two letters, and a colour that stays the app's own.
package struct Initials: Hashable, Sendable {
    /// One or two columns wide, without any character that a terminal or a page would obey.
    package let letters: String
    package let colour: Colour

    /// A colour of the 256 that terminals share, dark enough for white letters on it (WCAG 2.2, 1.4.3: 4.5 to 1).
    package struct Colour: Hashable, Sendable {
        /// Its number among the 256 of xterm.
        package let number: Int
        /// The same in hexadecimal.
        package let hexadecimal: String
    }

    package static let colours = [
        Colour(number: 25, hexadecimal: "#005faf"), Colour(number: 90, hexadecimal: "#870087"),
        Colour(number: 22, hexadecimal: "#005f00"), Colour(number: 94, hexadecimal: "#875f00"),
        Colour(number: 23, hexadecimal: "#005f5f"), Colour(number: 54, hexadecimal: "#5f0087"),
        Colour(number: 240, hexadecimal: "#585858"), Colour(number: 61, hexadecimal: "#5f5faf"),
    ]

    package init(of app: FamilyApp) {
        let words = SafeText("\(app.name)").description.split { !$0.isLetter && !$0.isNumber }
        let two = words.count > 1 ? words.prefix(2).compactMap(\.first) : Array(words.first?.prefix(2) ?? "?")
        letters = Self.fitting(two.map { $0.uppercased() }.joined())
        colour = Self.colours[Int(FNV1a.hash(app.id.description.lowercased().utf8) % UInt64(Self.colours.count))]
    }

    /// As many of the letters as fit into two columns; a capital may be longer than its small letter.
    private static func fitting(_ letters: String) -> String {
        var result = ""
        for letter in letters where DisplayWidth.of(result) + DisplayWidth.of(letter) <= 2 { result.append(letter) }
        return result
    }
}
