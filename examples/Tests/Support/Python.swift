import Foundation
package import TestSupport
import Testing

extension Python {
    /// The path of a script of `Tests/Oracle`.
    package static func path(of script: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Oracle/\(script)").path
    }

    /// Runs a script of `Tests/Oracle`, and returns its output.
    @discardableResult
    package static func run(_ script: String, _ arguments: String...) throws -> String {
        let result = try Program(executable: interpreter).run([path(of: script)] + arguments)
        try #require(result.status == 0, "\(result.errors)")
        return result.output
    }
}
