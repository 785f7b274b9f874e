import AppGroup

/// The same tool, a member of a group: it registers itself on each start, as its author would write it.
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
        print(tool.isJoined ? "ready" : "alone")
    }
}
