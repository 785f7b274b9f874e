import AppGroup
import AppGroupCommands
import ArgumentParser

struct HideCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("hide", "Hide an app from lists and totals.")

    @OptionGroup var group: GroupOptions
    @Argument(help: .app, completion: .apps) var what: String

    func run() throws { try group.change(what) { try $0.setHidden(true, of: $1) } }
}

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("show", "Show a hidden app again.")

    @OptionGroup var group: GroupOptions
    @Argument(help: .app, completion: .apps) var what: String

    func run() throws { try group.change(what) { try $0.setHidden(false, of: $1) } }
}

struct PinCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("pin", "List an app before all apps that are not pinned.")

    @OptionGroup var group: GroupOptions
    @Argument(help: .app, completion: .apps) var what: String

    func run() throws { try group.change(what) { try $0.setPinned(true, of: $1) } }
}

struct UnpinCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("unpin", "Return a pinned app to its place among the others.")

    @OptionGroup var group: GroupOptions
    @Argument(help: .app, completion: .apps) var what: String

    func run() throws { try group.change(what) { try $0.setPinned(false, of: $1) } }
}
