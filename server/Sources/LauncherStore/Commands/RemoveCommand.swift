import AppGroup
import AppGroupTerminal
import AppPackage
import ArgumentParser

struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "remove", "Remove an installed package, with all its versions.",
        discussion: """
            What the app keeps of its own stays, and so do its badge and history for 90 days, in case it is installed again. \
            --purge deletes them: the folders named by the app's identifier in the user's data, configuration, state and \
            cache folders.
            """, aliases: ["uninstall"])

    @OptionGroup var group: GroupOptions
    @Argument(help: "The app.") var what: String
    @Flag(help: "Delete the app's own data, its badge and its history as well.") var purge = false

    func run() throws {
        let (family, app) = try group.appToChange(what)
        let own = OwnData(of: app.id, environment: family.environment)
        // First, so that what fails can be tried again.
        if purge, app.record.currentPackage != nil {
            for folder in try own.delete() { Talk.say("Deleted \(folder)") }
        }
        try family.removePackage(app.id, forgetting: purge)
        Talk.say("Removed \(app.name) (\(app.id)).")
        for folder in own.folders { Talk.say("Its own data stays in \(folder); --purge would have deleted it.") }
    }
}
