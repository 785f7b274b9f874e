import Foundation

/// A program run as a process of its own.
struct Program {
    let executable: URL
    var environment: [String: String] = [:]

    struct Result {
        let status: Int32
        let output: String
        let talk: String
    }

    /// The `inbox` that was built beside these tests.
    static var inbox: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let folder = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        return folder.appending(path: "inbox")
    }

    func callAsFunction(_ arguments: String...) throws -> Result { try run(arguments) }

    func run(_ arguments: [String]) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "inbox-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files and not pipes: the process waits for no reader, however much it prints.
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

    /// A process that is not started yet, and whose output goes where this one's does.
    func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        return process
    }
}
