import Foundation
import TestSupport

/// A terminal emulator without a window: it notes the commands that it is started with, and runs them.
struct NotingTerminal {
    private let file: String

    init() throws {
        let group = TestGroup.current
        file = "\(group.folder)/commands"
        // Its first argument is -e.
        try group.makeProgram("xterm", "shift; echo \"$*\" >>\(file); exec \"$@\"")
    }

    /// The environment in which terminal apps open in it.
    let setting: [String: String?] = ["TERMINAL": "xterm"]

    /// The commands, one on each line.
    var commands: String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
}
