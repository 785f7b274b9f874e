import AppGroupPlatform
import AppGroupText
import AppGroupWidget

/// The terminal while the home screen uses it. Its earlier state is restored afterwards.
struct HomeTerminal {
    private let mode: TerminalMode
    private var seen: HomeFrame?
    /// The images on the screen.
    private var placements: [Placement] = []
    /// The numbers of the images sent to the terminal, by what they are known by.
    private var sent: [String: Int] = [:]

    /// If more images than these have to be sent, the text is shown before them.
    private static let manyImages = 8

    init?() {
        guard StandardStream.output.isTerminal, let mode = TerminalMode(of: .input) else { return nil }
        self.mode = mode
    }

    /// The current size of the terminal; 80 × 24 if it is unknown.
    static var size: (columns: Int, rows: Int) {
        (StandardStream.output.columns ?? 80, StandardStream.output.rows ?? 24)
    }

    /// The byte that the terminal sends for Backspace.
    var eraseByte: UInt8 { mode.eraseByte }

    /// Whether another job has the terminal.
    var isInBackground: Bool { mode.isInBackground }

    /// Reads keys and the mouse's buttons as they are pressed, distinguishes pasted text from keys, and switches to the alternate
    /// screen, without cursor. Lines do not wrap, because a terminal may draw a character wider than we expect.
    mutating func enter() {
        mode.takeKeys()
        mode.restoreAfterFault(writing: Self.leaveSequence)
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[2J")
        forget()
    }

    private static let leaveSequence =
        "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Prints a line and reads keys, without switching to the alternate screen. ``endPrompt()`` must follow.
    func prompt(_ text: SafeText) {
        mode.takeKeys()
        write("\u{1B}[0m\r\n\u{1B}[7m \(text) \u{1B}[0m")
    }

    /// Removes the line of ``prompt(_:)``.
    func endPrompt() {
        write("\r\u{1B}[2K")
        mode.restore()
    }

    /// Restores the terminal's earlier state. It can be called twice.
    mutating func leave() {
        if !sent.isEmpty { write(TerminalGraphics.kittySequence("a=d,d=A,q=2")) }
        write(Self.leaveSequence)
        mode.restore()
        forget()
        sent = [:]
    }

    /// Makes the next frame redraw the complete screen.
    mutating func forget() {
        seen = nil
        placements = []
    }

    /// Shows a frame. Only changed lines are written, in a single write, so that nothing flickers. Only if many
    /// images have to be sent, the text is written before them.
    mutating func show(_ frame: HomeFrame, pictures: HomePictures) {
        guard frame != seen else { return }
        let isKitty = pictures.graphics == .kitty
        let images = frame.images.compactMap { Placement($0, pictures) }
        // Only kitty keeps images apart from the text under them. Elsewhere, text that is written over one erases it.
        let gone = isKitty || images == placements ? [] : placements.filter { !images.contains($0) }
        var written: Set<Int> = []
        // Synchronized output: terminals that support it show everything in between at once; others ignore it.
        var output = "\u{1B}[?2026h"
        if seen == nil { output += "\u{1B}[2J" }
        for (row, line) in frame.lines.enumerated()
        where seen == nil || !isSeen(line, at: row) || gone.contains(where: { $0.rows.contains(row) }) {
            let text = pictures.joinsEmoji ? line : PlainEmoji.applied(to: line)
            output += "\u{1B}[\(row + 1);1H\(text)" + (frame.fullLines.contains(row) ? "" : "\u{1B}[K")
            written.insert(row)
        }
        if pictures.areLarge, images.count(where: { !placements.contains($0) }) > Self.manyImages {
            write(output + "\u{1B}[?2026l")
            output = "\u{1B}[?2026h"
        }
        if isKitty {
            if seen == nil || images != placements { output += placed(images, pictures) }
        } else {
            for image in images where !placements.contains(image) || !written.isDisjoint(with: image.rows) {
                guard let picture = pictures.picture(image.identity) else { continue }
                output += image.cursor + pictures.drawing(picture)
            }
        }
        for image in images { output += image.countSequence }
        // It is hidden, but Braille displays, screen readers and magnifiers follow it.
        output += "\u{1B}[\(frame.cursor.row + 1);\(frame.cursor.column + 1)H"
        write(output + "\u{1B}[?2026l")
        seen = frame
        placements = images
    }

    private func isSeen(_ line: String, at row: Int) -> Bool {
        guard let seen, seen.lines.indices.contains(row) else { return false }
        return seen.lines[row] == line
    }

    /// Removes the images on a screen of kitty's protocol, and places others. Images that the terminal already has are
    /// not sent again.
    private mutating func placed(_ images: [Placement], _ pictures: HomePictures) -> String {
        var output = TerminalGraphics.kittySequence("a=d,d=a,q=2")
        let tile = pictures.tile
        for image in images {
            guard let number = number(of: image.identity, &output, pictures) else { continue }
            output += image.cursor
            guard image.count != nil, let size = pictures.picture(image.identity)?.pixelSize else {
                output += placing(number, columns: tile.iconColumns, rows: tile.iconRows)
                continue
            }
            // The part beside the count, which an image of a few pixels lacks, and the part below it.
            let (columns, height) = (tile.iconColumns - tile.overlap, size.height / tile.iconRows)
            let width = size.width * columns / tile.iconColumns
            if width > 0, height > 0 {
                output += placing(number, columns: columns, rows: 1, source: ",x=0,y=0,w=\(width),h=\(height)")
            }
            output += "\u{1B}[\(image.row + 2);\(image.column + 1)H"
            output += placing(
                number, columns: tile.iconColumns, rows: tile.iconRows - 1,
                source: ",x=0,y=\(height),w=\(size.width),h=\(size.height - height)")
        }
        return output
    }

    /// Places an image at the cursor, over text. Below text, kitty 0.26.5 would hide the colors of cells.
    ///
    /// - Parameter source: The part of the image, in pixels; empty for all of it.
    private func placing(_ number: Int, columns: Int, rows: Int, source: String = "") -> String {
        TerminalGraphics.kittySequence("a=p,i=\(number),q=2,C=1,c=\(columns),r=\(rows)\(source)")
    }

    private mutating func number(of identity: String, _ output: inout String, _ pictures: HomePictures) -> Int? {
        if let number = sent[identity] { return number }
        let number = sent.count + 1
        let keys = "a=t,f=100,i=\(number),q=2"
        switch pictures.picture(identity) {
        case .png(let bytes)?: output += TerminalGraphics.kittySequence(keys, payload: Base64.encode(bytes))
        case .file(let path)?:
            guard Files.exists(path) else {
                pictures.forget(identity)
                return nil
            }
            output += TerminalGraphics.kittySequence("\(keys),t=f", payload: Base64.encode(Array(path.utf8)))
        case .sequence?, nil: return nil
        }
        sent[identity] = number
        return number
    }

    /// An image and its place on the screen.
    private struct Placement: Hashable {
        let identity: String
        let row: Int
        let column: Int
        let count: HomeFrame.Count?
        private let height: Int

        /// `nil` if the image cannot be drawn.
        init?(_ image: HomeFrame.Image, _ pictures: HomePictures) {
            guard let identity = pictures.identity(of: image.app) else { return nil }
            self.identity = identity
            (row, column, count, height) = (image.row, image.column, image.count, pictures.tile.iconRows)
        }

        var rows: Range<Int> { row..<row + height }
        var cursor: String { "\u{1B}[\(row + 1);\(column + 1)H" }
        /// Writes the count over the image.
        var countSequence: String { count.map { "\u{1B}[\(row + 1);\($0.column + 1)H\($0.text)" } ?? "" }
    }

    /// Failures are ignored: if the terminal is gone, a signal or the end of input ends the program.
    private func write(_ text: String) { StandardStream.output.write(Array(text.utf8)) }
}
