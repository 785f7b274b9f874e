import Foundation
import Testing

/// Debian's own Python, an oracle from outside: `/usr/bin/python3`.
enum Python {
    /// Runs a program that finds the lines in `given` and prints its answer, and returns the lines of that.
    static func run(_ program: String, given lines: [String]) throws -> [String] {
        let input = FileManager.default.temporaryDirectory.appending(path: "oracle-\(UUID().uuidString)")
        try Data(lines.joined(separator: "\n").utf8).write(to: input)
        defer { try? FileManager.default.removeItem(at: input) }

        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", "import sys\ngiven = open(sys.argv[1]).read().split('\\n')\n" + program, input.path]
        process.standardOutput = output
        try process.run()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "python3 failed")
        return String(decoding: answer, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
