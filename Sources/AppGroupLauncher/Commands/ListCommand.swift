import AppGroup
import AppGroupTerminal
import ArgumentParser

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "list", "List the family: what is installed, with badges. The default command.",
        discussion: """
            The first apps are those that you are likely to want. Without --order that is frecency, often and lately \
            opened, until smart, which learns from your openings what comes next, has been the better of the two. With \
            several groups on the machine, all of them are listed.
            """)

    @OptionGroup var group: GroupOptions

    @Option(name: .shortAndLong, help: "name, recent, frequent, frecency, smart or badge.")
    var order: AppOrder?

    @Flag(help: "Say how likely each app is to be opened next, and why; in the order smart.")
    var explain = false

    @Flag(name: .shortAndLong, help: "Hidden, unregistered and missing apps too, with the reason.")
    var all = false

    @Option(name: [.long, .customShort("n")], parsing: .unconditional, help: "At most so many apps.")
    var limit: Int?

    @Flag(help: "Also what you may install from a store and have not; launcher catalog asks the store anew.")
    var available = false

    @Flag(help: "Leave out the app that was opened last.")
    var excludeCurrent = false

    @Option(name: .shortAndLong, help: "table, json or tsv.")
    var format = OutputFormat.table

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is \(limit); it must be 0 or more.") }
        if explain, available {
            throw ValidationError("--explain is about apps that are installed; leave --available out.")
        }
        if explain, let order, order != .smart {
            throw ValidationError("--explain says why the order smart is as it is, not \(order); leave --order out.")
        }
    }

    func run() throws {
        let session = Session.current
        let families = try group.families()
        let found = try read(families)
        let offers = available ? found.flatMap { family, _ in self.offers(of: family) } : []
        let apps = found.count == 1 ? found[0].1 : found.flatMap(\.1).sorted(in: order)
        let shown = (all ? apps : apps.filter(\.isShown)).prefix(limit ?? .max)
        session.print(
            FamilyListing(
                apps: Array(shown), offers: available ? offers : nil,
                group: found.count == 1 ? found[0].0.group : nil, showsAll: all, explains: explain, session: session,
                imagePath: { app in found.first { $0.0.group == app.group }?.0.imagePath(of: app.record) }),
            as: format)
        if shown.isEmpty, offers.isEmpty, format == .table { explainEmptiness(apps, families: families) }
        for (family, apps) in found { try? family.noteAvailability(of: apps) }
    }

    /// What may be installed into a family. That it cannot be read is said, and keeps nobody from seeing what he has.
    private func offers(of family: Registry) -> [(GroupID, Offer)] {
        do {
            return try family.offers().map { (family.group, $0) }
        } catch {
            Talk.say("What is offered to the group \(family.group) is left out: \(error)")
            return []
        }
    }

    /// The apps of each family, without the one that was opened last of all.
    private func read(_ families: [Registry]) throws -> [(Registry, [FamilyApp])] {
        func apps(_ family: Registry, excludingCurrent: Bool) throws -> [FamilyApp] {
            try family.apps(
                order: explain ? .smart : order, including: .all, excludingCurrent: excludingCurrent,
                explaining: explain)
        }
        var found = try group.reading(families) {
            try apps($0, excludingCurrent: excludeCurrent && families.count == 1)
        }
        guard excludeCurrent, families.count > 1 else { return found }
        // Groups have nothing in common but the clock.
        let last = found.map { $0.1.compactMap(\.usage.lastOpened).max() }
        guard let latest = last.compactMap(\.self).max(), let index = last.firstIndex(of: latest) else { return found }
        found[index].1 = try apps(found[index].0, excludingCurrent: true)
        return found
    }

    private func explainEmptiness(_ apps: [FamilyApp], families: [Registry]) {
        if !apps.isEmpty {
            Talk.say("None of \(apps.count) apps is installed and shown. What there is: launcher list --all")
        } else if families.count > 1 {
            Talk.say("None of \(families.count) groups has any app that can be listed. What there is: launcher groups")
        } else if let family = families.first, let count = try? family.offers().count, count > 0 {
            Talk.say(
                "None of what you may have in the group \(family.group) is installed yet. What there is: launcher list "
                    + "--available")
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
    /// Apps of several groups in one order, in the preferred one where none is named.
    func sorted(in order: AppOrder?) -> [FamilyApp] { (order ?? .preferred(for: self)).sorted(self) }
}
