#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import CAppGroupPlatform

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

    /// The byte that the terminal sends for Backspace.
    package var eraseByte: UInt8 {
        var mode = found.value
        return withUnsafeBytes(of: &mode.c_cc) { $0[Int(VERASE)] }
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

    /// Waits until a key is pressed, or the terminal is gone. Keys that were pressed before do not count.
    ///
    /// - Parameter ask: Asks for the key. Whatever is pressed from then on is taken as one, and sends no signal.
    package func waitForKey(_ ask: () -> Void) {
        takeKeys()
        tcflush(stream.rawValue, TCIFLUSH)
        ask()
        var key: UInt8 = 0
        while read(stream.rawValue, &key, 1) < 0, errno == EINTR {}
        restore()
    }

    /// Puts back what was found, unless another job has the terminal and a mode of its own.
    package func restore() {
        appgroup_forget_fault()
        if !isInBackground { set(found.value) }
    }

    /// Whether another job has the terminal. The system stops this process as soon as it changes the mode.
    package var isInBackground: Bool {
        let owner = tcgetpgrp(stream.rawValue)
        return owner > 0 && owner != getpgrp()
    }

    /// Has a fault of this process put back what was found, until ``restore()`` does.
    ///
    /// - Parameter text: At most 128 bytes, which are written to standard output.
    package func restoreAfterFault(writing text: String) {
        var mode = found.value
        appgroup_restore_after_fault(stream.rawValue, &mode, StandardStream.output.rawValue, text)
    }

    private func set(_ mode: termios) {
        var mode = mode
        // What was typed meanwhile stays; what was written is on its way before anything changes.
        while tcsetattr(stream.rawValue, TCSADRAIN, &mode) != 0, errno == EINTR {}
    }
}

extension TerminalMode {
    /// Writes a question to the terminal, and reads what it answers. Nothing is echoed meanwhile.
    ///
    /// Nothing is asked unless both input and output are terminals and this process is in the foreground. Without an
    /// answer in time, whatever is still to come is dropped as far as it can be.
    ///
    /// - Parameters:
    ///   - question: The question, whose answers the caller can tell from what is typed.
    ///   - patience: The longest wait.
    ///   - evenIfTyped: Whether to ask even if input is pending, which then comes before the answers.
    ///   - isComplete: Whether these bytes contain all that is awaited.
    /// - Returns: What was answered and typed.
    package static func answer(
        to question: [UInt8], within patience: Duration, evenIfTyped: Bool, isComplete: ([UInt8]) -> Bool
    ) -> [UInt8] {
        guard StandardStream.output.isTerminal, let mode = TerminalMode(of: .input), tcgetpgrp(0) == getpgrp() else {
            return []
        }
        // A signal ends or stops this process once the terminal is as it was.
        var (signals, before) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        for signal in ThisProcess.TerminalSignal.ending + [ThisProcess.TerminalSignal.stop] {
            sigaddset(&signals, signal)
        }
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        mode.takeKeys()
        var isAnswered = true
        defer {
            if !isAnswered { tcflush(0, TCIFLUSH) }
            mode.restore()
        }
        var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        guard evenIfTyped || poll(&input, 1, 0) == 0 else { return [] }
        guard case .written = StandardStream.output.write(question) else { return [] }
        let deadline = Deadline(after: patience)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while !isComplete(bytes) {
            let count = deadline.hasPassed ? 0 : poll(&input, 1, deadline.pollMilliseconds)
            if count < 0, errno == EINTR { continue }
            let size = count > 0 ? read(0, &chunk, chunk.count) : 0
            guard size > 0 else {
                isAnswered = false
                break
            }
            bytes += chunk.prefix(size)
        }
        return bytes
    }
}
