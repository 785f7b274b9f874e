import Foundation

/// Another program that reads the same database.
enum Oracle {
    /// The catalogs of all users, ordered by the user's number, computed by the benchmarks' peer in Python.
    static func catalogs(in database: String) throws -> [String] {
        let program = URL(filePath: #filePath).appending(path: "../../../../../bench/peers/catalog.py").standardized
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-B", program.path, database]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.standardError
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
