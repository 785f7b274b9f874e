import AppGroup
import AppGroupTerminal
import ArgumentParser

struct PinCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("pin", "Put an app before all that are not pinned.")

    @OptionGroup var group: GroupOptions
    @Argument(help: "The app.", completion: .apps) var what: String

    func run() throws {
        let (family, app) = try group.appToChange(what)
        try family.setPinned(true, app.id)
    }
}

struct UnpinCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("unpin", "Put a pinned app back among the others.")

    @OptionGroup var group: GroupOptions
    @Argument(help: "The app.", completion: .apps) var what: String

    func run() throws {
        let (family, app) = try group.appToChange(what)
        try family.setPinned(false, app.id)
    }
}
