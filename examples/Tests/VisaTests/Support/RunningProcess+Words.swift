import TestSupport
import Testing

extension RunningProcess {
    /// Waits until standard error contains these words, or ends the test if the program ends before.
    func waitToHear(_ words: String) throws { try wait { errors.contains(words) } }

    /// Waits until standard output contains these words, or ends the test if the program ends before.
    func waitToRead(_ words: String) throws { try wait { output.contains(words) } }

    private func wait(until condition: () -> Bool) throws {
        _ = blockUntil { condition() || !isRunning }
        try #require(condition(), "It said: \(errors)\nIt printed: \(output)")
    }
}
