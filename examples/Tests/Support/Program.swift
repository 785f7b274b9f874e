package import Foundation
import TestSupport

/// A program that runs in its own process.
package struct Program {
    package let executable: URL
    package var environment: [String: String]

    package struct Result: Sendable {
        package let status: Int32
        package let output: String
        package let talk: String
    }

    package init(executable: URL, environment: [String: String] = [:]) {
        self.executable = executable
        self.environment = environment
    }

    /// A program that was built beside these tests.
    package static func built(_ name: String) -> URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let folder = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        return folder.appending(path: name)
    }

    @discardableResult
    package func callAsFunction(_ arguments: String...) throws -> Result { try run(arguments) }

    package func run(_ arguments: [String]) throws -> Result {
        let finished = try Finished.run([executable.path] + arguments, environment: wholeEnvironment)
        return Result(status: finished.status, output: finished.output, talk: finished.errors)
    }

    /// A process that is not started yet. Its output goes where this process's output goes.
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
