import ArgumentParser

/// Every command by the word that names it.
enum CommandTable {
    static func command(named word: String) -> (any ParsableCommand.Type)? {
        switch word {
        case "inspect": InspectCommand.self
        case "pack": PackCommand.self
        case "login": LoginCommand.self
        case "logout": LogoutCommand.self
        case "password": PasswordCommand.self
        case "catalog": CatalogCommand.self
        case "install": InstallCommand.self
        case "update": UpdateCommand.self
        case "publish": PublishCommand.self
        case "open-link": OpenLinkCommand.self
        case "packages": PackagesCommand.self
        case "rollback": RollbackCommand.self
        case "remove", "uninstall": RemoveCommand.self
        default: nil
        }
    }
}
