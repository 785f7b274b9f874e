import AppGroup
import ArgumentParser
import Testing

@testable import LauncherStore

@Suite("Several attempts of one command") struct AttemptsTests {
    /// An error that says nothing about a status.
    private struct Leak: Error {}

    /// What a command throws after these failures of several attempts, which it has told already.
    private func end(after failures: [any Error]) throws -> ToldFailures? {
        var attempts = Attempts(count: failures.count)
        for failure in failures { try attempts.note(failure) }
        return #expect(throws: ToldFailures.self) { try attempts.end() }
    }

    @Test(
        "A failure that was told already has the status with which it would have ended the program",
        arguments: [
            (AppGroupError(.busy, "Wait."), 75), (ValidationError("Say which."), 64), (ExitCode(3), 3), (Leak(), 74),
        ] as [(any Error, Int32)])
    func status(failure: any Error, status: Int32) throws {
        #expect(failure.asExitCode.rawValue == status)
        #expect(try end(after: [failure, ClientError(.notFound, "There is none.")])?.status.rawValue == status)
    }
}
