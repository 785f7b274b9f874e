import Serving

/// The server of reports of illegal advertising, and the commands that administer it.
@main
enum PostersServer {
    static func main() async { await ServerProgram.posters.run(RootCommand.self) }
}
