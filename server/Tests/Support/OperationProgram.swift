import Foundation
import TestSupport

/// Python programs in the folder `Programs` beside a suite. Each runs a built server in a folder of its own and says in JSON
/// what it found.
package struct OperationProgram: Sendable {
    private let folder: URL
    /// The server beside the tests.
    private let server: String

    /// A program that failed.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameters:
    ///   - server: The name of the server's program.
    ///   - file: The file of the suite.
    package init(server: String, beside file: String) {
        folder = URL(filePath: file).deletingLastPathComponent().appending(path: "Programs")
        self.server = BuiltProgram.folder.appending(path: server).path
    }

    /// Runs a program and reads its answer.
    ///
    /// - Parameters:
    ///   - launcher: A program that runs Python, such as `unshare` with its options.
    ///   - arguments: Further arguments after the server's program and the folder.
    package func run<Answer: Decodable>(
        _ name: String, launcher: [String] = [], _ arguments: String...
    ) async throws -> Answer {
        let scratch = try TemporaryFolder("operation")
        defer { withExtendedLifetime(scratch) {} }
        let words = [Python.interpreter.path, "-B", folder.appending(path: name).path, server, scratch.path]
        let finished = try await Finished.run(launcher + words + arguments)
        guard finished.status == 0 else {
            let log = (try? String(contentsOf: scratch.url.appending(path: "log"), encoding: .utf8)) ?? ""
            throw Failure(
                description:
                    "\(name) ended with status \(finished.status); `make setup` installs the modules that tests "
                    + "need. \(finished.errors.suffix(4_000)) \(log.suffix(2_000))")
        }
        return try JSONDecoder().decode(Answer.self, from: finished.data)
    }
}

/// What a program found, whatever its type.
package enum Found: Decodable, Equatable, Sendable {
    case truth(Bool)
    case number(Int)
    case text(String)
    case list([Found])
    case object([String: Found])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let truth = try? container.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([Found].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: Found].self))
        }
    }
}
