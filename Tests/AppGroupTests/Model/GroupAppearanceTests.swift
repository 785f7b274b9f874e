import AppGroup
import Foundation
import Testing

struct GroupAppearanceTests {
    @Test("The settings of a group say its name and its look; a value that means nothing counts as not set")
    func reads() {
        let plain = GroupAppearance()
        #expect(plain.name == nil && plain.theme == .auto && plain.accent == .standard)
        #expect(plain.density == .comfortable && plain.size == .medium)
        let look = GroupAppearance([
            "name": "My tools", "theme": "dark", "accent": "#0a80FF", "density": "compact", "size": "large",
            "other": "dark",
        ])
        #expect(look.title(of: "com.example.tools") == "My tools" && look.theme == .dark)
        #expect(look.accent == GroupAppearance.Color(red: 10, green: 128, blue: 255))
        #expect(look.density == .compact && look.size == .large)
        #expect(GroupAppearance(["name": 2048]).title(of: "com.example.tools") == "2048")
        let odd: [FieldKey: FieldValue] = [
            "name": "a\nb", "theme": "Dark", "accent": "#12345", "density": 3, "size": "",
        ]
        #expect(GroupAppearance(odd) == plain)
        #expect(plain.title(of: "com.example.tools") == "com.example.tools")
    }

    @Test(
        "A color is a known name, or a number sign and six hexadecimal digits",
        arguments: [
            ("#3584e4", "#3584e4"), ("#ABCDEF", "#abcdef"), ("blue", "#2f74d0"), ("", nil), ("#12345", nil),
            ("3584e4", nil), ("#3584e4;", nil), ("#35 4e4", nil), ("#gggggg", nil), ("Blue", nil), ("é#12345", nil),
        ] as [(String, String?)])
    func colors(text: String, expected: String?) {
        #expect(GroupAppearance.Color(text)?.hexadecimal == expected)
    }

    @Test("Text on any accent has a contrast of 4.5 to 1, and a named accent has one of 3 to 1 with black and white")
    func contrast() {
        for red in stride(from: 0, through: 255, by: 15) {
            for green in stride(from: 0, through: 255, by: 15) {
                for blue in stride(from: 0, through: 255, by: 15) {
                    let color = GroupAppearance.Color(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
                    #expect(Self.contrast(color, color.textColor) >= 4.5, "\(color.hexadecimal)")
                }
            }
        }
        for color in GroupAppearance.Color.names.compactMap(GroupAppearance.Color.init) {
            for other in ["#ffffff", "#000000"].compactMap(GroupAppearance.Color.init) {
                #expect(Self.contrast(color, other) >= 3, "\(color.hexadecimal)")
            }
        }
    }

    @Test("A setting of the look is checked; others are not")
    func checks() throws {
        for (key, value) in [
            ("theme", "light"), ("accent", "purple"), ("accent", "#000000"), ("size", "small"), ("density", "compact"),
            ("name", "Tools"), ("color", "anything"), ("Theme", "anything"),
        ] as [(FieldKey, String)] {
            try GroupAppearance.check(.string(value), for: key)
        }
        for (key, value, word) in [
            ("theme", "black", "auto, light, dark"), ("accent", "mauve", "purple"), ("accent", "#12", "#3584e4"),
            ("size", "12", "medium"), ("density", "", "comfortable"), ("name", "", "name"), ("name", "a\u{7}", "name"),
        ] as [(FieldKey, String, String)] {
            let error = #expect(throws: AppGroupError.self) { try GroupAppearance.check(.string(value), for: key) }
            #expect(error?.code == .invalidValue && error?.description.contains(word) == true, "\(key) \(value)")
        }
    }

    /// The formula of WCAG 2.2, “contrast ratio” and “relative luminance”.
    private static func contrast(_ one: GroupAppearance.Color, _ other: GroupAppearance.Color) -> Double {
        let lights = [one, other].map { color in
            let parts = [color.red, color.green, color.blue].map { part in
                let share = Double(part) / 255
                return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05
        }
        return max(lights[0], lights[1]) / min(lights[0], lights[1])
    }
}
