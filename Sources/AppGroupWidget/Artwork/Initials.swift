package import AppGroup
import AppGroupPlatform
import AppGroupText

/// Replaces the image of an app that has none to show: one or two letters, on a color that is always the same for the
/// app.
package struct Initials: Hashable, Sendable {
    /// One or two columns wide, without characters that a terminal or a page would interpret.
    package let letters: String
    package let color: Color

    /// One of the 256 colors of terminals, dark enough for white letters (WCAG 2.2, 1.4.3: contrast 4.5 to 1).
    package struct Color: Hashable, Sendable {
        /// Its number in xterm's palette of 256 colors.
        package let number: Int
        /// The same color for CSS, such as `#005faf`.
        package let hexadecimal: String
    }

    package static let colors = [
        Color(number: 25, hexadecimal: "#005faf"), Color(number: 90, hexadecimal: "#870087"),
        Color(number: 22, hexadecimal: "#005f00"), Color(number: 94, hexadecimal: "#875f00"),
        Color(number: 23, hexadecimal: "#005f5f"), Color(number: 54, hexadecimal: "#5f0087"),
        Color(number: 240, hexadecimal: "#585858"), Color(number: 61, hexadecimal: "#5f5faf"),
    ]

    package init(of app: AppEntry) { self.init(of: app.name, app.id) }

    /// - Parameter id: Decides the color.
    package init(of name: AppName, _ id: AppID) {
        let words = SafeText("\(name)").description.split { !$0.isLetter && !$0.isNumber }
        let two = words.count > 1 ? words.prefix(2).compactMap(\.first) : Array(words.first?.prefix(2) ?? "?")
        letters = Self.fitting(two.map { $0.uppercased() }.joined())
        color = Self.colors[Int(FNV1a.hash(id.description.lowercased().utf8) % UInt64(Self.colors.count))]
    }

    /// As many of the letters as fit in two columns. An uppercase letter may be longer than its lowercase letter.
    private static func fitting(_ letters: String) -> String {
        var result = ""
        for letter in letters where DisplayWidth.of(result) + DisplayWidth.of(letter) <= 2 { result.append(letter) }
        return result
    }
}
