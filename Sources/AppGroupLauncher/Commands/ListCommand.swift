import AppGroup
import AppGroupTerminal
import ArgumentParser

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "list", "List the family: what is installed, with badges. The default command.",
        discussion: """
            The first apps are those that you are likely to want: often and lately opened. With several groups on the \
            machine, all of them are listed.
            """)

    @OptionGroup var group: GroupOptions

    @Option(name: .shortAndLong, help: "name, recent, frequent, frecency or badge.")
    var order = AppOrder.frecency

    @Flag(name: .shortAndLong, help: "Hidden, unregistered and missing apps too, with the reason.")
    var all = false

    @Option(name: [.long, .customShort("n")], parsing: .unconditional, help: "At most so many apps.")
    var limit: Int?

    @Flag(help: "Leave out the app that was opened last.")
    var excludeCurrent = false

    @Option(name: .shortAndLong, help: "table, json or tsv.")
    var format = OutputFormat.table

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is \(limit); it must be 0 or more.") }
    }

    func run() throws {
        let session = Session.current
        let families = try group.families()
        let found = try group.reading(families) { try $0.apps(order: order, including: .all) }
        var apps = found.count == 1 ? found[0].1 : order.sorted(found.flatMap(\.1))
        if excludeCurrent { apps.removeCurrent() }
        let shown = (all ? apps : apps.filter(\.isShown)).prefix(limit ?? .max)
        session.print(
            FamilyListing(
                apps: Array(shown), group: found.count == 1 ? found[0].0.group : nil, showsAll: all, session: session,
                imagePath: { app in found.first { $0.0.group == app.group }?.0.imagePath(of: app.record) }),
            as: format)
        if shown.isEmpty, format == .table { explainEmptiness(apps, families: families) }
        for (family, apps) in found { try? family.noteAvailability(of: apps) }
    }

    private func explainEmptiness(_ apps: [FamilyApp], families: [Registry]) {
        if !apps.isEmpty {
            Talk.say("None of \(apps.count) apps is installed and shown. What there is: launcher list --all")
        } else if families.count > 1 {
            Talk.say("None of \(families.count) groups has any app that can be listed. What there is: launcher groups")
        } else if let family = families.first {
            Talk.say(
                "The group \(family.group) is empty. Register a first tool: launcher register com.example.hello "
                    + "--group \(family.group) --name Hello --terminal -- echo hello")
        } else {
            Talk.say(
                "There is no group on this machine yet. Register a first tool: launcher register com.example.hello "
                    + "--group com.example.tools --name Hello --terminal -- echo hello")
        }
    }
}

extension [FamilyApp] {
    /// Leaves out the app that was opened last.
    mutating func removeCurrent() {
        let current = self.max {
            ($0.usage.lastOpened?.milliseconds ?? .min) < ($1.usage.lastOpened?.milliseconds ?? .min)
        }
        guard let current, current.usage.lastOpened != nil else { return }
        removeAll { $0.id == current.id && $0.group == current.group }
    }
}
