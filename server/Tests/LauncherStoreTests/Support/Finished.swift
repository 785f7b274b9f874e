import Foundation

/// A program that has run to its end.
struct Finished {
    /// Its exit status; 128 and the number of the signal that ended it.
    let status: Int32
    let output: String
    let errors: String

    /// Runs a program to its end.
    static func run(_ arguments: [String], environment: [String: String], in folder: String? = nil) throws -> Finished {
        let (process, output, errors) = try start(arguments, environment: environment, in: folder)
        process.waitUntilExit()
        return Finished(
            status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
            output: try text(output), errors: try text(errors))
    }

    /// Starts a program whose output goes to files, which take however much of it there is.
    static func start(
        _ arguments: [String], environment: [String: String], in folder: String? = nil
    ) throws -> (process: Process, output: FileHandle, errors: FileHandle) {
        let process = Process()
        process.executableURL = URL(filePath: arguments[0])
        process.arguments = Array(arguments.dropFirst())
        process.environment = environment
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        let (output, errors) = (try temporaryFile(), try temporaryFile())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return (process, output, errors)
    }

    /// A file that has no name any more.
    private static func temporaryFile() throws -> FileHandle {
        let url = FileManager.default.temporaryDirectory.appending(path: "store-test-output-\(UUID().uuidString)")
        try Data().write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try FileHandle(forUpdating: url)
    }

    private static func text(_ file: FileHandle) throws -> String {
        try file.seek(toOffset: 0)
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }
}
