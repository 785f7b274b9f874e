import Foundation
import TestSupport

/// Debian's Python with georeport, a client of Open311, and pysupercluster, which `scripts/setup test` installs.
package enum GeoOracle {
    private static let folder = URL(filePath: #filePath).appending(
        path: "../../../../.build/tools/georeport-0.3.1/lib/python3.11/site-packages"
    ).standardized

    /// Runs a program as ``Python`` does, with these modules.
    package static func run<Answer: Decodable>(_ program: String, given: some Encodable) async throws -> Answer {
        try await Python.run("sys.path.insert(0, \"\(folder.path)\")\n\(program)", given: given)
    }
}
