public import AppGroup

/// A protocol by which a terminal draws images among its text, from a PNG image's own bytes.
public enum TerminalGraphics: String, CaseIterable, Sendable {
    /// The terminal graphics protocol of kitty, which Ghostty and Konsole speak too.
    case kitty
    /// The inline images of iTerm2, which WezTerm and mintty speak too.
    case iterm2

    /// What the terminal says of itself in the environment. It is not asked: one that does not answer would make everybody
    /// wait, and an answer that comes late would be typed into the shell.
    ///
    /// A terminal inside another, such as tmux or screen, hides what the outer one could.
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

    /// The sequence that draws a PNG image at the cursor, so many cells wide and high. The cursor is somewhere else
    /// afterwards.
    func drawing(_ png: [UInt8], columns: Int, rows: Int) -> String {
        let text = Base64.encoded(png)
        switch self {
        case .kitty:
            return Self.kittySequence("a=T,f=100,q=2,C=1,c=\(columns),r=\(rows)", payload: text)
        case .iterm2:
            return "\u{1B}]1337;File=inline=1;size=\(png.count);width=\(columns);height=\(rows);preserveAspectRatio=1:"
                + "\(text)\u{07}"
        }
    }

    /// A command of kitty's protocol, its payload in the pieces of at most 4,096 bytes that the protocol wants. `q=2` among
    /// the keys keeps the terminal from answering.
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
