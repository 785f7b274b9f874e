// The lines of README.md, at the top level of the program as there: on each start, the tool registers itself, counts the
// opening and sets its badge. Started with a version that it did not have before, it has something to register.

import AppGroup

let version = try AppVersion(CommandLine.arguments.dropFirst().first ?? "1.0")
let tool = Registry(group: "com.example.bench").join(
    AppDescription(
        id: "com.example.bench.tool", name: "Tool", icon: .named("utilities-terminal"), schemes: ["bench-tool"],
        launch: .terminal("/bin/true", "%u"), version: version),
    onFailure: { print($0) })
tool.change {
    $0.recordOpening()
    $0.setBadge(3)
}
print(tool.openedURL().map { "Opened with \($0)" } ?? "Opened")
// This reads the group once more, which the lines of README.md do not.
if CommandLine.arguments.count > 1 { print(tool.isJoined ? "ready" : "alone") }
