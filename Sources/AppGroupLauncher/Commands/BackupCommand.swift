import AppGroup
import ArgumentParser

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("backup", "Write the whole group into one file.")
    @OptionGroup var group: GroupOptions
    @Argument(help: "The new file.", completion: .file()) var file: String
    func run() throws {}
}
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("restore", "R")
    @OptionGroup var group: GroupOptions
    func run() throws {}
}
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf("doctor", "D")
    @OptionGroup var group: GroupOptions
    func run() throws {}
}
