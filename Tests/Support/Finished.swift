package import Foundation

/// A program that has run to its end.
package struct Finished: Sendable {
    /// Its exit status, or 128 plus the number of the signal that ended it.
    package let status: Int32
    /// Everything it wrote to standard output.
    package let data: Data
    /// Everything it wrote to standard error.
    package let errors: String

    /// What it wrote to standard output, as text.
    package var output: String { String(decoding: data, as: UTF8.self) }

    private init(_ process: Process, output: FileHandle, errors: FileHandle) throws {
        status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
        data = try Self.contents(of: output)
        self.errors = String(decoding: try Self.contents(of: errors), as: UTF8.self)
    }

    /// Runs a program to its end and keeps this thread waiting.
    ///
    /// - Parameter environment: Its whole environment; this process's own if `nil`.
    package static func run(
        _ arguments: [String], environment: [String: String]? = nil, in folder: String? = nil,
        input: FileHandle = .nullDevice
    ) throws -> Finished {
        let (process, output, errors) = try start(arguments, environment: environment, in: folder, input: input)
        process.waitUntilExit()
        return try Finished(process, output: output, errors: errors)
    }

    /// Runs a program to its end with a text as its input.
    package static func run(
        _ arguments: [String], environment: [String: String]? = nil, given text: String
    ) throws -> Finished {
        let input = try temporaryFile()
        defer { try? input.close() }
        try input.write(contentsOf: Data(text.utf8))
        try input.seek(toOffset: 0)
        return try run(arguments, environment: environment, input: input)
    }

    /// Runs a program to its end while this thread does other work.
    ///
    /// - Parameter environment: Its whole environment; this process's own if `nil`.
    package static func run(
        _ arguments: [String], environment: [String: String]? = nil, in folder: String? = nil,
        input: FileHandle = .nullDevice
    ) async throws -> Finished {
        let ended = AsyncStream.makeStream(of: Void.self)
        let (process, output, errors) = try start(
            arguments, environment: environment, in: folder, input: input, whenEnded: { ended.continuation.finish() })
        for await _ in ended.stream {}
        // The wait also ends if the test has taken too long. A program that still runs has no status, and asking for it traps.
        if Task.isCancelled, process.isRunning {
            process.terminate()
            throw CancellationError()
        }
        return try Finished(process, output: output, errors: errors)
    }

    /// Starts a program. Its output goes to files, so that it never waits for a reader.
    package static func start(
        _ arguments: [String], environment: [String: String]? = nil, in folder: String? = nil,
        input: FileHandle = .nullDevice, whenEnded: (@Sendable () -> Void)? = nil
    ) throws -> (process: Process, output: FileHandle, errors: FileHandle) {
        let process = Process()
        process.executableURL = URL(filePath: arguments[0])
        process.arguments = Array(arguments.dropFirst())
        if let environment { process.environment = environment }
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        let (output, errors) = (try temporaryFile(), try temporaryFile())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = input
        if let whenEnded { process.terminationHandler = { _ in whenEnded() } }
        try process.run()
        return (process, output, errors)
    }

    /// A new file without a name, open for reading and writing.
    private static func temporaryFile() throws -> FileHandle {
        let url = FileManager.default.temporaryDirectory.appending(path: "test-output-\(UUID().uuidString)")
        try Data().write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try FileHandle(forUpdating: url)
    }

    /// What was written to a file, which is closed: Foundation holds on to the files of what it ran, and reads beyond its list of
    /// descriptors when that is long (swiftlang/swift-corelibs-foundation#5472).
    private static func contents(of file: FileHandle) throws -> Data {
        defer { try? file.close() }
        try file.seek(toOffset: 0)
        return try file.readToEnd() ?? Data()
    }
}

extension [String: String] {
    /// Variables for a program that must not see those of the tests, except for the cost of passwords in debug builds of the servers.
    package static var plain: [String: String] {
        [
            "PATH": "/usr/bin:/bin",
            "TEST_PASSWORD_COST": ProcessInfo.processInfo.environment["TEST_PASSWORD_COST"] ?? "",
        ]
    }
}
