import AppGroup
import AppGroupCommands
import AppGroupText
import ArgumentParser

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "list", "List the installed apps with their badges. This is the default command.",
        discussion: """
            The apps that you are most likely to want come first. Without --order, the order is frecency (opened often \
            and recently), or smart, which learns from what you open, if smart has predicted better. If no group is \
            named, the apps of all groups are listed.
            """)

    @OptionGroup var group: GroupOptions

    @Option(name: .shortAndLong, help: "The order of the apps.")
    var order: AppOrder?

    @Flag(help: "Use the order smart, and show how likely each app is to be opened next, and why.")
    var explain = false

    @Flag(name: .shortAndLong, help: "Also list hidden, unregistered and missing apps, with the reason.")
    var all = false

    @Option(name: [.long, .customShort("n")], parsing: .unconditional, help: "Show at most this many apps.")
    var limit: Int?

    @Flag(help: "Also list apps that you could install; “launcher catalog” updates this list.")
    var available = false

    @Flag(help: "Leave out the app that was opened last.")
    var excludeCurrent = false

    @Option(name: .shortAndLong, help: "The format of the output.")
    var format = OutputFormat.table

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is \(limit); it must be 0 or more.") }
        if explain, available {
            throw ValidationError("--explain works only for installed apps; leave out --available.")
        }
        if explain, let order, order != .smart {
            throw ValidationError("--explain works only for the order smart, not \(order); leave out --order.")
        }
    }

    func run() throws {
        let session = Session.current
        let registries = try group.registries()
        let found = try GroupSet(registries).apps(
            order: explain ? .smart : order, including: .all, excludingCurrent: excludeCurrent, explaining: explain,
            onFailure: GroupOptions.warnSkipped)
        let apps = found.merged
        let offers = available ? found.parts.flatMap { self.offers(of: $0.registry) } : []
        if apps.isEmpty, offers.isEmpty { try group.checkExists() }
        let shown = (all ? apps : apps.filter(\.isShown)).prefix(limit ?? .max)
        session.print(
            AppListing(
                apps: Array(shown), offers: available ? offers : nil,
                group: found.onlyGroup, showsAll: all, explains: explain, session: session,
                imagePath: { app in found.registry(of: app)?.imagePath(of: app.record) }),
            as: format)
        // With --exclude-current, the app that was left out may be the only one.
        if shown.isEmpty, offers.isEmpty, format == .table, limit != 0, !excludeCurrent {
            explainEmptiness(apps, registries: registries)
        }
        for (registry, apps) in found.parts { try? registry.noteAvailability(of: apps) }
    }

    /// The apps that could be installed into a group. If they cannot be read, a warning is printed and the list continues.
    private func offers(of registry: Registry) -> [(GroupID, AppOffer)] {
        do {
            return try registry.offers().map { (registry.group, $0) }
        } catch {
            Talk.say("The apps offered to the group \(registry.group) are not listed: \(error)")
            return []
        }
    }

    private func explainEmptiness(_ apps: [AppEntry], registries: [Registry]) {
        if !apps.isEmpty {
            Talk.say(
                apps.count == 1
                    ? "The only app, \(apps[0].name), is hidden or not installed. To list it: launcher list --all"
                    : "None of the \(apps.count) apps is installed and shown. To list them: launcher list --all")
        } else if registries.count > 1 {
            Talk.say("None of the \(registries.count) groups has an app to list. To list the groups: launcher groups")
        } else if let registry = registries.first, let count = try? registry.offers().count, count > 0 {
            Talk.say(
                "The group \(registry.group) has no installed app yet. To list the apps that you could install: "
                    + "launcher list --available")
        } else if let registry = registries.first {
            let known = (try? Registry.groups()) ?? []
            let similar = SimilarWords.question("\(registry.group)", in: known.map(\.description))
            Talk.say(
                (known.contains(registry.group)
                    ? "The group \(registry.group) is empty. "
                    : "There is no group \(registry.group) on this machine yet. \(similar)")
                    + GroupOptions.firstTool(in: "\(registry.group)"))
        } else {
            Talk.say("There is no group on this machine yet. \(GroupOptions.firstTool())")
        }
    }
}

extension ListCommand {
    /// The command for simple arguments, read without ArgumentParser. The parser takes as long as the rest of the
    /// command, because it searches all types of the program for those of its options. `nil` if the parser is needed.
    static func plainly(_ arguments: [String]) -> ListCommand? {
        guard
            let arguments = PlainArguments(
                arguments, options: ["--group", "--order", "--format"], flags: ["--all"]),
            arguments.words.isEmpty,
            let group = arguments.value(of: "--group", { $0 }),
            let order = arguments.value(of: "--order", AppOrder.init),
            let format = arguments.value(of: "--format", default: .table, OutputFormat.init)
        else { return nil }
        // Not an initializer: in one, the properties would be declared again instead of set.
        var command = ListCommand()
        command.group = GroupOptions()
        command.group.group = group
        command.order = order
        command.explain = false
        command.all = arguments.has("--all")
        command.limit = nil
        command.available = false
        command.excludeCurrent = false
        command.format = format
        return command
    }
}
