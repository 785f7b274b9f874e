import ToolProgram

/// How rooms reaches the server of its account.
struct ServerConnection {
    private let state: RoomsState
    private let jobs: Int

    init(_ state: RoomsState, jobs: Int = 2) { (self.state, self.jobs) = (state, jobs) }

    /// Signs in.
    func server() throws -> any MeetingServer { throw ToolError.notSignedIn }
}
