package import AppGroup
import Foundation

/// A real process, with its output in files and an environment of its own. It is killed when this value is released.
package final class RunningProcess: Sendable {
    /// How a process ended.
    package enum Ending: Hashable, Sendable {
        case exit(Int32)
        case signal(Int32)

        /// The exit status, or 128 plus the number of the signal.
        package var status: Int32 {
            switch self {
            case .exit(let status): status
            case .signal(let number): 128 + number
            }
        }
    }

    /// A finished process.
    package struct Result: Sendable {
        package let ending: Ending
        package let output: String
        package let errors: String

        /// The lines of its output.
        package var lines: [Substring] { output.split(separator: "\n") }
    }

    /// A process that did not do in time what it should.
    package struct TimeOut: Error, CustomStringConvertible {
        package let description: String
    }

    private let process = Process()
    private let name: String
    private let folder: TemporaryFolder
    private let outputFile: URL
    private let errorFile: URL
    private let owner: (any Sendable)?

    /// Starts a program.
    ///
    /// - Parameter owner: What deletes the files that the program uses when it is released. It lives as long as this value.
    package init(
        _ executable: String, _ arguments: [String] = [], environment: ProcessEnvironment, input: String = "",
        keeping owner: (any Sendable)? = nil
    ) throws {
        self.owner = owner
        name = ([executable] + arguments).joined(separator: " ")
        folder = try TemporaryFolder("process")
        outputFile = folder.url.appending(path: "output")
        errorFile = folder.url.appending(path: "errors")
        let inputFile = folder.url.appending(path: "input")
        try Data(input.utf8).write(to: inputFile)
        for file in [outputFile, errorFile] { try Data().write(to: file) }
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.environment = environment.variables
        let streams = [
            try FileHandle(forReadingFrom: inputFile), try FileHandle(forWritingTo: outputFile),
            try FileHandle(forWritingTo: errorFile),
        ]
        (process.standardInput, process.standardOutput, process.standardError) = (streams[0], streams[1], streams[2])
        // At once, since Foundation holds on to what it ran, and reads beyond its list of descriptors when that is long
        // (swiftlang/swift-corelibs-foundation#5472).
        defer { for stream in streams { try? stream.close() } }
        try Self.withoutBlockedSignals { try process.run() }
    }

    /// Tests run on threads that block signals, which a program would inherit: nothing but SIGKILL could then end it.
    package static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var mask = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &mask)
        defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
        try body()
    }

    deinit {
        if process.isRunning { kill() }
    }

    /// The number of the process.
    package var id: Int32 { process.processIdentifier }

    /// Whether it has not ended yet.
    package var isRunning: Bool { process.isRunning }

    /// Sends it a signal.
    package func send(_ signal: Int32) {
        if process.isRunning { Foundation.kill(process.processIdentifier, signal) }
    }

    /// Sends it a signal, and waits for its end.
    @discardableResult
    package func end(by signal: Int32) -> Ending {
        send(signal)
        process.waitUntilExit()
        return ending
    }

    /// Kills it, and waits for its end.
    package func kill() { end(by: SIGKILL) }

    /// What it has written so far.
    package var output: String { text(of: outputFile) }
    /// What it has complained of so far.
    package var errors: String { text(of: errorFile) }

    /// Waits for the end.
    package func result(within limit: Duration = .untilGivenUp) async throws -> Result {
        let hasEnded = try await comesTrue(within: limit) {
            try Task.checkCancellation()
            return !process.isRunning
        }
        guard hasEnded else { throw timeOut(limit, "end") }
        return ended
    }

    /// Waits for the end. This thread waits for it, so tests that are `async` use the other function of this name.
    package func result(within limit: Duration = .untilGivenUp) throws -> Result {
        guard blockUntil(within: limit, { !process.isRunning }) else { throw timeOut(limit, "end") }
        return ended
    }

    private var ended: Result { Result(ending: ending, output: output, errors: errors) }

    /// How it has ended. It must have.
    private var ending: Ending {
        let status = process.terminationStatus
        return process.terminationReason == .exit ? .exit(status) : .signal(status)
    }

    /// Waits until it has written a line.
    package func line(_ line: String, within limit: Duration = .untilGivenUp) async throws {
        guard await comesTrue(within: limit, { output.split(separator: "\n").contains { $0 == line } }) else {
            throw timeOut(limit, "write “\(line)”")
        }
    }

    private func timeOut(_ limit: Duration, _ what: String) -> TimeOut {
        TimeOut(description: "“\(name)” did not \(what) within \(limit).\nOutput: \(output)\nErrors: \(errors)")
    }

    private func text(of file: URL) -> String {
        String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
    }

    /// Runs a program to its end.
    package static func run(
        _ executable: String, _ arguments: [String] = [], environment: ProcessEnvironment = .current,
        input: String = "", within limit: Duration = .untilGivenUp
    ) async throws -> Result {
        try await RunningProcess(executable, arguments, environment: environment, input: input).result(within: limit)
    }
}
