import AppGroup
package import Foundation
package import TestSupport

/// A program that runs in its own process.
package struct Program {
    package let executable: URL
    package var environment: [String: String]

    package init(executable: URL, environment: [String: String] = [:]) {
        self.executable = executable
        self.environment = environment
    }

    /// A program that was built beside these tests.
    package static func built(_ name: String) -> URL { BuiltProgram.folder.appending(path: name) }

    @discardableResult
    package func callAsFunction(_ arguments: String...) throws -> Finished { try run(arguments) }

    package func run(_ arguments: [String]) throws -> Finished {
        try Finished.run([executable.path] + arguments, environment: wholeEnvironment)
    }

    /// Starts it.
    ///
    /// - Parameter owner: What deletes the files that the program uses when it is released. It lives as long as the process.
    package func start(_ arguments: [String], keeping owner: (any Sendable)? = nil) throws -> RunningProcess {
        try RunningProcess(
            executable.path, arguments, environment: ProcessEnvironment(wholeEnvironment), keeping: owner)
    }

    /// A process that is not started yet, for a test that talks to it through pipes. Its output goes where this process's output
    /// goes.
    package func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = wholeEnvironment
        process.standardInput = FileHandle.nullDevice
        return process
    }

    private var wholeEnvironment: [String: String] {
        ProcessInfo.processInfo.environment.merging(environment) { $1 }
    }
}
