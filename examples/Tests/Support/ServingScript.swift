import Foundation
import TestSupport
import Testing

/// A script of `Tests/Exchange` that prints its port first, and then a line for each request.
package final class ServingScript: @unchecked Sendable {
    /// Where it listens on this machine.
    package let port: Int
    private let process: Process
    private let folder: TemporaryFolder
    private var file: URL { folder.url.appending(path: "output") }

    /// Starts it and waits until it listens.
    package init(_ script: String, _ arguments: [String] = []) throws {
        folder = try TemporaryFolder("script")
        let file = URL(filePath: try folder.write("output", []))
        process = Program(executable: Exchange.interpreter).process([Exchange.path(of: script)] + arguments)
        process.standardOutput = try FileHandle(forWritingTo: file)
        try process.run()
        var first: String?
        let limit = ContinuousClock.now + .seconds(300)
        while first == nil, process.isRunning, ContinuousClock.now < limit {
            usleep(10_000)
            let text = try String(contentsOf: file, encoding: .utf8)
            if text.contains("\n") { first = text.split(separator: "\n").first.map(String.init) }
        }
        port = try #require(first.flatMap { Int($0) })
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The lines after the first one.
    package var lines: [String] {
        get throws { try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map(String.init) }
    }
}
