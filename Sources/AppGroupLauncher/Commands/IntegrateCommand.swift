import AppGroup
import AppGroupTerminal
import ArgumentParser

struct IntegrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "integrate", "Make the desktop know the apps: menus, search, links, and badges on docks.",
        discussion: """
            Writes a desktop entry for each app, makes it the default handler of its schemes, and sets \
            launcher-badge-bridge up, which from then on keeps badges and entries up to date. Without that program, call \
            this again after an app came or went.

            What somebody else wrote stays as it is. With --remove, so do handlers that you chose meanwhile; for other \
            schemes the earlier handlers come back.
            """)

    @OptionGroup var group: GroupOptions

    @Flag(help: "Take away what this command wrote.")
    var remove = false

    @Flag(help: "Say what would be done, and do nothing.")
    var dryRun = false

    @Flag(help: "Only bring up to date what an earlier call wrote; do nothing where there was none.")
    var update = false

    @Option(name: .shortAndLong, help: "table, json or tsv.")
    var format = OutputFormat.table

    func validate() throws {
        if remove, update { throw ValidationError("--remove and --update are opposites; give one.") }
    }

    func run() throws {
        let environment = ProcessEnvironment.current
        guard let launcher = ThisProcess.executable else {
            throw AppGroupError(.configuration, "The system does not say where launcher lies; is /proc mounted?")
        }
        let integration = try DesktopIntegration(
            environment: environment, launcher: launcher, bridge: ExternalCommand.find("launcher-badge-bridge"))
        let scope = try group.named(environment)
        if update, !integration.isPresent { return }
        // A group that the session names may have yet to begin.
        if let scope, group.group != nil, try !integration.knows(scope) {
            throw AppGroupError(
                .notFound, "There is no group \(scope) on this machine. Those that there are: launcher groups")
        }
        func plan() throws -> IntegrationPlan {
            remove ? integration.removalPlan(for: scope) : try integration.plan(for: scope, isUpdate: update)
        }
        let result = try dryRun ? plan() : integration.carryOut(plan)
        let session = Session.current
        session.print(IntegrationListing(plan: result, isDryRun: dryRun), as: format)
        guard !update else { return }
        for remark in result.remarks { Talk.say(remark) }
        if result.steps.isEmpty, format == .table {
            Talk.say(remove ? "There is nothing to take away." : "The desktop is up to date.")
        }
    }
}
