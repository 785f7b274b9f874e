import ArgumentParser

/// Every command by the words that name it.
enum CommandTable {
    /// The leaf that the first words name, and the arguments after them. No words at all mean `list`; `nil` where the words
    /// name no leaf: help, a command with subcommands alone, or none of ours.
    static func command(named words: [String]) -> (type: any ParsableCommand.Type, rest: [String])? {
        guard let first = words.first else { return (ListCommand.self, []) }
        if let leaf = leaf(first) { return (leaf, Array(words.dropFirst())) }
        guard words.count > 1, let leaf = leaf("\(first) \(words[1])") else { return nil }
        return (leaf, Array(words.dropFirst(2)))
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
