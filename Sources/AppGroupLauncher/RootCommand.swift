import AppGroup
import AppGroupTerminal
import ArgumentParser

/// The whole tree, for help and completion.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: Program.name,
        abstract: "The family of your tools: what you have, what needs you, and the way in.",
        discussion: """
            Tools volunteer themselves to a group, a family of one maker's tools. “launcher” alone lists the family.

            Exit status: 0 done; 64 usage; 65 bad data; 66 no such app; 69 not installed; 73 can't create; 74 I/O; \
            75 try again later; 77 no permission; 78 bad configuration.

            Environment: APP_GROUP names the group where --group does not; APP_GROUP_HOME is the folder of groups; \
            NO_COLOR turns colours off.
            """,
        version: Program.version,
        subcommands: [],
        groupedSubcommands: [
            CommandGroup(
                name: "Viewing",
                subcommands: [
                    ListCommand.self, InfoCommand.self, HomeCommand.self, WidgetCommand.self, InitCommand.self,
                    WatchCommand.self, GroupsCommand.self,
                ]),
            CommandGroup(
                name: "Opening and arranging",
                subcommands: [
                    OpenCommand.self, MenuCommand.self, PinCommand.self, UnpinCommand.self, HideCommand.self,
                    ShowCommand.self,
                    HistoryCommand.self, IntegrateCommand.self,
                ]),
            CommandGroup(
                name: "Taking part",
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
            CommandGroup(name: "Packages, by launcher-store", subcommands: StoreWords.all),
        ],
        defaultSubcommand: ListCommand.self
    )
}
