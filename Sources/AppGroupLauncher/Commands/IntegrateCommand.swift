import AppGroup
import AppGroupCommands
import AppGroupDesktop
import AppGroupPlatform
import AppGroupText
import ArgumentParser

struct IntegrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "integrate", "Add the apps to the desktop: menus, search, links, and badges on docks.",
        discussion: """
            This command writes a desktop entry for each app, makes it the default handler of its schemes, and sets up \
            launcher-badge-bridge, which keeps badges and entries up to date. Without that program, run this command \
            again after an app is added or removed. It also sets up launcher-search, which answers searches in \
            GNOME and KRunner.

            Files that you or another program wrote are left alone. --remove keeps the handlers that you have chosen since, and \
            restores the earlier handlers of all other schemes.
            """)

    @OptionGroup var group: GroupOptions

    @Flag(help: "Remove everything this command wrote.")
    var remove = false

    @Flag(help: "Print what would be done, but do nothing.")
    var dryRun = false

    @Flag(help: "Only update what an earlier run wrote; do nothing if there was none.")
    var update = false

    @Option(name: .shortAndLong, help: "The format of the output.")
    var format = OutputFormat.table

    func validate() throws {
        if remove, update { throw ValidationError("Use either --remove or --update.") }
    }

    func run() throws {
        let environment = ProcessEnvironment.current
        guard let launcher = ThisProcess.executable else {
            throw AppGroupError(
                .configuration, "The system does not report where launcher is installed; is /proc mounted?")
        }
        let integration = try DesktopIntegration(
            environment: environment, launcher: launcher, bridge: Program.find("launcher-badge-bridge"),
            search: Program.find(SearchProvider.program))
        let scope = try group.named(environment)
        if update, !integration.isPresent { return }
        if let scope, try !integration.knows(scope) { try group.checkExists() }
        func plan() throws -> IntegrationPlan {
            remove ? integration.removalPlan(for: scope) : try integration.plan(for: scope, isUpdate: update)
        }
        let result = try dryRun ? plan() : integration.carryOut(plan)
        StandardOutput.print(IntegrationListing(plan: result, isDryRun: dryRun), as: format)
        if !update { for remark in result.remarks { Talk.say(remark) } }
        if let failure = result.failure { throw failure }
        if !update, result.steps.isEmpty, format == .table {
            Talk.say(remove ? "There is nothing to remove." : "The desktop is up to date.")
        }
    }
}

/// The steps of an integration, as `launcher integrate` writes them.
struct IntegrationListing: Listing {
    let plan: IntegrationPlan
    let isDryRun: Bool

    /// A step in the words of the contract.
    private struct Fact {
        let action: String
        /// The app, the scheme, or the program that a unit or a file for searches is about.
        let subject: String
        /// The file, or the handlers that the scheme has afterwards.
        let object: String
    }

    private var facts: [Fact] {
        plan.steps.flatMap { step -> [Fact] in
            switch step {
            case .writeEntry(let path, let app, _): [Fact(action: "write", subject: "\(app)", object: path)]
            case .removeEntry(let path, let app): [Fact(action: "remove", subject: "\(app)", object: path)]
            case .setDefault(let id, let schemes, _):
                schemes.map { Fact(action: "handle", subject: "\($0):", object: id) }
            case .restoreDefault(_, let scheme, let earlier):
                [Fact(action: "restore", subject: "\(scheme):", object: earlier ?? "")]
            case .writeUnit(let path, _): [Fact(action: "write", subject: "launcher-badge-bridge", object: path)]
            case .startUnit(let path): [Fact(action: "start", subject: "launcher-badge-bridge", object: path)]
            case .removeUnit(let path): [Fact(action: "remove", subject: "launcher-badge-bridge", object: path)]
            case .writeSearchFile(let path, _):
                [Fact(action: "write", subject: SearchProvider.program, object: path)]
            case .removeSearchFile(let path):
                [Fact(action: "remove", subject: SearchProvider.program, object: path)]
            }
        }
    }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "ACTION"), TextTable.Column(header: "WHAT", shrinkOrder: 2, minimumWidth: 8),
            TextTable.Column(header: "WHERE", shrinkOrder: 1, minimumWidth: 12, wraps: true),
        ]
    }

    var rows: [[TextTable.Cell]] {
        facts.map { fact in
            [
                TextTable.Cell(fact.action, style: fact.action == "remove" ? .red : .yellow),
                TextTable.Cell(fact.subject, style: .bold), TextTable.Cell(fact.object, style: .dim),
            ]
        }
    }

    var records: [[String]] { facts.map { [$0.action, $0.subject, $0.object] } }

    var json: JSONValue {
        [
            "version": 1, "dryRun": .bool(isDryRun),
            "steps": .array(
                facts.map {
                    ["action": .string($0.action), "what": .string($0.subject), "where": .string($0.object)]
                }),
            "remarks": .array(plan.remarks.map { .string($0) }),
        ]
    }
}
