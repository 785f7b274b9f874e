import AppGroup
import AppGroupTerminal
import ArgumentParser

struct GroupsCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("groups", "List the groups on this machine.")

    @Option(name: .shortAndLong, help: "table, json or tsv.") var format = OutputFormat.table

    func run() throws {
        let groups = try Registry.groups().map { group in
            let family = Registry(group: group)
            return GroupsListing.Entry(
                group: group, path: family.containerPath ?? "",
                apps: Result { try family.apps(order: .name, including: .all) })
        }
        Session.current.print(GroupsListing(entries: groups), as: format)
        if groups.isEmpty, format == .table {
            Talk.say("There is no group on this machine yet; the first tool that registers makes one.")
        }
    }
}
