import Foundation
import Testing

/// Programs of others that say what is right.
enum Judge {
    struct Answer {
        let status: Int32
        let output: String
    }

    /// Runs a program to its end; errors are among its output.
    static func run(_ executable: String, _ arguments: [String]) throws -> Answer {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Answer(status: process.terminationStatus, output: String(decoding: text, as: UTF8.self))
    }

    /// Runs a program in Debian's Python on a value (bound to `given`; `Data` comes as base 64), and returns what it bound to
    /// `answer`.
    static func python<Result: Decodable>(_ program: String, given: some Encodable) throws -> Result {
        try inFolder { folder in
            let (input, output) = (folder.appending(path: "given"), folder.appending(path: "answer"))
            try JSONEncoder().encode(given).write(to: input)
            let lines = [
                "import base64, json, sys", "given = json.load(open(sys.argv[1]))", program,
                "json.dump(answer, open(sys.argv[2], 'w'))",
            ]
            let result = try run(
                "/usr/bin/python3", ["-c", lines.joined(separator: "\n"), input.path, output.path])
            try #require(result.status == 0, "\(result.output)")
            return try JSONDecoder().decode(Result.self, from: Data(contentsOf: output))
        }
    }

    /// Gives a folder that is removed afterwards.
    static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "app-package-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}
