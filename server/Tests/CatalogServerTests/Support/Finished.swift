import Foundation

/// A program that has run to its end.
struct Finished {
    /// Its exit status; 128 and the number of the signal that ended it.
    let status: Int32
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }

    /// Runs a program to its end. Its output goes to files, which take however much of it there is.
    static func run(
        _ arguments: [String], environment: [String: String]? = nil, input: FileHandle = .nullDevice
    ) async throws -> Finished {
        let process = Process()
        process.executableURL = URL(filePath: arguments[0])
        process.arguments = Array(arguments.dropFirst())
        if let environment { process.environment = environment }
        let (output, errors) = (try temporaryFile(), try temporaryFile())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = input
        let ended = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in ended.continuation.finish() }
        try process.run()
        for await _ in ended.stream {}
        return Finished(
            status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
            output: try data(output), errors: String(decoding: try data(errors), as: UTF8.self))
    }

    /// A file that has no name any more.
    static func temporaryFile() throws -> FileHandle {
        let url = FileManager.default.temporaryDirectory.appending(path: "catalog-test-output-\(UUID().uuidString)")
        try Data().write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try FileHandle(forUpdating: url)
    }

    private static func data(_ file: FileHandle) throws -> Data {
        try file.seek(toOffset: 0)
        return try file.readToEnd() ?? Data()
    }
}
