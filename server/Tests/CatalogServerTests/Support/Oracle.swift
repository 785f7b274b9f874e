import Foundation
import TestSupport
import Testing

/// Another program that reads the same database.
enum Oracle {
    /// The catalogs of all users, ordered by the user's number, computed by the benchmarks' peer in Python.
    static func catalogs(in database: String) async throws -> [String] {
        let program = URL(filePath: #filePath).appending(path: "../../../../../bench/peers/catalog.py").standardized
        let finished = try await Finished.run([Python.interpreter.path, "-B", program.path, database])
        try #require(finished.status == 0, "\(finished.errors)")
        return finished.output.split(separator: "\n").map(String.init)
    }
}
