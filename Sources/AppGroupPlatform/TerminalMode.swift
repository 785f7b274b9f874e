#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How a terminal treats what is typed, as a program found it, so that it can be left as it was.
package struct TerminalMode: Sendable {
    private let found: UncheckedMode
    private let stream: StandardStream

    /// `termios` holds nothing but numbers.
    private struct UncheckedMode: @unchecked Sendable { let value: termios }

    /// What the terminal does now; `nil` if the stream is none.
    package init?(of stream: StandardStream) {
        var mode = termios()
        guard tcgetattr(stream.rawValue, &mode) == 0 else { return nil }
        found = UncheckedMode(value: mode)
        self.stream = stream
    }

    /// Hands over each key as it is pressed, unseen and unchanged, those that would send a signal too.
    package func takeKeys() {
        var mode = found.value
        mode.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | ISTRIP | IXON)
        mode.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
        withUnsafeMutableBytes(of: &mode.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        set(mode)
    }

    /// Puts back what was found.
    package func restore() { set(found.value) }

    private func set(_ mode: termios) {
        var mode = mode
        // What was typed meanwhile stays; what was written is on its way before anything changes.
        while tcsetattr(stream.rawValue, TCSADRAIN, &mode) != 0, errno == EINTR {}
    }
}
