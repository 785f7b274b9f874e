import AppGroupCommands
import ArgumentParser

/// How a command that installs apps tells another program how far it is.
struct ProgressOptions: ParsableArguments {
    /// The formats of the report. There is none for people, who see the progress on their terminal.
    enum Format: String, CaseIterable, ExpressibleByArgument { case json }

    @Option(help: "Report progress on standard output as lines of JSON, for other programs.")
    var progress: Format?

    /// Runs the command, and reports how it ended.
    ///
    /// - Parameter body: Gets the report; `nil` if none is wanted.
    func follow(_ body: (ProgressReport?) async throws -> Void) async throws {
        guard progress != nil else { return try await body(nil) }
        let report = ProgressReport()
        do {
            try await body(report)
        } catch {
            // An exit status alone means that the failures have been told.
            let status = (error as? ExitCode) ?? error.asExitCode
            report.end(status: status.rawValue, error is ExitCode ? nil : error)
            throw error
        }
        report.end(status: 0, nil)
    }
}
