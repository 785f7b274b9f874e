import AppGroup
import AppGroupTerminal
import ArgumentParser

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "watch", "Print a line for each change in the family, until interrupted.")

    @OptionGroup var group: GroupOptions

    @Option(name: .shortAndLong, help: "table, json or tsv: a line for each change in every format.")
    var format = OutputFormat.table

    func run() throws {
        let families = try group.families()
        guard !families.isEmpty else {
            throw Misuse("There is no group on this machine yet. Name the one to wait for: --group com.example.tools")
        }
        _ = try group.reading(families) { try $0.apps() }
        let session = Session.current
        for family in families {
            let changes = family.changes
            Task {
                for await change in changes {
                    session.printLine(ChangeLine(change: change, group: family.group).line(format))
                }
            }
        }
        ThisProcess.sleepForever()
    }
}
