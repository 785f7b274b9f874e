import AppGroupPlatform

/// A program that opens a window with a terminal and runs another in it.
///
/// The first of: `xdg-terminal-exec`, which asks the desktop; the one that `TERMINAL` names; Debian's choice; and those
/// that are known here.
struct TerminalEmulator: Hashable {
    /// The path of its executable.
    let executable: String
    /// The arguments that it wants before a command line.
    let introduction: [String]

    /// The arguments that each wants before a command line; others take `-e`, as xterm does.
    private static let introductions = [
        "xdg-terminal-exec": [], "foot": [], "kitty": [], "ghostty": ["-e"], "wezterm": ["start", "--"],
        "gnome-terminal": ["--"], "kgx": ["--"], "ptyxis": ["--"], "mate-terminal": ["-x"], "xfce4-terminal": ["-x"],
        "terminator": ["-x"],
    ]

    private static let known = [
        "x-terminal-emulator", "foot", "alacritty", "kitty", "ghostty", "wezterm", "ptyxis", "kgx", "gnome-terminal",
        "konsole", "xfce4-terminal", "mate-terminal", "lxterminal", "qterminal", "terminator", "urxvt", "st", "xterm",
    ]

    /// `nil` if there is none.
    init?(_ environment: ProcessEnvironment) {
        let names = ["xdg-terminal-exec"] + (environment["TERMINAL"].map { [$0] } ?? []) + Self.known
        for name in names {
            let isPath = Paths.isAbsolute(name)
            guard let path = isPath ? (Files.isExecutable(name) ? name : nil) : environment.executable(named: name)
            else { continue }
            executable = path
            introduction = Self.introductions[Paths.lastComponent(of: name)] ?? ["-e"]
            return
        }
        return nil
    }

    /// What it is called with to run a program.
    func arguments(running program: Processes.Program) -> [String] {
        introduction + [program.executable] + program.arguments
    }
}
