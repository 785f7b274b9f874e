import AppGroup
import Foundation
import TestSupport
import Testing

/// The tool in docs/window.md, which shows the grid in a window of its own.
@Suite("Grid in other tools", .ownGroup, .serialized) struct DocumentationTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    @Test("The tool in docs/window.md is the one that is built, and is short")
    func lines() throws {
        let page = try String(contentsOf: Self.root.appending(path: "docs/window.md"), encoding: .utf8)
        let source = try String(
            contentsOf: Self.root.appending(path: "window/Sources/grid-example/main.swift"), encoding: .utf8)
        let shown = page.components(separatedBy: "<!-- grid:begin -->\n```swift\n").last?
            .components(separatedBy: "```\n<!-- grid:end -->").first
        #expect(shown == source)
        #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 31)
    }

    @Test("The tool shows the group, follows its changes, and opens an app")
    func tool() async throws {
        for name in ["inbox", "notes"] { try WindowGroup.add(name) }
        try await Screen.with { screen in
            let tool = try await screen.show("\(TestGroup.current.id)", program: "grid-example")
            try await screen.wait("both apps", tool) { Set($0.tiles) == ["Inbox", "Notes"] }
            _ = try await BuiltProgram.launcher.run("badge", "set", "notes", "4")
            try await screen.wait("the badge", tool) { Set($0.tiles) == ["Inbox", "Notes, 4"] }
            try await screen.press("Tab", "Return")
            #expect(["inbox", "notes"].contains(await WindowGroup.opened()))
            #expect(!tool.errors.contains("CRITICAL"), "\(tool.errors)")
            tool.send(SIGTERM)
            _ = try await tool.result()
        }
    }

    @Test("A tool that keeps the grid after its window is closed keeps running, even if the group has just changed")
    func keepsGrid() async throws {
        let app = try WindowGroup.add("inbox")
        try await Screen.with { screen in
            let tool = try await screen.keeper("change", BuiltProgram.launcher.path, "\(app)")
            #expect(tool.ending == .exit(0), "\(tool.errors)")
            #expect(tool.output == "The grid has outlived its widget.\n")
            #expect(!tool.errors.contains("CRITICAL"), "\(tool.errors)")
        }
    }

    @Test("The grid of a group is not made if only the apps of the group cannot be read")
    func unreadableApps() async throws {
        try WindowGroup.add("inbox")
        try await WindowGroup.breakApps(of: TestGroup.current.id)
        try await Screen.with { screen in
            let tool = try await screen.keeper("retry")
            #expect(tool.ending == .exit(0), "\(tool.errors)")
        }
    }

    @Test("A grid that cannot be made leaves no open file behind")
    func leavesNothing() async throws {
        try WindowGroup.add("inbox")
        let database = TestGroup.current.database
        try Data(repeating: 0x5A, count: 8192).write(to: URL(filePath: database))
        // Its log would make up for that.
        for log in ["\(database)-wal", "\(database)-shm"] { try? FileManager.default.removeItem(atPath: log) }
        try await Screen.with { screen in
            let tool = try await screen.keeper("retry")
            #expect(tool.ending == .exit(0), "\(tool.errors)")
            #expect(tool.output == "0 descriptors are left behind.\n")
        }
    }
}

extension Screen {
    /// Runs a tool that keeps grids. Freed memory is overwritten, so that its use has consequences.
    fileprivate func keeper(_ words: String...) async throws -> RunningProcess.Result {
        var environment = environment
        environment.variables.merge(["GTK_A11Y": "none", "MALLOC_PERTURB_": "170", "G_SLICE": "always-malloc"]) { $1 }
        return try await RunningProcess.run(Self.program("grid-keeper"), words, environment: environment)
    }
}
