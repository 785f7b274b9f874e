import AppGroup
import AppGroupTerminal
import ArgumentParser

struct RankEvalCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "rank-eval", "Replay recorded histories, and say how well each order would have ranked them.",
        discussion: """
            The file has the columns user, unix_time and item, separated by tabs, under a line that names them; the lines \
            of each user are in order of time. At each event every order ranks what this user used before, it is noted \
            where the next item stands, and then it is learnt. An item never seen before counts as missed. The figures \
            are means over the users, in percent. Beside the orders stand mru, mfu, and the rules of zoxide and Firefox.
            """)

    @Option(name: .shortAndLong, help: "Only this order or rule; may be given several times.")
    var order: [String] = []

    @Flag(help: "Leave the last item out of each ranking: it cannot come next.")
    var excludeCurrent = false

    @Option(parsing: .unconditional, help: "How many first events of each user are not scored.")
    var skip = 10

    @Option(name: .shortAndLong, help: "table, json or tsv.")
    var format = OutputFormat.table

    @Argument(help: "The file.", completion: .file())
    var trace: String

    func validate() throws {
        if skip < 0 { throw ValidationError("--skip is \(skip); it must be 0 or more.") }
        if let unknown = order.first(where: { !RankReport.names.contains($0) }) {
            throw ValidationError(
                "--order is \(unknown); it must be one of \(RankReport.names.joined(separator: ", ")).")
        }
    }

    func run() throws {
        let report = try RankReport(
            trace: trace, names: order.isEmpty ? RankReport.names : order, excludingCurrent: excludeCurrent, skip: skip)
        Session.current.print(RankListing(report: report), as: format)
        guard format == .table else { return }
        let scored = report.users.reduce(0) { $0 + $1.scored }
        let users = report.userCount == 1 ? "1 user" : "\(report.userCount) users"
        Talk.say("\(users), \(report.eventCount) events, \(scored) of them scored.")
    }
}
