import Foundation
import Testing

/// Debian's own Python, an oracle from outside: `/usr/bin/python3`.
enum Python {
    /// Runs a program on a value (bound to `given`; `Data` comes as base 64), and returns what it bound to `answer`.
    static func run<Answer: Decodable>(_ program: String, given: some Encodable) async throws -> Answer {
        let input = try Finished.temporaryFile()
        try input.write(contentsOf: JSONEncoder().encode(given))
        try input.seek(toOffset: 0)
        let lines = [
            "import base64, json, sys", "given = json.load(sys.stdin)", program, "json.dump(answer, sys.stdout)",
        ]
        let finished = try await Finished.run(["/usr/bin/python3", "-c", lines.joined(separator: "\n")], input: input)
        try #require(finished.status == 0, "`make setup` installs what Python needs. \(finished.errors)")
        return try JSONDecoder().decode(Answer.self, from: finished.output)
    }
}
