import Serving

/// The server that carries funds, notes, feeds, read marks and files from device to device, and the commands that administer it.
@main
enum FundServer {
    static func main() async { await ServerProgram.fund.run(RootCommand.self) }
}
