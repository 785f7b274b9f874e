import AppGroup
import AppGroupTerminal
import ArgumentParser

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "restore", "Put a backup in the place of the group, on this machine or another.",
        discussion: "The backup is checked first; the store that was there is kept in a file beside it.")

    @OptionGroup var group: GroupOptions

    @Flag(help: "Replace a group that has apps.")
    var replace = false

    @Argument(help: "A file that “launcher backup” wrote.", completion: .file())
    var file: String

    func run() throws {
        let family = try group.family()
        let restoration = try family.restore(from: file, replacing: replace)
        Talk.say(
            "The group \(family.group) has \(restoration.apps) \(restoration.apps == 1 ? "app" : "apps") now."
                + (restoration.keptOldAs.map { " What was there before is kept as \($0)" } ?? ""))
    }
}
