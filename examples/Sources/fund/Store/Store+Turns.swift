import AppGroupPlatform
import ToolProgram
import ToolSupport

/// The work that only one process at a time may do. A process that has to wait says so.
extension Store {
    /// Takes the turn to fetch mail, or to change which mailbox it comes from.
    func takeMailTurn() throws(ToolError) -> ProcessTurn {
        try turn(
            "mail", patience: .seconds(30 * 60),
            orSaying: "Another process has been fetching mail for too long. Is it stopped? Try again later."
        ) {
            console.say("Another process fetches mail: waiting for it.")
        }
    }

    /// Takes the turn to sync.
    ///
    /// - Parameter patience: The longest wait for another process that has the turn.
    func takeSyncTurn(patience: Duration = .seconds(600)) throws(ToolError) -> ProcessTurn {
        try turn(
            "sync", patience: patience,
            orSaying: "Another sync has been running for ten minutes. Is it stopped? Try again later."
        ) {
            console.say("Another sync is running: waiting for it.")
        }
    }

    /// Takes the turn to fetch feeds. It waits longer than one answer may take.
    func takeUpdateTurn() throws(ToolError) -> ProcessTurn {
        try turn(
            "update", patience: .seconds(3 * 60 * 60),
            orSaying: "Another update has been running for too long. Is it stopped? Try again later."
        ) {
            console.say("Another update is running: waiting for its result.")
        }
    }

    private func turn(
        _ name: String, patience: Duration, orSaying sentence: String, waiting: () -> Void
    ) throws(ToolError) -> ProcessTurn {
        try ProcessTurn.take(
            at: "\(Self.folder(in: root))/\(name).lock", patience: patience, orSaying: sentence, waiting: waiting)
    }
}
