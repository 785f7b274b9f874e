import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import AppGroupWidget

/// The terminal while the home screen uses it. Its earlier state is restored afterwards.
struct HomeTerminal {
    private let mode: TerminalMode
    private var seen: HomeFrame?
    /// The numbers of the images sent to the terminal, by the digests of their content.
    private var sent: [String: Int] = [:]

    init?() {
        guard StandardStream.output.isTerminal, let mode = TerminalMode(of: .input) else { return nil }
        self.mode = mode
    }

    /// The current size of the terminal; 80 × 24 if it is unknown.
    static var size: (columns: Int, rows: Int) {
        (StandardStream.output.columns ?? 80, StandardStream.output.rows ?? 24)
    }

    /// Reads keys as they are pressed, and switches to the alternate screen, without cursor. Lines do not wrap, because
    /// a terminal may draw a character wider than we expect.
    mutating func enter() {
        mode.takeKeys()
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
        seen = nil
    }

    /// Restores the terminal's earlier state. It may be called twice.
    mutating func leave() {
        if !sent.isEmpty { write(TerminalGraphics.kittySequence("a=d,d=A,q=2")) }
        write("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        mode.restore()
        seen = nil
        sent = [:]
    }

    /// Makes the next frame redraw the whole screen.
    mutating func forget() { seen = nil }

    /// Shows a frame. Only changed lines are written, in a single write, so that nothing flickers.
    ///
    /// - Parameter png: The bytes of an app's image.
    mutating func show(_ frame: HomeFrame, png: (AppEntry) -> [UInt8]?) {
        guard frame != seen else { return }
        // Synchronized output: terminals that support it show everything in between at once; others ignore it.
        var output = "\u{1B}[?2026h"
        if seen == nil { output += "\u{1B}[2J" }
        for (row, line) in frame.lines.enumerated() where seen == nil || !isSeen(line, at: row) {
            output += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
        }
        if frame.images != seen?.images ?? [] { output += placements(of: frame.images, png: png) }
        write(output + "\u{1B}[?2026l")
        seen = frame
    }

    private func isSeen(_ line: String, at row: Int) -> Bool {
        guard let seen, seen.lines.indices.contains(row) else { return false }
        return seen.lines[row] == line
    }

    /// Removes the images on the screen and places others. Images that the terminal already has are not sent again.
    private mutating func placements(of images: [HomeFrame.Image], png: (AppEntry) -> [UInt8]?) -> String {
        var output = TerminalGraphics.kittySequence("a=d,d=a,q=2")
        for image in images {
            guard let digest = image.app.icon?.fileName, let number = number(of: digest, image.app, &output, png)
            else { continue }
            output += "\u{1B}[\(image.row + 1);\(image.column + 1)H"
            output += TerminalGraphics.kittySequence(
                "a=p,i=\(number),q=2,C=1,c=\(Tile.icon.columns),r=\(Tile.icon.rows)")
        }
        return output
    }

    private mutating func number(
        of digest: String, _ app: AppEntry, _ output: inout String, _ png: (AppEntry) -> [UInt8]?
    ) -> Int? {
        if let number = sent[digest] { return number }
        guard let bytes = png(app) else { return nil }
        let number = sent.count + 1
        sent[digest] = number
        output += TerminalGraphics.kittySequence("a=t,f=100,i=\(number),q=2", payload: Base64.encoded(bytes))
        return number
    }

    /// Failures are ignored: if the terminal is gone, a signal or the end of input ends the program.
    private func write(_ text: String) { StandardStream.output.write(Array(text.utf8)) }
}
