package import Foundation

/// A script in Python that prints a line when it is ready, such as its port, and then serves. It ends with this value.
package final class PythonServer: Sendable {
    /// The line that it printed when it was ready.
    package let greeting: String
    package let process: RunningProcess

    /// What kept a script from being ready.
    private struct NotReady: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts a script, and waits until it is ready.
    ///
    /// - Parameters:
    ///   - script: The path of the script.
    ///   - owner: What deletes the files that the script uses when it is released. It lives as long as the process.
    package init(_ script: String, _ arguments: [String] = [], keeping owner: (any Sendable)? = nil) async throws {
        let process = try Self.start(script, arguments, Python.interpreter, owner)
        self.process = process
        _ = await comesTrue { Self.hasAnswered(process) }
        greeting = try Self.greeting(of: process)
    }

    /// Does the same while this thread waits, so tests that are `async` use the other initializer.
    package init(
        _ script: String, _ arguments: [String] = [], with interpreter: URL = Python.interpreter,
        keeping owner: (any Sendable)? = nil
    ) throws {
        let process = try Self.start(script, arguments, interpreter, owner)
        self.process = process
        _ = blockUntil { Self.hasAnswered(process) }
        greeting = try Self.greeting(of: process)
    }

    /// Its port, for a script that prints it.
    package var port: Int {
        get throws {
            guard let port = Int(greeting) else { throw NotReady(description: "“\(greeting)” is not a port.") }
            return port
        }
    }

    /// The lines after the first one.
    package var lines: [String] { process.output.split(separator: "\n").dropFirst().map(String.init) }

    private static func start(
        _ script: String, _ arguments: [String], _ interpreter: URL, _ owner: (any Sendable)?
    ) throws -> RunningProcess {
        // Without -B, Python would leave files beside scripts that use each other.
        try RunningProcess(interpreter.path, ["-B", script] + arguments, environment: .current, keeping: owner)
    }

    private static func hasAnswered(_ process: RunningProcess) -> Bool {
        process.output.contains("\n") || !process.isRunning
    }

    private static func greeting(of process: RunningProcess) throws -> String {
        let output = process.output
        guard let end = output.firstIndex(of: "\n") else {
            throw NotReady(description: "The script has not become ready. \(output)\(process.errors)")
        }
        return String(output[..<end])
    }
}
