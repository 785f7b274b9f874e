import Foundation
import Testing

/// Debian's own Python, an oracle from outside: `/usr/bin/python3`, with the package python3-wcwidth.
enum Python {
    /// Runs a program on a JSON document (bound to `given`) and returns the JSON that `answer(value)` wrote.
    static func answer<Answer: Decodable>(_ program: String, given: some Encodable) throws -> Answer {
        let input = FileManager.default.temporaryDirectory.appending(path: "oracle-\(UUID().uuidString).json")
        try JSONEncoder().encode(given).write(to: input)
        defer { try? FileManager.default.removeItem(at: input) }

        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", "import json, sys\ngiven = json.load(open(sys.argv[1]))\n" + program, input.path]
        process.standardOutput = output
        try process.run()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "python3 failed; `make setup` installs what it needs")
        return try JSONDecoder().decode(Answer.self, from: answer)
    }
}
