import AppGroup
import AppGroupCommands
import ArgumentParser

struct HideCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("hide", "Hide an app from lists and totals.")

    @OptionGroup var group: GroupOptions
    @Argument(help: "The app.", completion: .apps) var what: String

    func run() throws {
        let (registry, app) = try group.appToChange(what)
        try registry.setHidden(true, of: app.id)
    }
}

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("show", "Show a hidden app again.")

    @OptionGroup var group: GroupOptions
    @Argument(help: "The app.", completion: .apps) var what: String

    func run() throws {
        let (registry, app) = try group.appToChange(what)
        try registry.setHidden(false, of: app.id)
    }
}

struct PinCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("pin", "List an app before all apps that are not pinned.")

    @OptionGroup var group: GroupOptions
    @Argument(help: "The app.", completion: .apps) var what: String

    func run() throws {
        let (registry, app) = try group.appToChange(what)
        try registry.setPinned(true, of: app.id)
    }
}

struct UnpinCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("unpin", "Return a pinned app to its place among the others.")

    @OptionGroup var group: GroupOptions
    @Argument(help: "The app.", completion: .apps) var what: String

    func run() throws {
        let (registry, app) = try group.appToChange(what)
        try registry.setPinned(false, of: app.id)
    }
}
