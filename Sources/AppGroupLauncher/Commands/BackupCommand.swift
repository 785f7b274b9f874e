import AppGroup
import AppGroupTerminal
import ArgumentParser

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "backup", "Write the whole group, icons too, into one file.",
        discussion: "The file shows one moment, while others go on writing. An existing file is never overwritten.")

    @OptionGroup var group: GroupOptions

    @Argument(help: "The new file.", completion: .file())
    var file: String

    func run() throws { try group.family().backUp(to: file) }
}
