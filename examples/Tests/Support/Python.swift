package import Foundation
import Testing

/// Python as Debian has it, with the packages of `scripts/setup test`.
package enum Python {
    package static let interpreter = URL(filePath: "/usr/bin/python3")

    /// Where a script of `Tests/Oracle` lies.
    package static func path(of script: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Oracle/\(script)").path
    }

    /// Runs a script of `Tests/Oracle` and gives what it prints.
    @discardableResult
    package static func run(_ script: String, _ arguments: String...) throws -> String {
        let result = try Program(executable: interpreter).run([path(of: script)] + arguments)
        try #require(result.status == 0, "\(result.talk)")
        return result.output
    }
}
