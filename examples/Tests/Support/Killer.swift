import Foundation
import TestSupport
import Testing

/// Kills programs just before they change files for the nth time, by `Tests/Oracle/kill_at.c`.
package final class Killer: Sendable {
    private let folder: TemporaryFolder

    package init() async throws {
        folder = try TemporaryFolder("killer")
        let result = try await RunningProcess.run(
            "/usr/bin/gcc", ["-shared", "-fPIC", "-O1", "-o", library, Python.path(of: "kill_at.c"), "-ldl"])
        try #require(result.ending == .exit(0), "\(result.errors)")
    }

    private var library: String { "\(folder.path)/kill_at.so" }
    private var countFile: URL { folder.url.appending(path: "count") }

    /// The variables of a program that dies before the call with a number, from 1.
    package func variables(at moment: Int) -> [String: String] {
        ["LD_PRELOAD": library, "KILL_AT": "\(moment)"]
    }

    /// The variables of a program whose calls are counted.
    package var counting: [String: String] { ["LD_PRELOAD": library, "KILL_COUNT": countFile.path] }

    /// How many calls the counted program has made.
    package var count: Int {
        get throws { try #require(Int(String(contentsOf: countFile, encoding: .utf8))) }
    }
}
