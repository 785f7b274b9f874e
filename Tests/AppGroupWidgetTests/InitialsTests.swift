import AppGroup
import AppGroupText
import Foundation
import Testing

@testable import AppGroupWidget

struct InitialsTests {
    @Test(
        "Initials have at most two letters and two columns",
        arguments: [
            ("Inbox", "IN"), ("Disk space", "DS"), ("a", "A"), ("日本語", "日"), ("ßtraße", "SS"), ("★", "?"),
            ("4 you", "4Y"), ("<b>x</b>", "BX"), ("Åland øy", "ÅØ"),
        ] as [(AppName, String)])
    func letters(name: AppName, letters: String) {
        #expect(Initials(of: .fake(name)).letters == letters)
        #expect(DisplayWidth.of(letters) <= 2)
    }

    @Test("The case of its identifier does not change an app's color")
    func color() {
        let colors = ["org.example.tea", "org.example.TEA"].map { (id: AppID) in
            Initials(of: .fake("A", id: id)).color
        }
        #expect(colors[0] == colors[1])
    }

    @Test("White letters have the contrast stated in docs/widget.md on each color", arguments: Initials.colors)
    func contrast(color: Initials.Color) {
        #expect(Self.contrastWithWhite(color.hexadecimal) >= 5.6)
    }

    @Test("White counts have enough contrast on the badge's red")
    func badge() {
        #expect(Self.contrastWithWhite("#c01c28") >= 4.5)
        #expect(Widget(AppEntry.five).drawn(as: .html).contains("background:#c01c28;color:#fff"))
    }

    /// The formula of WCAG 2.2, “contrast ratio” and “relative luminance”.
    private static func contrastWithWhite(_ color: String) -> Double {
        let number = Int(color.dropFirst(), radix: 16) ?? 0xFFFFFF
        let parts = [16, 8, 0].map { shift -> Double in
            let part = Double(number >> shift & 255) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 1.05 / (0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05)
    }
}
