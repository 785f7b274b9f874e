import AppGroup
import AppGroupPlatform
import AppGroupText

/// Asks the terminal what it can do.
enum TerminalQuestion {
    /// The number of the image in kitty's question.
    static let imageNumber = 31
    /// Emoji that are made of several characters: a family, a heart in color, a hand with a skin tone, and a keycap.
    static let emoji = "👨‍👩‍👧❤️👍🏽1️⃣"
    /// The columns of these emoji in a terminal that draws each as one.
    static let emojiWidth = DisplayWidth.of(emoji)

    /// The longest wait for an answer, in milliseconds.
    private static let patience: Int32 = 500

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
    ///   - includingEmoji: Whether to ask for the width of emoji, which are drawn on the alternate screen for a moment.
    ///   - keepingTyped: Whether the caller uses what was typed meanwhile; if not, a terminal with pending input is not
    ///     asked, so that nothing is lost.
    static func ask(
        _ environment: ProcessEnvironment, includingEmoji: Bool, keepingTyped: Bool
    ) -> (answers: TerminalAnswers, typed: [UInt8]) {
        // tmux takes kitty's question for a title, and answers for itself, not for the terminal around it.
        let isNested = environment["TMUX"] != nil
        let image = isNested ? "" : "\u{1B}_Gi=\(imageNumber),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
        let cell = "\u{1B}[16t"
        let background = "\u{1B}]11;?\u{1B}\\"
        let width =
            !includingEmoji || isNested
            ? "" : "\u{1B}[?1049h\u{1B}[2J\u{1B}[H\(emoji)\u{1B}[6n\u{1B}[2J\u{1B}[?1049l"
        var answers = answers(to: image + cell + background + width, keepingTyped: keepingTyped)
        if answers.hasSixel, !answers.hasKittyGraphics {
            answers.add(self.answers(to: "\u{1B}[?1;1;0S", keepingTyped: keepingTyped))
        }
        return (answers, answers.typed)
    }

    private static func answers(to question: String, keepingTyped: Bool) -> TerminalAnswers {
        let bytes = TerminalMode.answer(
            to: Array((question + deviceAttributes).utf8), within: patience, evenIfTyped: keepingTyped,
            isComplete: { TerminalAnswers($0).isComplete })
        return TerminalAnswers(bytes)
    }
}
