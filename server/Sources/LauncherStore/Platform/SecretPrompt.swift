import AppGroupTerminal
import AppPackage

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
        let answer = SecretLine.ask("\(SafeText(question)) ", at: terminal) { text in
            let bytes = Array(text.utf8)
            _ = write(terminal, bytes, bytes.count)
        }
        return answer ?? nil
    }
}
