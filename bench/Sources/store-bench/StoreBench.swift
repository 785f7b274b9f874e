/// The registry's part of the benchmarks: makes fixtures, and adds to a badge as fast as it goes.
@main
enum StoreBench {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let count = arguments.last.flatMap({ Int($0) }), count > 0 else { return usage() }
        switch arguments.first {
        case "fill": try Fixture(count: count).write()
        case "add": try AddLoop(count: count).run()
        default: usage()
        }
    }

    private static func usage() {
        print(
            """
            store-bench fill COUNT   makes a group of COUNT apps in $APP_GROUP_HOME
            store-bench add COUNT    waits for the end of its input, then adds 1 to one badge COUNT times
            """)
    }
}
