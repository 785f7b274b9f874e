import AppGroup
import AppGroupTerminal
import AppPackage
import ArgumentParser

struct RollbackCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "rollback", "Go back to the version of a package that was installed before.",
        discussion: "Badge, history and fields stay. What there is to go to: launcher packages")

    @OptionGroup var group: GroupOptions
    @Argument(help: "The app.") var what: String
    @Option(
        name: .customLong("to"),
        help: "The version to go to, backward or forward: its name, its build, or the first digits of its digest.")
    var version: String?

    func run() throws {
        let (family, app) = try group.appToChange(what)
        Talk.say(try PackageInstaller(family: family).rollBack(app.record, to: version).sentence)
        try? CatalogSession.offerFromMemory(family.group)
    }
}
