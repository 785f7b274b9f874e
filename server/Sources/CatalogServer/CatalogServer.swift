/// The catalog server and the commands that administer it.
@main
enum CatalogServer {
    static func main() async { await Report.program.run(RootCommand.self) }
}
