import AppGroup
import AppGroupPlatform
import AppGroupText

/// Asks the terminal what it can do.
enum TerminalQuestion {
    /// The number of the image in kitty's question.
    static let imageNumber = 31
    /// The number of the image in the question whether the terminal reads files of this machine.
    static let fileNumber = 32
    /// Emoji of several characters: a family, a heart in color, a hand with a skin tone, and a keycap.
    static let emoji = "👨‍👩‍👧❤️👍🏽1️⃣"
    /// The columns of these emoji in a terminal that draws each as one.
    static let emojiWidth = DisplayWidth.of(emoji)

    /// The longest wait for an answer.
    private static let patience = Duration.milliseconds(500)

    /// Every terminal answers this one, and answers in order: its answer ends the wait.
    private static let deviceAttributes = "\u{1B}[c"

    /// Whether the terminal is known to read over questions that it does not know. Linux's console and GNU screen show
    /// parts of them.
    static func isUnderstood(_ environment: ProcessEnvironment) -> Bool {
        let term = environment["TERM"] ?? ""
        return environment["TMUX"] != nil
            || !["linux", "screen", "dumb", ""].contains { $0 == term || !$0.isEmpty && term.hasPrefix($0) }
    }

    /// Asks, and waits for the answers.
    ///
    /// - Parameters:
    ///   - isReader: Whether the caller reads keys and draws the complete screen. It uses the keys that were typed meanwhile,
    ///     and learns the width of emoji, which are drawn on the alternate screen for a moment, and whether the terminal
    ///     reads files. If not, a terminal with pending input is not asked, so that nothing is lost.
    ///   - hasColors: Whether the environment says that the terminal has 256 colors; otherwise it is asked.
    static func ask(_ environment: ProcessEnvironment, isReader: Bool, hasColors: Bool) -> TerminalAnswers {
        let palette = hasColors ? "" : "\u{1B}]4;255;?\u{1B}\\"
        let cell = "\u{1B}[16t"
        let background = "\u{1B}]11;?\u{1B}\\"
        // tmux takes kitty's question for a title, and answers for itself, not for the terminal around it.
        let isNested = environment["TMUX"] != nil
        let image = isNested ? "" : pixel(imageNumber, "t=d", "AAAA")
        let width =
            !isReader || isNested
            ? "" : "\u{1B}[?1049h\u{1B}[2J\u{1B}[H\(emoji)\u{1B}[6n\u{1B}[2J\u{1B}[?1049l"
        // A terminal on the other side of ssh reads no files of this machine.
        let cache = isReader && !isNested && environment["SSH_CONNECTION"] == nil ? PictureCache(environment) : nil
        var result = PictureCache.withFile([0, 0, 0], in: cache) { path in
            let file = path.map { pixel(fileNumber, "t=f", Base64.encode(Array($0.utf8))) } ?? ""
            return answers(to: palette + image + file + cell + background + width, keepingTyped: isReader)
        }
        if result.hasSixel, !result.hasKittyGraphics {
            result.add(answers(to: "\u{1B}[?1;1;0S", keepingTyped: isReader))
        }
        return result
    }

    /// Asks whether the terminal could draw an image of one pixel.
    private static func pixel(_ number: Int, _ medium: String, _ payload: String) -> String {
        "\u{1B}_Gi=\(number),s=1,v=1,a=q,\(medium),f=24;\(payload)\u{1B}\\"
    }

    private static func answers(to question: String, keepingTyped: Bool) -> TerminalAnswers {
        let bytes = TerminalMode.answer(
            to: Array((question + deviceAttributes).utf8), within: patience, evenIfTyped: keepingTyped,
            isComplete: { TerminalAnswers($0).isComplete })
        return TerminalAnswers(bytes)
    }
}
