import Testing

extension RunningProcess {
    /// Waits until this process, one of the servers of this repository, listens at a port of this machine.
    ///
    /// It is asked for its own word, since anybody who has the port could answer.
    ///
    /// - Returns: The port.
    @discardableResult
    package func port() async throws -> Int {
        _ = await comesTrue { announcedPort != nil || !isRunning }
        return try #require(announcedPort, "The server does not listen: \(errors)")
    }

    /// Does the same while this thread waits, so tests that are `async` use the other function of this name.
    @discardableResult
    package func port() throws -> Int {
        _ = blockUntil { announcedPort != nil || !isRunning }
        return try #require(announcedPort, "The server does not listen: \(errors)")
    }

    private var announcedPort: Int? {
        errors.firstMatch(of: /listening on 127\.0\.0\.1:(\d+)/).flatMap { Int($0.1) }
    }
}
