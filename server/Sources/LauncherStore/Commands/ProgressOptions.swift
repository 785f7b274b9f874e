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
        let report = progress.map { _ in ProgressReport() }
        do {
            try await body(report)
        } catch let failures as ToldFailures {
            report?.end(status: failures.status.rawValue, failures.withoutLine)
            throw failures.status
        } catch {
            report?.end(status: error.asExitCode.rawValue, error)
            throw error
        }
        report?.end(status: 0, nil)
    }
}
