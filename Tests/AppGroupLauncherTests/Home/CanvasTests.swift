import AppGroupText
import Testing

@testable import AppGroupLauncher

struct CanvasTests {
    private static func line(_ columns: Int = 8, _ pieces: (text: String, column: Int)...) -> String {
        var canvas = Canvas(columns: columns, rows: 1)
        for piece in pieces { canvas.write(piece.text, row: 0, column: piece.column) }
        return canvas.line(0)
    }

    @Test("A piece of a canvas covers what was there, with its own style")
    func cover() {
        #expect(Self.line(8, ("abcdef", 0), ("XY", 2)) == "abXYef")
        #expect(Self.line(8, ("\u{1B}[1mabc\u{1B}[0md", 0), ("X", 1)) == "\u{1B}[1ma\u{1B}[0mX\u{1B}[1mc\u{1B}[0md")
        #expect(Self.line(8, ("\u{1B}[1m\u{1B}[38;5;9mab\u{1B}[0m", 0)) == "\u{1B}[1m\u{1B}[38;5;9mab\u{1B}[0m")
        #expect(Self.line(8, ("a", 0), (" ", 5)) == "a" && Self.line(8) == "")
    }

    @Test("Text outside a canvas is left out", arguments: [-3, -1, 6, 8, 100])
    func outside(column: Int) {
        let line = Self.line(8, ("abcd日", column))
        #expect(DisplayWidth.of(line) <= 8 && line.contains("日") == (column < 0))
        var canvas = Canvas(columns: 2, rows: 1)
        for row in [-1, 1, 100] { canvas.write("x", row: row, column: 0) }
        #expect(canvas.line(0) == "")
    }

    @Test("Half a wide character is never left on a canvas")
    func wide() {
        #expect(Self.line(8, ("日本", 0), ("x", 1)) == " x本" && Self.line(8, ("日本", 0), ("x", 2)) == "日x")
        #expect(Self.line(8, ("a日", 0), ("b", 1)) == "ab" && Self.line(3, ("ab日", 0)) == "ab")
    }

    @Test("After an emoji whose width terminals disagree about, the cursor moves to the right column")
    func emoji() {
        #expect(Self.line(8, ("👩‍👩‍👧x", 0)) == "👩‍👩‍👧\u{1B}[3Gx")
        #expect(Self.line(8, ("e\u{301}x", 0)) == "e\u{301}\u{1B}[2Gx" && Self.line(2, ("👩‍👩‍👧", 0)) == "👩‍👩‍👧")
    }

    @Test("A line that uses the last column is distinguished from others")
    func full() {
        for (text, isFull) in [("abc", true), ("ab", false), ("ab\u{1B}[7m \u{1B}[0m", true), ("a日", true)] {
            var canvas = Canvas(columns: 3, rows: 1)
            canvas.write(text, row: 0, column: 0)
            #expect(canvas.isFull(0) == isFull, "\(text)")
        }
    }
}
