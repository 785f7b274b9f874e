import Serving

/// The catalog server and the commands that administer it.
@main
enum CatalogServer {
    static func main() async { await ServerProgram.catalog.run(RootCommand.self) }
}
