import Foundation
import TestSupport

/// One of the Python programs beside this file. Each runs the built posters-server in a folder of its own and says what it found.
enum OperationProgram {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// The program beside the tests.
    static let server = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "posters-server").path

    /// A program that failed.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program and reads its answer.
    ///
    /// - Parameters:
    ///   - launcher: A program that runs Python, such as `unshare` with its options.
    ///   - arguments: Further arguments after the server's program and the folder.
    static func run<Answer: Decodable>(
        _ name: String, launcher: [String] = [], _ arguments: String...
    ) async throws -> Answer {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "posters-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let words = [Python.interpreter.path, "-B", folder.appending(path: name).path, server, scratch.path]
        let finished = try await Finished.run(launcher + words + arguments)
        guard finished.status == 0 else {
            let log = (try? String(contentsOf: scratch.appending(path: "log"), encoding: .utf8)) ?? ""
            throw Failure(
                description:
                    "\(name) ended with status \(finished.status); `make setup` installs the modules that tests "
                    + "need. \(finished.errors.suffix(4_000)) \(log.suffix(2_000))")
        }
        return try JSONDecoder().decode(Answer.self, from: finished.data)
    }
}
