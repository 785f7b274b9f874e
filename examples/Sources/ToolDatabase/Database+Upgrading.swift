import ToolProgram

/// How a file gets the tables of the newest version of its program.
extension Database {
    /// Takes the steps that the file lacks, in one transaction. `PRAGMA user_version` says how many it has taken. A file that lacks
    /// none is only read.
    ///
    /// - Parameters:
    ///   - steps: All steps that there are, in their order.
    ///   - program: The program whose file it is.
    ///   - take: Takes one step.
    /// - Throws: ``ToolError``, with status 65 if a newer version of the program has written the file, or what `take` throws.
    public func upgrade<Step>(by steps: [Step], of program: String, _ take: (Step) throws -> Void) throws {
        let taken = try stepsTaken()
        guard taken <= steps.count else {
            throw ToolError.unreadable("\(path) was written by a newer version of \(program): install that version.")
        }
        guard taken < steps.count else { return }
        guard !isReadOnly else {
            throw ToolError.inputOutput(
                "\(path) was written by an earlier version of \(program) and is read-only. Copy its folder to where it can be "
                    + "written.")
        }
        try run(script: "PRAGMA journal_mode = WAL")
        try transaction {
            // Another process may have been faster.
            for step in steps.dropFirst(try stepsTaken()) { try take(step) }
            try run(script: "PRAGMA user_version = \(steps.count)")
        }
    }

    private func stepsTaken() throws -> Int { try row("PRAGMA user_version") { Int($0.integer(0)) } ?? 0 }
}
