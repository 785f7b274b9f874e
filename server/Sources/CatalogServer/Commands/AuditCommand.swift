import AppCatalog
import ArgumentParser

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "List who did what, from where and when, newest first.")

    @Option(help: "How many entries to show, 1 to 500.") var limit = 50
    @Option(help: ArgumentHelp("List only entries before the one with this number.", valueName: "NUMBER"))
    var before: Int64?
    @OptionGroup var catalog: CatalogOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...AdministrationService.pageSize).contains(limit) else {
            throw ValidationError("--limit is \(limit); it must be 1 to \(AdministrationService.pageSize).")
        }
    }

    func run() async throws {
        let page = try await catalog.administering { try await $0.audit(limit: limit, before: before) }
        WireListing(
            page, ["NUMBER", "WHEN", "WHO", "FROM", "WHAT", "TO WHAT"],
            page.entries.map { entry in
                [
                    .number(entry.id), .moment(entry.moment), .text(entry.actor), .text(entry.address ?? ""),
                    .text(entry.action), .text(entry.subject),
                ]
            }
        ).print(as: output.format)
    }
}
