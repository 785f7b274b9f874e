import ExamplesTestSupport
import Foundation
import Testing

/// A running visa.
final class RunningVisa: @unchecked Sendable {
    private let process: Process
    private let output = Pipe()
    private let talk = Pipe()
    /// What it has said and printed, as far as that was waited for.
    private(set) var heard = ""

    init(_ person: Person, _ arguments: String...) throws {
        process = person.visa.process(arguments)
        process.standardOutput = output
        process.standardError = talk
        try process.run()
    }

    deinit { if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) } }

    var isRunning: Bool { process.isRunning }

    /// Waits until standard error contains these words, or ends the test if visa ends before.
    func waitToHear(_ words: String) throws {
        try wait(for: words, talk)
    }

    /// Waits until standard output contains these words, or ends the test if visa ends before.
    func waitToRead(_ words: String) throws {
        try wait(for: words, output)
    }

    private func wait(for words: String, _ pipe: Pipe) throws {
        while !heard.contains(words) {
            let data = pipe.fileHandleForReading.availableData
            try #require(!data.isEmpty, "visa ended after it said: \(heard)")
            heard += String(decoding: data, as: UTF8.self)
        }
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits for its end, and returns its status and its output.
    func finish() throws -> (status: Int32, output: String) {
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
