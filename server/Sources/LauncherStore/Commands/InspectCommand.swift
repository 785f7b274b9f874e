import AppGroupTerminal
import AppPackage
import ArgumentParser

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "inspect", "Say what is in a package, or why it is refused.",
        discussion: """
            The structure of the package is checked whole. The contents of its files are checked as well where they are \
            small, or where --verify asks for it; installing always checks them.
            """)

    @Argument(help: "The package.", completion: .file(extensions: ["ipa"])) var file: String
    @Flag(help: "Unpack every file to check it, however large the package is.") var verify = false
    @Option(name: .shortAndLong, help: "table, json or tsv.") var format = OutputFormat.table

    func run() throws { try Self.inspect(file, checking: verify ? .contents : .smallContents, as: format) }

    static func inspect(_ file: String, checking: Package.Checking, as format: OutputFormat) throws {
        let package = try Package(path: file, checking: checking)
        withExtendedLifetime(package) {
            Session.current.print(PackageListing(package: package), as: format)
            // A large package has thousands of entries, to free which takes a tenth of the time.
            Program.end()
        }
    }
}
