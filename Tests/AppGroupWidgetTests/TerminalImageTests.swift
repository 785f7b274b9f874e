import AppGroup
import AppGroupText
import Foundation
import TestSupport
import Testing

@testable import AppGroupWidget

struct TerminalImageTests {
    /// A square with four colors, and an invisible column at its right.
    private static var square: Bitmap {
        var image = Bitmap(width: 13, height: 12)
        for x in 0..<12 {
            for y in 0..<12 {
                image[x, y] = .init(red: x < 6 ? 255 : 0, green: y < 6 ? 255 : 0, blue: x < 6 && y < 6 ? 0 : 102)
            }
        }
        return image
    }

    @Test("ImageMagick reads a sixel image as it was")
    func sixel() throws {
        let text = SixelImage(Self.square, TerminalPixels()).sequence
        let pixels: [[Int]] = try Python.run(
            """
            import io, subprocess
            from PIL import Image
            png = subprocess.run(["convert", "sixel:-", "png:-"], input=given.encode(), capture_output=True, check=True)
            image = Image.open(io.BytesIO(png.stdout)).convert("RGB")
            answer = [list(image.getpixel(place)) for place in [(0, 0), (5, 5), (6, 0), (0, 6), (11, 11)]]
            """, given: text)
        #expect(pixels == [[255, 255, 0], [255, 255, 0], [0, 255, 102], [255, 0, 102], [0, 0, 102]])
    }

    @Test("A sixel image has as many colors as the terminal has registers")
    func registers() {
        var image = Bitmap(width: 64, height: 64)
        for x in 0..<64 { for y in 0..<64 { image[x, y] = .init(red: UInt8(4 * x), green: UInt8(4 * y), blue: 0) } }
        for count in [2, 16, 256] {
            var pixels = TerminalPixels()
            pixels.colorRegisters = count
            let text = SixelImage(image, pixels).sequence
            let defined = text.matches(of: /#\d+;2;/).count
            #expect(defined <= max(2, count - 1) && defined > count / 4, "\(defined)")
        }
    }

    @Test("Blocks show the colors of a cell's quarters, and the terminal's background where nothing is visible")
    func blocks() {
        var image = Bitmap(width: 4, height: 2)
        let (red, blue) = (Bitmap.Color(red: 255, green: 0, blue: 0), Bitmap.Color(red: 0, green: 0, blue: 255))
        for (place, color) in [((0, 0), red), ((1, 0), red), ((0, 1), blue), ((1, 1), blue), ((3, 1), red)] {
            image[place.0, place.1] = color
        }
        #expect(
            BlockImage(image, isTrueColor: true).sequence
                == "\u{1B}[0;38;2;255;0;0;48;2;0;0;255m▀\u{1B}[0;38;2;255;0;0m▗\u{1B}[0m")
        #expect(
            BlockImage(image, isTrueColor: false).sequence
                == "\u{1B}[0;38;5;196;48;5;21m▀\u{1B}[0;38;5;196m▗\u{1B}[0m")
    }

    @Test("A terminal's answers are distinguished from keys that were typed meanwhile")
    func answers() {
        let text =
            "a\u{1B}[A\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;18;9t\u{1B}]11;rgb:1e1e/2020/ffff\u{1B}\\é\u{1B}[1;9R\u{1B}[?62;4;22c\r"
        let answers = TerminalAnswers(Array(text.utf8))
        #expect(answers.hasKittyGraphics && answers.hasSixel && answers.isComplete)
        #expect(answers.cell == TerminalPixels.Cell(width: 9, height: 18))
        #expect(answers.background == Bitmap.Color(red: 0x1E, green: 0x20, blue: 0xFF))
        #expect(answers.emojiWidth == 8)
        #expect(answers.typed == Array("a\u{1B}[Aé\r".utf8))

        let plain = TerminalAnswers(Array("\u{1B}_Gi=31;ENOTSUPPORTED\u{1B}\\\u{1B}[?1;2c".utf8))
        #expect(!plain.hasKittyGraphics && !plain.hasSixel && plain.isComplete)
        #expect(TerminalAnswers(Array("\u{1B}[?1;0;16S\u{1B}[?63;1;2;4c".utf8)).colorRegisters == 16)
        #expect(!TerminalAnswers(Array("\u{1B}[?1;2".utf8)).isComplete)
        #expect(!plain.readsFiles && !plain.hasPalette)
        let more = TerminalAnswers(Array("\u{1B}]4;255;rgb:eeee/eeee/eeee\u{1B}\\\u{1B}_Gi=32;OK\u{1B}\\".utf8))
        #expect(more.readsFiles && more.hasPalette && more.background == nil && more.typed.isEmpty)
        #expect(!TerminalAnswers(Array("\u{1B}_Gi=32;EBADF:no such file\u{1B}\\".utf8)).readsFiles)
    }

    @Test("A terminal's answer with a number that no screen has is not believed", arguments: [Int.min, -1, 0, .max])
    func absurdAnswers(number: Int) {
        let answers = TerminalAnswers(
            Array("\u{1B}[\(number);\(number)R\u{1B}[6;\(number);\(number)t\u{1B}[?1;0;\(number)S\u{1B}[?62;4c".utf8))
        #expect(answers.emojiWidth == nil && answers.cell == nil && answers.colorRegisters == nil)
        #expect(answers.isComplete && answers.hasSixel)
    }

    @Test("A terminal that says it has 256 colors shows icons as blocks, unless colors are not wanted")
    func palette() {
        for isWanted in [true, false] {
            var screen = WidgetScreen(terminal: Terminal(isTerminal: isWanted))
            screen.refine(with: TerminalAnswers(Array("\u{1B}]4;255;rgb:eeee/eeee/eeee\u{07}".utf8)))
            #expect(screen.hasColors == isWanted && screen.graphics == (isWanted ? .blocks : nil))
        }
    }

    @Test("Sixel graphics are preferred to blocks, and kitty's protocol to both")
    func choice() {
        func graphics(_ start: TerminalGraphics?, _ answers: String) -> TerminalGraphics? {
            var screen = WidgetScreen(terminal: Terminal(isTerminal: true), graphics: start)
            screen.refine(with: TerminalAnswers(Array(answers.utf8)))
            return screen.graphics
        }
        #expect(graphics(.blocks, "\u{1B}[?62;4c") == .sixel)
        #expect(graphics(nil, "\u{1B}[?62;4c") == .sixel)
        #expect(graphics(.blocks, "\u{1B}[?62;22c") == .blocks)
        #expect(graphics(.iterm2, "\u{1B}[?62;4c") == .iterm2)
        #expect(graphics(.blocks, "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c") == .kitty)
    }
}
