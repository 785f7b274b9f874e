package import AppGroup
package import Foundation

/// A program of this package, as it was built together with the tests.
package enum BuiltProgram: String, Sendable {
    case launcher
    case badgeBridge = "launcher-badge-bridge"
    case search = "launcher-search"
    case worker = "registry-worker"
    case embeddingTool = "embedding-tool"

    /// Where it lies: beside the tests, or in a folder of its own if it runs what lies beside it, as tests decide what that is.
    package var path: String {
        switch self {
        case .launcher: Self.loneLauncher
        case .badgeBridge: Self.loneBadgeBridge
        case .search: Self.loneSearch
        case .worker, .embeddingTool: Self.folder.appendingPathComponent(rawValue).path
        }
    }

    private static let loneLauncher = launcher.pathAlone()
    private static let loneBadgeBridge = badgeBridge.pathAlone()
    private static let loneSearch = search.pathAlone()

    /// Links the program into a folder that holds no other and returns its path there.
    private func pathAlone() -> String {
        let built = Self.folder.appendingPathComponent(rawValue).path
        let folder = Self.folder.appendingPathComponent("\(rawValue)-alone", isDirectory: true)
        let draft = folder.appendingPathComponent(UUID().uuidString).path
        let path = folder.appendingPathComponent(rawValue).path
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.linkItem(atPath: built, toPath: draft)
        } catch {
            fatalError("\(built) cannot be linked into \(folder.path): \(error)")
        }
        // rename replaces the link of an earlier build, even while another process runs its tests. If both names already
        // belong to one file, it does nothing and the draft stays.
        rename(draft, path)
        unlink(draft)
        return path
    }

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

    /// The folder of everything that was built together with the tests.
    package static var folder: URL {
        #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return bundle.bundleURL.deletingLastPathComponent()
        #else
        return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        #endif
    }
}
