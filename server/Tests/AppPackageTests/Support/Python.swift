import Foundation
import Testing

/// Debian's own Python, an oracle from outside: `/usr/bin/python3`.
enum Python {
    /// Runs a program on a value (bound to `given`; `Data` comes as base 64), and returns what it bound to `answer`.
    static func run<Answer: Decodable>(_ program: String, given: some Encodable) throws -> Answer {
        let folder = try TemporaryFolder()
        let given = try folder.write("given", JSONEncoder().encode(given))
        let lines = [
            "import base64, json, sys", "given = json.load(open(sys.argv[1]))", program,
            "json.dump(answer, open(sys.argv[2], 'w'))",
        ]
        let answer = "\(folder.path)/answer"
        let result = try Command.run("/usr/bin/python3", "-c", lines.joined(separator: "\n"), given, answer)
        try #require(result.status == 0, "`make setup` installs what Python needs. \(result.output)")
        return try JSONDecoder().decode(Answer.self, from: Data(contentsOf: URL(filePath: answer)))
    }
}
