import AppGroupTerminal
import AppPackage
import ArgumentParser

struct PackagesCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "packages", "List what is installed from packages, in which versions, with their sizes.")

    @OptionGroup var group: GroupOptions
    @Option(name: .shortAndLong, help: "table, json or tsv.") var format = OutputFormat.table

    func run() throws {
        let installed = try group.reading(try group.families()) { try PackageInstaller(family: $0).installed() }
        Session.current.print(PackagesListing(packages: installed.flatMap(\.1)), as: format)
    }
}
