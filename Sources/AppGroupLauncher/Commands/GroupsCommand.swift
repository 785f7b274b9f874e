import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser

struct GroupsCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("groups", "List the groups on this machine.")

    @Option(name: .shortAndLong, help: "The format of the output.") var format = OutputFormat.table

    func run() throws {
        let groups = try Registry.groups().map { group in
            let registry = Registry(group: group)
            return GroupsListing.Entry(
                group: group, path: registry.containerPath ?? "",
                apps: Result { try registry.apps(order: .name, including: .all) })
        }
        StandardOutput.print(GroupsListing(entries: groups), as: format)
        if groups.isEmpty, format == .table {
            Talk.say("There is no group on this machine yet. The first tool that registers creates one.")
        }
    }
}

/// The groups of a user, as `launcher groups` writes them.
struct GroupsListing: Listing {
    struct Entry {
        let group: GroupID
        let path: String
        /// Every app, or why the group cannot be read.
        let apps: Result<[AppEntry], any Error>

        var shown: [AppEntry]? { try? apps.get().filter(\.isShown) }

        var problem: String? {
            guard case .failure(let error) = apps else { return nil }
            return "\(error)"
        }
    }

    let entries: [Entry]

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "GROUP", shrinkOrder: 2, keepsEnd: true),
            TextTable.Column(header: "APPS", alignment: .right),
            TextTable.Column(header: "BADGE", alignment: .right), TextTable.Column(header: "FOLDER", shrinkOrder: 1),
            TextTable.Column(header: "PROBLEM", shrinkOrder: 2),
        ]
    }

    var rows: [[TextTable.Cell]] {
        entries.map { entry in
            [
                TextTable.Cell("\(entry.group)", style: .bold),
                TextTable.Cell(entry.shown.map { "\($0.count)" } ?? "?"),
                TextTable.Cell(entry.shown.map { "\($0.totalBadge)" } ?? "?", style: .red),
                TextTable.Cell(entry.path, style: .dim), TextTable.Cell(entry.problem ?? "", style: .yellow),
            ]
        }
    }

    var records: [[String]] {
        entries.map { entry in
            [
                "\(entry.group)", entry.shown.map { "\($0.count)" } ?? "", entry.shown.map { "\($0.totalBadge)" } ?? "",
                entry.path, entry.problem ?? "",
            ]
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "groups": .array(
                entries.map { entry in
                    [
                        "group": JSONValue(text: entry.group), "path": .string(entry.path),
                        "apps": entry.shown.map { .integer($0.count) } ?? .null,
                        "badge": entry.shown.map { .integer(Int($0.totalBadge.value)) } ?? .null,
                        "problem": JSONValue(text: entry.problem),
                    ]
                }),
        ]
    }
}
