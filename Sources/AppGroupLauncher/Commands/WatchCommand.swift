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
        for family in families { print(family.changes, in: family.group) }
        if try group.named() == nil { followComing(except: Set(families.map(\.group))) }
        ThisProcess.sleepForever()
    }

    /// Prints the changes of groups that come later, from their first app on.
    private func followComing(except known: Set<GroupID>) {
        Task {
            var known = known
            for await groups in Registry.groupLists() {
                for group in groups where known.insert(group).inserted {
                    print(Registry(group: group).changesFromNothing, in: group)
                }
            }
        }
    }

    private func print(_ changes: AsyncStream<RegistryChange>, in group: GroupID) {
        let session = Session.current
        Task {
            for await change in changes {
                session.printLine(ChangeLine(change: change, group: group).line(format))
            }
        }
    }
}
