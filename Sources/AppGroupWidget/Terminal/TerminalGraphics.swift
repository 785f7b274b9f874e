public import AppGroup
import AppGroupText

/// A way to draw images in a terminal.
public enum TerminalGraphics: String, CaseIterable, Sendable {
    /// The terminal graphics protocol of kitty, which Ghostty and Konsole also support.
    case kitty
    /// The inline images of iTerm2, which WezTerm and mintty also support.
    case iterm2
    /// DEC's sixel graphics, which xterm, foot and many others support.
    case sixel
    /// Characters that fill halves and quarters of a cell, in two colors each. Every terminal with colors has them.
    case blocks

    /// Detects a protocol from environment variables, as far as they describe the terminal.
    ///
    /// A terminal inside another, such as tmux or screen, hides the capabilities of the outer one.
    public init?(_ environment: ProcessEnvironment) {
        let term = environment["TERM"] ?? ""
        guard environment["TMUX"] == nil, !["tmux", "screen", "dumb"].contains(where: term.hasPrefix) else {
            return nil
        }
        let program = environment["TERM_PROGRAM"] ?? environment["LC_TERMINAL"] ?? ""
        if term == "xterm-kitty" || term == "xterm-ghostty" || program == "ghostty" {
            self = .kitty
        } else if let version = environment["KONSOLE_VERSION"].flatMap({ Int($0) }), version >= 22_04_00 {
            self = .kitty
        } else if ["iTerm.app", "iTerm2", "WezTerm", "mintty"].contains(program) {
            self = .iterm2
        } else {
            return nil
        }
    }

    /// The sequence that draws a PNG image at the cursor, with the given size in cells. It moves the cursor. An image that
    /// cannot be decoded, where it must be, gives an empty one.
    package func drawing(
        _ png: [UInt8], columns: Int, rows: Int, on pixels: TerminalPixels = TerminalPixels()
    ) -> String {
        switch self {
        case .kitty:
            return Self.kittySequence(Self.kittyKeys(columns, rows), payload: Base64.encode(png))
        case .iterm2:
            return "\u{1B}]1337;File=inline=1;size=\(png.count);width=\(columns);height=\(rows);preserveAspectRatio=1:"
                + "\(Base64.encode(png))\u{07}"
        case .sixel:
            let size = (width: columns * pixels.cell.width, height: rows * pixels.cell.height)
            guard let image = PNGDecoder.bitmap(png, fitting: Self.longestSide) else { return "" }
            return SixelImage(image.fitted(into: size), pixels).sequence
        case .blocks:
            guard let image = PNGDecoder.bitmap(png, fitting: Self.longestSide) else { return "" }
            // Each cell has two by two pixels, which are twice as high as they are wide.
            let fitted = image.fitted(into: (2 * columns, 2 * rows), aspect: 0.5)
            return BlockImage(fitted, isTrueColor: pixels.hasTrueColor).sequence
        }
    }

    /// The sequence that makes a terminal with kitty's protocol draw a PNG file of this machine at the cursor.
    static func kittyDrawing(ofFile path: String, columns: Int, rows: Int) -> String {
        kittySequence("\(kittyKeys(columns, rows)),t=f", payload: Base64.encode(Array(path.utf8)))
    }

    private static func kittyKeys(_ columns: Int, _ rows: Int) -> String {
        "a=T,f=100,q=2,C=1,c=\(columns),r=\(rows)"
    }

    /// The largest width or height to which an image is decoded, in pixels: larger than any icon in a terminal.
    package static let longestSide = 256

    /// A command of kitty's protocol. The payload is divided into chunks of at most 4,096 bytes, as the protocol
    /// requires. `q=2` among the keys keeps the terminal from answering.
    package static func kittySequence(_ keys: String, payload: String = "") -> String {
        var result = ""
        var rest = payload.utf8[...]
        var isFirst = true
        repeat {
            let piece = rest.prefix(4096)
            rest = rest.dropFirst(4096)
            let more = rest.isEmpty ? "m=0" : "m=1"
            result += "\u{1B}_G" + (isFirst ? "\(keys)," : "q=2,") + "\(more);\(Substring(piece))\u{1B}\\"
            isFirst = false
        } while !rest.isEmpty
        return result
    }
}
