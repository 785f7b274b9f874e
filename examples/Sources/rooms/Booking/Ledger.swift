import AppGroup
import AppGroupCommands
import AppGroupPlatform
import ToolProgram
import ToolSupport

/// The state file of rooms, and the lock of everything that changes meetings on the server.
struct Ledger {
    let file: StateFile<RoomsState>

    /// How long a process waits for another one that changes meetings.
    private static let patience = Duration.seconds(300)

    init() throws(ToolError) { file = try StateFile(of: "rooms", .current) }

    func read() throws(ToolError) -> RoomsState { try file.read() }

    /// Changes the state, notes what that changes for calendars, and tells the group.
    @discardableResult
    func change(_ body: (inout RoomsState) throws -> Void) throws -> RoomsState {
        let state = try file.change { state in
            let before = state
            try body(&state)
            state.noteChanges(since: before, at: Moment(Session.current.now))
        }
        Membership.announce(state, at: Session.current.now.seconds)
        return state
    }

    /// Changes one booking, unless it is gone.
    func change(_ id: String, _ body: (inout Booking) -> Void) throws {
        try change { state in
            guard var booking = state[id] else { return }
            body(&booking)
            state[id] = booking
        }
    }

    /// Takes the turn to change meetings, and says so if it has to wait. No other process looks for a booking that is being sent.
    func takeTurn() throws(ToolError) -> ProcessTurn {
        try file.turn(
            "sync", patience: Self.patience,
            orSaying:
                "Another process of rooms has been busy with the server for too long. Is it stopped? Try again later."
        ) {
            console.say("Another process of rooms is busy with the server: waiting for it.")
        }
    }
}
