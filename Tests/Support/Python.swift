package import Foundation

/// Debian's own Python, a second opinion that shares no code with the program under test.
package enum Python {
    /// The interpreter, which has the packages that `scripts/setup test` installs.
    package static let interpreter = URL(filePath: "/usr/bin/python3")

    /// A program that failed.
    package struct Failure: Error, CustomStringConvertible {
        /// Its exit status.
        package let status: Int32
        /// What it wrote to standard error.
        package let errors: String

        package var description: String {
            "Python ended with status \(status); `make setup` installs the modules that tests need. \(errors)"
        }
    }

    /// Runs a program on a value, bound to `given` (`Data` as base 64), and returns what the program bound to `answer`.
    ///
    /// - Throws: ``Failure`` if the program fails.
    package static func run<Answer: Decodable>(_ program: String, given: some Encodable) throws -> Answer {
        let exchange = try Exchange(given)
        return try exchange.answer(of: try Finished.run(exchange.words(for: program)))
    }

    /// Does the same while this thread does other work.
    package static func run<Answer: Decodable>(_ program: String, given: some Encodable) async throws -> Answer {
        try await run(program, given: given, with: interpreter)
    }

    /// Does the same with another interpreter, such as that of a virtual environment.
    package static func run<Answer: Decodable>(
        _ program: String, given: some Encodable, with interpreter: URL
    ) async throws -> Answer {
        let exchange = try Exchange(given)
        return try exchange.answer(of: try await Finished.run(exchange.words(for: program, with: interpreter)))
    }

    /// The files in which a value goes to a program and its answer comes back.
    private final class Exchange: Sendable {
        private let folder: TemporaryFolder

        init(_ given: some Encodable) throws {
            folder = try TemporaryFolder("python")
            try folder.write("given", JSONEncoder().encode(given))
        }

        func words(for program: String, with interpreter: URL = Python.interpreter) -> [String] {
            let lines = [
                "import base64, json, sys", "given = json.load(open(sys.argv[1]))", program,
                "json.dump(answer, open(sys.argv[2], 'w'))",
            ]
            let files = ["given", "answer"].map { "\(folder.path)/\($0)" }
            return [interpreter.path, "-c", lines.joined(separator: "\n")] + files
        }

        func answer<Answer: Decodable>(of run: Finished) throws -> Answer {
            guard run.status == 0 else { throw Failure(status: run.status, errors: run.errors) }
            return try JSONDecoder().decode(Answer.self, from: Data(contentsOf: folder.url.appending(path: "answer")))
        }
    }
}
