import AppGroup

/// The same tool with the lines of README.md: on each start it registers itself, counts the opening and sets its badge.
///
/// Started with a version that it did not have before, it has something to write.
@main
enum ToolEmbedding {
    static func main() throws {
        let version = try AppVersion(CommandLine.arguments.dropFirst().first ?? "1.0")
        let registry = Registry(group: "com.example.bench")
        let tool = registry.join(
            AppDescription(
                id: "com.example.bench.tool", name: "Tool", icon: .named("utilities-terminal"), schemes: ["bench-tool"],
                launch: .terminal("/bin/true", "%u"), version: version),
            onFailure: { print($0) })
        tool.change {
            $0.recordOpening()
            $0.setBadge(3)
        }
        print(tool.openedURL().map { "Opened with \($0)" } ?? "Opened")
        print(tool.isJoined ? "ready" : "alone")
    }
}
