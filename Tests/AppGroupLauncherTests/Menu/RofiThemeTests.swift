import AppGroup
import Testing

@testable import AppGroupLauncher

struct RofiThemeTests {
    @Test(
        "rofi's grid has no empty column, and not more lines than are easy to look over",
        arguments: [(1, 3, 1), (4, 4, 1), (6, 3, 2), (9, 5, 2), (12, 4, 3), (13, 5, 3), (99, 5, 3)])
    func grid(count: Int, columns: Int, lines: Int) {
        let text = RofiTheme(look: GroupAppearance(), count: count).text
        #expect(text.contains("columns: \(columns); lines: \(lines);"))
    }
}
