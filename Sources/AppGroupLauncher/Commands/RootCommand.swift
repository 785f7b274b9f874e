import AppGroup
import AppGroupCommands
import ArgumentParser

/// The complete tree of commands, for help and completion.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: Program.name,
        abstract: "See, open and arrange the tools of a group.",
        usage: "\(Program.name) <subcommand>",
        discussion: """
            A group is a set of tools from one maker. Each tool registers itself as an app. “launcher” without a \
            command lists the apps.

            Exit status: 0 success; 64 usage error; 65 bad data; 66 no such app; 69 not installed or not available; \
            73 can't create; 74 I/O error; 75 try again later; 76 not a catalog server; 77 no permission; 78 bad \
            configuration.

            Environment: APP_GROUP names the group unless --group does; APP_GROUP_HOME is the folder that holds the \
            groups; NO_COLOR turns colors off.
            """,
        subcommands: [],
        groupedSubcommands: [
            CommandGroup(
                name: "Viewing",
                subcommands: [
                    ListCommand.self, InfoCommand.self, HomeCommand.self, WindowCommand.self, WidgetCommand.self,
                    InitCommand.self, WatchCommand.self, GroupsCommand.self,
                ]),
            CommandGroup(
                name: "Opening and arranging",
                subcommands: [
                    OpenCommand.self, MenuCommand.self, PinCommand.self, UnpinCommand.self, HideCommand.self,
                    ShowCommand.self,
                    HistoryCommand.self, IntegrateCommand.self,
                ]),
            CommandGroup(
                name: "Joining a group",
                subcommands: [
                    RegisterCommand.self, UnregisterCommand.self, BadgeCommand.self, FieldCommand.self,
                    SettingsCommand.self,
                ]),
            CommandGroup(
                name: "Maintenance",
                subcommands: [
                    PruneCommand.self, BackupCommand.self, RestoreCommand.self, DoctorCommand.self,
                    RankEvalCommand.self,
                ]),
            CommandGroup(name: "Packages (needs launcher-store)", subcommands: StoreWords.all),
        ],
        defaultSubcommand: ListCommand.self
    )

    /// Not as ArgumentParser's own option, which help and completions would offer for every command.
    @Flag(help: "Show the version.") var version = false

    func validate() throws {
        if version { throw CleanExit.message(Program.version) }
    }

    /// The names of the commands below `launcher`.
    static var names: [String] {
        let commands = configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
        return commands.compactMap { $0.configuration.commandName }
    }

    /// The names of the commands below one of these; none for a leaf and for a command of the catalog client.
    static func subcommands(of name: String) -> [String] {
        configuration.groupedSubcommands.flatMap(\.subcommands)
            .first { $0.configuration.commandName == name }?
            .configuration.subcommands.compactMap { $0.configuration.commandName } ?? []
    }
}

/// Finds a command by the words that name it, without building the tree.
enum CommandTable {
    /// The leaf command that the first words name, and the arguments after them. Without any words it is `list`; `nil`
    /// if the words name no leaf: help, a command without its subcommand, or an unknown command.
    static func command(named words: [String]) -> (type: any ParsableCommand.Type, rest: [String])? {
        guard let first = words.first else { return (ListCommand.self, []) }
        if let leaf = leaf(first) { return (leaf, Array(words.dropFirst())) }
        guard words.count > 1, let leaf = leaf("\(first) \(words[1])") else { return nil }
        return (leaf, Array(words.dropFirst(2)))
    }

    /// The line to type instead if parsing failed because options come before the command; `nil` if it failed for another reason.
    static func advice(on error: any Error, from arguments: [String]) -> String? {
        guard RootCommand.exitCode(for: error) == .validationFailure, arguments.first?.hasPrefix("-") == true else {
            return nil
        }
        let names = RootCommand.names
        let calls = arguments.indices.filter { names.contains(arguments[$0]) }.map { start -> [String] in
            let words = Array(arguments[start...])
            let rest = command(named: words)?.rest ?? Array(words.dropFirst())
            return Array(words.dropLast(rest.count)) + arguments[..<start] + rest
        }
        // The value of an option may be the name of a command, as in `--order badge list`.
        guard let call = calls.first(where: { (try? RootCommand.parseAsRoot($0)) != nil }) ?? calls.first else {
            return nil
        }
        return "Options go after the command: \(ShellWords.line([Program.name] + call))"
    }

    private static func leaf(_ name: String) -> (any ParsableCommand.Type)? {
        switch name {
        case "list": ListCommand.self
        case "open": OpenCommand.self
        case "info": InfoCommand.self
        case "register": RegisterCommand.self
        case "unregister": UnregisterCommand.self
        case "badge get": BadgeCommand.Get.self
        case "badge set": BadgeCommand.Set.self
        case "badge add": BadgeCommand.Add.self
        case "badge clear": BadgeCommand.Clear.self
        case "badge total": BadgeCommand.Total.self
        case "field get": FieldCommand.Get.self
        case "field set": FieldCommand.Set.self
        case "field add": FieldCommand.Add.self
        case "field clear": FieldCommand.Clear.self
        case "field total": FieldCommand.Total.self
        case "settings list": SettingsCommand.List.self
        case "settings get": SettingsCommand.Get.self
        case "settings set": SettingsCommand.Set.self
        case "settings clear": SettingsCommand.Clear.self
        case "menu": MenuCommand.self
        case "integrate": IntegrateCommand.self
        case "pin": PinCommand.self
        case "unpin": UnpinCommand.self
        case "hide": HideCommand.self
        case "show": ShowCommand.self
        case "prune": PruneCommand.self
        case "widget": WidgetCommand.self
        case "home": HomeCommand.self
        case "window": WindowCommand.self
        case "init": InitCommand.self
        case "watch": WatchCommand.self
        case "history show": HistoryCommand.Show.self
        case "history reset": HistoryCommand.Reset.self
        case "history export": HistoryCommand.Export.self
        case "history import": HistoryCommand.Import.self
        case "history on": HistoryCommand.On.self
        case "history off": HistoryCommand.Off.self
        case "rank-eval": RankEvalCommand.self
        case "groups": GroupsCommand.self
        case "backup": BackupCommand.self
        case "restore": RestoreCommand.self
        case "doctor": DoctorCommand.self
        default: nil
        }
    }
}
