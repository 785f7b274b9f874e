import AppGroup
import AppGroupTerminal
import ArgumentParser

struct HideCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("hide", "Leave an app out of lists and totals.")

    @OptionGroup var group: GroupOptions
    @Argument(help: "The app.", completion: .apps) var what: String

    func run() throws {
        let (family, app) = try group.appToChange(what)
        try family.setHidden(true, app.id)
    }
}

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("show", "Show a hidden app again.")

    @OptionGroup var group: GroupOptions
    @Argument(help: "The app.", completion: .apps) var what: String

    func run() throws {
        let (family, app) = try group.appToChange(what)
        try family.setHidden(false, app.id)
    }
}
