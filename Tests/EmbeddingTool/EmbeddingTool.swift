import AppGroup

/// The least that a tool of a group does, with the library and nothing else: it joins, and counts that it was opened.
@main
enum EmbeddingTool {
    static func main() throws {
        let registry = Registry(group: try GroupID(ProcessEnvironment.current["APP_GROUP"] ?? ""))
        let tool = registry.join(
            AppDescription(
                id: "org.example.embedded", name: "Embedded", schemes: ["embedded"],
                launch: .terminal(CommandLine.arguments[0], "%u"))
        ) { print("failed: \($0)") }
        tool.recordOpening()
        print("opened with \(tool.openedURL()?.description ?? "nothing")")
    }
}
