import AppGroupTerminal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Asks for a secret in the terminal without showing what is typed.
enum SecretPrompt {
    /// - Returns: The line that was typed, without its end; `nil` where nobody is there to ask, or the line ended early.
    static func ask(_ question: String) -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { return nil }
        // Ctrl-C would leave the terminal silent: it is read like any other key, and ends the line as Return does.
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
        withUnsafeMutableBytes(of: &silent.c_cc) { $0[Int(VEOL)] = 3 }
        tcsetattr(terminal, TCSAFLUSH, &silent)
        defer { tcsetattr(terminal, TCSAFLUSH, &before) }
        say("\(SafeText(question)) ", to: terminal)
        let line = line(from: terminal)
        say("\n", to: terminal)
        return line
    }

    private static func line(from terminal: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 4096 {
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != 3 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(validating: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    private static func say(_ text: String, to terminal: Int32) {
        let bytes = Array(text.utf8)
        _ = write(terminal, bytes, bytes.count)
    }
}
