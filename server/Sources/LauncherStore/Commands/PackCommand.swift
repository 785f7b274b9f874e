import AppGroupTerminal
import AppPackage
import ArgumentParser

struct PackCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "pack", "Make a package of an app's folder.",
        discussion: "The same files give the same bytes, whoever packs them and whenever.")

    @Argument(help: "The app's folder, such as Rooms.app.", completion: .directory) var app: String
    @Option(
        name: .shortAndLong, help: "The package to write, such as Rooms.ipa.", completion: .file(extensions: ["ipa"]))
    var output: String

    func run() throws {
        let package = try Package.pack(app, as: output)
        Talk.say("\(output): \(package.bundle.summary), \(ByteCount(package.fileSize))")
    }
}
