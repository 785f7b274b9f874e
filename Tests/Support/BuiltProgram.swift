package import AppGroup
import Foundation

/// A program of this package, as it was built together with the tests.
package enum BuiltProgram: String, Sendable {
    case launcher
    case worker = "registry-worker"
    case embeddingTool = "embedding-tool"

    /// Where it lies: beside the tests.
    package var path: String { Self.folder.appendingPathComponent(rawValue).path }

    /// Starts it with the environment of the test's own group.
    package func start(_ arguments: String..., environment: ProcessEnvironment? = nil) throws -> RunningProcess {
        try RunningProcess(path, arguments, environment: environment ?? TestGroup.current.environment)
    }

    /// Runs it to its end with the environment of the test's own group.
    package func run(
        _ arguments: String..., environment: ProcessEnvironment? = nil, within limit: Duration = .untilGivenUp
    ) async throws -> RunningProcess.Result {
        try await RunningProcess.run(
            path, arguments, environment: environment ?? TestGroup.current.environment, within: limit)
    }

    private static var folder: URL {
        #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return bundle.bundleURL.deletingLastPathComponent()
        #else
        return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        #endif
    }
}
