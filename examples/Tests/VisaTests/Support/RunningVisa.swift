import ExamplesTestSupport
import Foundation
import Testing

/// visa while it runs.
final class RunningVisa: @unchecked Sendable {
    private let process: Process
    private let output = Pipe()
    private let talk = Pipe()
    private var heard = ""

    init(_ person: Person, _ arguments: String...) throws {
        process = person.visa.process(arguments)
        process.standardOutput = output
        process.standardError = talk
        try process.run()
    }

    deinit { if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) } }

    var isRunning: Bool { process.isRunning }

    /// Waits until it has said something on standard error that holds these words; gives up where it ends before.
    func waitToHear(_ words: String) throws {
        try wait(for: words, talk)
    }

    /// The same of its standard output.
    func waitToRead(_ words: String) throws {
        try wait(for: words, output)
    }

    private func wait(for words: String, _ pipe: Pipe) throws {
        while !heard.contains(words) {
            let data = pipe.fileHandleForReading.availableData
            try #require(!data.isEmpty, "it ended and said: \(heard)")
            heard += String(decoding: data, as: UTF8.self)
        }
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits for its end, and gives its status and what it printed.
    func finish() throws -> (status: Int32, output: String) {
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
