public import AppGroupPlatform

extension ProcessTurn {
    /// Takes the turn to do what one process at a time does. It lasts until the returned value ends it.
    ///
    /// - Parameters:
    ///   - path: The lock's file.
    ///   - patience: The longest wait for another process that has the turn.
    ///   - sentence: What the error says after that time.
    ///   - waiting: Called once if another process has the turn.
    /// - Throws: An error with status 75 if another process still has the turn after that time, and one with status 74 if the file
    ///   can't be locked.
    public static func take(
        at path: String, patience: Duration, orSaying sentence: String, waiting: () -> Void = {}
    ) throws(ToolError) -> ProcessTurn {
        let lock: ProcessTurn?
        do throws(SystemError) { lock = try wait(at: path, patience: patience, waiting: waiting) } catch {
            throw .inputOutput("\(path) can't be locked: \(error).")
        }
        guard let lock else { throw .busy(sentence) }
        return lock
    }
}
