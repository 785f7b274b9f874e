import AppGroup
import AppGroupTerminal
import Foundation
import Testing

@testable import AppGroupWidget

struct InitialsTests {
    @Test(
        "The initials are two letters at most, and two columns wide at most",
        arguments: [
            ("Inbox", "IN"), ("Disk space", "DS"), ("a", "A"), ("日本語", "日"), ("ßtraße", "SS"), ("★", "?"),
            ("4 you", "4Y"), ("<b>x</b>", "BX"), ("Åland øy", "ÅØ"),
        ] as [(AppName, String)])
    func letters(name: AppName, letters: String) {
        #expect(Initials(of: .fake(name)).letters == letters)
        #expect(DisplayWidth.of(letters) <= 2)
    }

    @Test("An app keeps its colour, whatever the case of its identifier")
    func colour() {
        let colours = ["org.example.tea", "org.example.TEA"].map { (id: AppID) in
            Initials(of: .fake("A", id: id)).colour
        }
        #expect(colours[0] == colours[1])
    }

    @Test("White letters are as readable on each colour as docs/widget.md says", arguments: Initials.colours)
    func contrast(colour: Initials.Colour) {
        #expect(Self.contrastWithWhite(colour.hexadecimal) >= 5.6)
    }

    @Test("White counts are readable on the badge's red")
    func badge() {
        #expect(Self.contrastWithWhite("#c01c28") >= 4.5)
        #expect(Widget(FamilyApp.five).drawn(as: .html).contains("background:#c01c28;color:#fff"))
    }

    /// The formula of WCAG 2.2, “contrast ratio” and “relative luminance”.
    private static func contrastWithWhite(_ colour: String) -> Double {
        let number = Int(colour.dropFirst(), radix: 16) ?? 0xFFFFFF
        let parts = [16, 8, 0].map { shift -> Double in
            let part = Double(number >> shift & 255) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 1.05 / (0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05)
    }
}
