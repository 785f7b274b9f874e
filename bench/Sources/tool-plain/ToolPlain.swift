/// The smallest tool there is: what a start costs before a tool joins a group.
@main
enum ToolPlain {
    static func main() { print("ready") }
}
