import ToolProgram
import ToolSupport

/// Shows the table of numbers in a window that was opened for visa, until its user closes it.
struct StatusWindow {
    var status: StatusCommand

    func run() {
        let window = OwnWindow()
        show(history: false)
        while let answer = window.ask("Enter shows the table again, h all changes over time, q closes:") {
            show(history: answer == "h")
        }
    }

    /// Shows the table, or says why it cannot be shown.
    private func show(history: Bool) {
        var status = status
        status.history = history
        console.attempt { try status.run() }
    }
}
