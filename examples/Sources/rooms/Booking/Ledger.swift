import AppGroup
import AppGroupPlatform
import ToolProgram
import ToolSupport

/// The state file of rooms, and the lock of everything that changes meetings on the server.
struct Ledger {
    let file: StateFile<RoomsState>
    /// The clock of everything that is done with bookings.
    var clock: @Sendable () -> Timestamp = { .now }
    /// Tells the group about the bookings as they are at a time, in seconds since 1970.
    var announce: @Sendable (RoomsState, Int64) -> Void = { Membership.announce($0, at: $1) }

    /// How long a process waits for another one that changes meetings.
    private static let patience = Duration.seconds(300)

    init(_ environment: ProcessEnvironment = .current) throws(ToolError) {
        file = try StateFile(of: "rooms", environment)
    }

    func read() throws(ToolError) -> RoomsState { try file.read() }

    /// Changes the state, notes what that changes for calendars, and tells the group.
    @discardableResult
    func change(_ body: (inout RoomsState) throws -> Void) throws -> RoomsState {
        let state = try file.change { state in
            let before = state
            try body(&state)
            state.noteChanges(since: before, at: Moment(clock()))
        }
        announce(state, clock().seconds)
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
