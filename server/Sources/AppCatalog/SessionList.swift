/// What `GET /v1/sessions` answers.
public struct SessionList: Codable, Hashable, Sendable {
    /// The version of this form; 1.
    public var version: Int
    /// The newest first.
    public var sessions: [SessionDescription]

    /// Makes a list in the current form.
    public init(sessions: [SessionDescription]) {
        version = 1
        self.sessions = sessions
    }
}
