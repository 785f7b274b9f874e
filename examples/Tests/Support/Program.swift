package import Foundation

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
        let folder = FileManager.default.temporaryDirectory.appending(path: "examples-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files instead of pipes, so that the process never waits for a reader.
        let output = folder.appending(path: "output")
        let talk = folder.appending(path: "talk")
        for file in [output, talk] { try Data().write(to: file) }
        let process = process(arguments)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: talk)
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            talk: String(decoding: try Data(contentsOf: talk), as: UTF8.self))
    }

    /// A process that is not started yet. Its output goes where this process's output goes.
    package func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        return process
    }
}
