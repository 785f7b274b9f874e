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

    func run() throws { try request.run() }

    /// What the options ask for.
    var request: ListRequest {
        ListRequest(
            group: group.group, order: order, explains: explain, showsAll: all, limit: limit, isOffering: available,
            excludesCurrent: excludeCurrent, format: format)
    }
}

/// What `launcher list` was asked for, and the list.
///
/// It is read from simple arguments without the command: the parser, and the options of the command alone, take longer than the
/// list, because they search all types of the program for theirs.
struct ListRequest: Equatable {
    var group: String?
    var order: AppOrder?
    var explains = false
    var showsAll = false
    var limit: Int?
    var isOffering = false
    var excludesCurrent = false
    var format = OutputFormat.table

    func run() throws {
        let registries = try GroupOptions.registries(named: group)
        let found = try GroupSet(registries).apps(
            order: explains ? .smart : order, including: .all, excludingCurrent: excludesCurrent, explaining: explains,
            onFailure: GroupOptions.warnSkipped)
        let apps = found.merged
        let offers = (isOffering ? found.parts : []).flatMap { self.offers(of: $0.registry) }
            .sorted { ($0.offer.name, $0.offer.app, $0.group) < ($1.offer.name, $1.offer.app, $1.group) }
        if apps.isEmpty, offers.isEmpty { try GroupOptions.checkExists(group) }
        let shown = (showsAll ? apps : apps.filter(\.isShown)).prefix(limit ?? .max)
        StandardOutput.print(
            AppListing(
                apps: Array(shown), offers: isOffering ? offers : nil,
                group: found.onlyGroup, showsAll: showsAll, explains: explains, clock: .current,
                imagePath: { app in found.registry(of: app)?.imagePath(of: app.record) }),
            as: format)
        // With --exclude-current, the app that was left out may be the only one.
        if shown.isEmpty, offers.isEmpty, format == .table, limit != 0, !excludesCurrent {
            explainEmptiness(apps, of: found.onlyGroup, registries: registries)
        }
        for (registry, apps) in found.parts { try? registry.noteAvailability(of: apps) }
    }

    /// The apps that could be installed into a group. If they cannot be read, a warning is printed and the list continues.
    private func offers(of registry: Registry) -> [AppListing.Offer] {
        do {
            return try registry.offers().map { (registry.group, $0) }
        } catch {
            Talk.say("The apps offered to the group \(registry.group) are not listed: \(error)")
            return []
        }
    }

    private func explainEmptiness(_ apps: [AppEntry], of group: GroupID?, registries: [Registry]) {
        if !apps.isEmpty {
            let command = group.command("list --all")
            Talk.say(
                apps.count == 1
                    ? "The only app, \(apps[0].name), is hidden or not installed. To list it: \(command)"
                    : "None of the \(apps.count) apps is installed and shown. To list them: \(command)")
        } else if registries.count > 1 {
            Talk.say("None of the \(registries.count) groups has an app to list. To list the groups: launcher groups")
        } else if let registry = registries.first, let count = try? registry.offers().count, count > 0 {
            Talk.say(
                "The group \(registry.group) has no installed app yet. To list the apps that you could install: "
                    + registry.group.command("list --available"))
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

extension ListRequest {
    /// Reads simple arguments. `nil` if they need the parser.
    init?(plainly arguments: [String]) {
        guard
            let arguments = PlainArguments(
                arguments, options: ["--group", "--order", "--format"], flags: ["--all"]),
            arguments.words.isEmpty,
            let group = arguments.value(of: "--group", { $0 }),
            let order = arguments.value(of: "--order", AppOrder.init),
            let format = arguments.value(of: "--format", default: .table, OutputFormat.init)
        else { return nil }
        self.init(group: group, order: order, showsAll: arguments.has("--all"), format: format)
    }
}
