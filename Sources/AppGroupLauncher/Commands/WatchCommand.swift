import AppGroup
import AppGroupCommands
import AppGroupPlatform
import AppGroupText
import ArgumentParser

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "watch", "Print a line for each change in the group, until interrupted.")

    @OptionGroup var group: GroupOptions

    @Option(name: .shortAndLong, help: "The format of the output; each prints one line for each change.")
    var format = OutputFormat.table

    func run() throws {
        let registries = try group.registries()
        guard !registries.isEmpty else {
            throw Misuse("There is no group on this machine yet. Name the group to wait for: --group GROUP")
        }
        try group.sayIfAwaited()
        _ = try group.reading(registries) { try $0.apps() }
        // Without tasks: from the first one on, something would wake once a second.
        let watch = try GroupWatch(group.named())
        var changes = WatchedChanges(watch)
        // Not only at the next change, which may be hours away.
        ThisProcess.endWhenOutputCloses()
        while true {
            for (group, change) in changes.next() {
                let line = ChangeLine(change: change, group: group, isOneOfSeveral: watch.registries.count > 1)
                StandardOutput.printLine(line.line(format))
            }
        }
    }
}
