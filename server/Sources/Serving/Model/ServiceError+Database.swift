extension ServiceError {
    /// A failure of the server's database. Clients over HTTP learn neither where it is nor what its administrator should do.
    public init(ofDatabase code: Code, _ description: String, retryAfter: Int? = nil) {
        let answer =
            switch code {
            case .busy: "The server's database can't be used right now; try again."
            case .noSpace: "The server's disk is full; its administrator has to make room on it."
            default: "The server's database can't be used; its administrator can find the reason in the log."
            }
        self.init(code, description, answer: answer, retryAfter: retryAfter)
    }
}
