import ArgumentParser

/// Every command by the word that names it.
enum CommandTable {
    static func command(named word: String) -> (any ParsableCommand.Type)? {
        switch word {
        case "inspect": InspectCommand.self
        case "pack": PackCommand.self
        case "install": InstallCommand.self
        case "packages": PackagesCommand.self
        case "rollback": RollbackCommand.self
        case "remove", "uninstall": RemoveCommand.self
        default: nil
        }
    }
}
