/// What becomes of the caller when it opens an app that needs its terminal.
public enum TerminalPolicy: Hashable, Sendable {
    /// The app takes the caller's place: same process, same terminal, and its exit status is the app's.
    case replaceCaller
    /// The app runs in the caller's terminal, and the caller waits for its end.
    case runInForeground
    /// The app gets a window of a terminal emulator, and the caller, which has no terminal, goes on.
    case openWindow
}
