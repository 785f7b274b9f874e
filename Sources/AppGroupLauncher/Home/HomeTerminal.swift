import AppGroup
import AppGroupTerminal
import AppGroupWidget

/// The terminal while the home screen has it: taken over, drawn on, and given back as it was found.
struct HomeTerminal {
    private let mode: TerminalMode
    private var seen: HomeFrame?
    /// The images that the terminal has, by the digests of their content.
    private var sent: [String: Int] = [:]

    init?() {
        guard StandardStream.output.isTerminal, let mode = TerminalMode(of: .input) else { return nil }
        self.mode = mode
    }

    /// The size that the terminal has now; 80 × 24 for one that does not say.
    static var size: (columns: Int, rows: Int) {
        (StandardStream.output.columns ?? 80, StandardStream.output.rows ?? 24)
    }

    /// Takes keys as they are pressed, and the alternate screen with the cursor hidden and without wrapping: a terminal may
    /// think some letter to be wider than we do.
    mutating func enter() {
        mode.takeKeys()
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
        seen = nil
    }

    /// Gives the terminal back as it was found. Doing so twice does no harm.
    mutating func leave() {
        if !sent.isEmpty { write(TerminalGraphics.kittySequence("a=d,d=A,q=2")) }
        write("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        mode.restore()
        seen = nil
        sent = [:]
    }

    /// Forgets what is on the screen, so that all of it is drawn again.
    mutating func forget() { seen = nil }

    /// Shows a frame: only the lines that look different are written, at once, so that nothing flickers.
    ///
    /// - Parameter png: The bytes of an app's image.
    mutating func show(_ frame: HomeFrame, png: (FamilyApp) -> [UInt8]?) {
        guard frame != seen else { return }
        // Synchronized output: a terminal that knows it shows everything in between at once, others ignore it.
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

    /// Takes away the images that are there and puts up others. What the terminal has it is not sent again.
    private mutating func placements(of images: [HomeFrame.Image], png: (FamilyApp) -> [UInt8]?) -> String {
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
        of digest: String, _ app: FamilyApp, _ output: inout String, _ png: (FamilyApp) -> [UInt8]?
    ) -> Int? {
        if let number = sent[digest] { return number }
        guard let bytes = png(app) else { return nil }
        let number = sent.count + 1
        sent[digest] = number
        output += TerminalGraphics.kittySequence("a=t,f=100,i=\(number),q=2", payload: Base64.encoded(bytes))
        return number
    }

    /// A terminal that went away cannot be written to any more: the signal or the end of input that comes with it ends all.
    private func write(_ text: String) { StandardStream.output.write(Array(text.utf8)) }
}
