import AppGroup
import Foundation
import TestSupport
import Testing

@testable import AppGroupWidget

struct TerminalGraphicsTests {
    @Test(
        "The environment determines how a terminal draws images; a nested terminal draws none",
        arguments: [
            (["TERM": "xterm-kitty"], .kitty), (["TERM": "xterm-ghostty"], .kitty),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"], .kitty),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .iterm2),
            (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .iterm2),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .iterm2),
            (["TERM": "xterm-256color", "KONSOLE_VERSION": "220401"], .kitty),
            (["TERM": "xterm-256color", "KONSOLE_VERSION": "210800"], nil), (["TERM": "xterm-256color"], nil),
            ([:], nil),
            (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"], nil),
            (["TERM": "screen-256color", "LC_TERMINAL": "iTerm2"], nil),
            (["TERM": "dumb", "TERM_PROGRAM": "iTerm.app"], nil),
        ] as [([String: String], TerminalGraphics?)])
    func detection(variables: [String: String], expected: TerminalGraphics?) {
        #expect(TerminalGraphics(ProcessEnvironment(variables)) == expected)
    }

    @Test(
        "kitty gets the registered bytes, in pieces of at most 4,096 characters, and is told not to answer",
        arguments: [69, 3072, 3073, 20_000])
    func kitty(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let text = TerminalGraphics.kitty.drawing(bytes, columns: 6, rows: 3)
        let commands = text.components(separatedBy: "\u{1B}_G").dropFirst()
        #expect(text.hasPrefix("\u{1B}_Ga=T,f=100,q=2,C=1,c=6,r=3,"))
        #expect(commands.allSatisfy { $0.hasSuffix("\u{1B}\\") && $0.contains("q=2") })
        let pieces = commands.map { $0.dropLast(2).split(separator: ";", maxSplits: 1) }
        #expect(pieces.allSatisfy { $0[1].utf8.count <= 4096 })
        #expect(pieces.map { $0[0].hasSuffix("m=1") } == pieces.indices.map { $0 < pieces.endIndex - 1 })
        #expect(Data(base64Encoded: pieces.map { String($0[1]) }.joined()) == Data(bytes))
    }

    @Test("A cell of more than 100 pixels is not believed", arguments: [(0, 20), (10, 101), (1638, 2730)])
    func hugeCells(width: Int, height: Int) {
        #expect(TerminalPixels.Cell(said: width, height) == nil)
        #expect(TerminalPixels.Cell(said: 10, 20) == TerminalPixels.Cell(width: 10, height: 20))
    }

    @Test("A terminal with kitty's protocol can be given the path of an image")
    func kittyFile() throws {
        let path = "/home/ann/.cache/a;b\u{1B}é"
        let text = TerminalGraphics.kittyDrawing(ofFile: path, columns: 6, rows: 3)
        let match = try #require(text.wholeMatch(of: /\u{1B}_Ga=T,f=100,q=2,C=1,c=6,r=3,t=f,m=0;([^;]*)\u{1B}\\/))
        #expect(Data(base64Encoded: String(match.1)) == Data(path.utf8))
    }

    @Test("iTerm2 gets the registered bytes and their count")
    func iterm2() throws {
        let text = TerminalGraphics.iterm2.drawing(ExampleImage.png, columns: 6, rows: 3)
        let parts = text.split(separator: ":", maxSplits: 1)
        #expect(parts[0].hasPrefix("\u{1B}]1337;File=inline=1;size=69;width=6;height=3"))
        #expect(text.hasSuffix("\u{7}"))
        #expect(Data(base64Encoded: String(parts[1].dropLast())) == Data(ExampleImage.png))
    }
}
