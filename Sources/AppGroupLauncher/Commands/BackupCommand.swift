import AppGroup
import AppGroupCommands
import ArgumentParser

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "backup", "Write the whole group with its icons to one file.",
        discussion: """
            The file holds the group as it is at one moment, even if other programs write to it at the same time. It does not \
            hold the files of installed packages. An existing file is never overwritten.
            """)

    @OptionGroup var group: GroupOptions

    @Argument(help: "The new file.", completion: .file())
    var file: String

    func validate() throws {
        try NewFile.check(file, of: "backup")
        guard !file.isEmpty else { throw ValidationError("The name of the new file is empty; name one.") }
    }

    func run() throws {
        try group.checkExists()
        try group.registry().backUp(to: file)
    }
}
