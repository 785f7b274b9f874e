import AppGroupCommands
import AppGroupText
import ArgumentParser
import RankEvaluation

struct RankEvalCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "rank-eval", "Replay recorded histories, and measure how well each order would have predicted them.",
        discussion: """
            The first line of the file names its columns, which are separated by tabs: user, unix_time and item. The \
            lines of each user must be sorted by time. At each event, every order ranks the items that this user has \
            used before, the rank of the next item is recorded, and then the order learns from the event. An item \
            never seen before counts as missed. A fourth column, event, may say what a line is: open, badge (the item's \
            badge rose) or clear (the badge was cleared before the item was opened); only openings are ranked. A file that \
            “launcher history export” wrote is also read, as the history of one user. The results are means over the \
            users, in percent. mru, mfu, and the rules of zoxide and Firefox are listed for comparison.
            """)

    @Option(
        name: .shortAndLong,
        help: """
            Evaluate only this order or rule; may be given several times. (values: \
            \(RankReport.names.joined(separator: ", ")))
            """,
        completion: .list(RankReport.names))
    var order: [String] = []

    @Flag(help: "Leave the previous item out of each ranking, because it cannot be the next one.")
    var excludeCurrent = false

    @Option(parsing: .unconditional, help: "Do not score this many events at the start of each user's history.")
    var skip = 10

    @Option(parsing: .unconditional, help: "Look at a badge only this many seconds after it rose.")
    var badgeDelay = 0

    @Option(name: .shortAndLong, help: "The format of the output.")
    var format = OutputFormat.table

    @Argument(help: "The file.", completion: .file())
    var trace: String

    func validate() throws {
        if skip < 0 { throw ValidationError("--skip is \(skip); it must be 0 or more.") }
        if !(0...86_400).contains(badgeDelay) {
            throw ValidationError("--badge-delay is \(badgeDelay); it must be 0 to 86400.")
        }
        if let unknown = order.first(where: { !RankReport.names.contains($0) }) {
            throw ValidationError(
                "--order is \(unknown); it must be one of \(RankReport.names.joined(separator: ", ")).")
        }
    }

    func run() throws {
        let report = try RankReport(
            trace: trace, names: order.isEmpty ? RankReport.names : order, excludingCurrent: excludeCurrent, skip: skip,
            badgeDelay: Int64(badgeDelay))
        StandardOutput.print(RankListing(report: report), as: format)
        guard format == .table else { return }
        let scored = report.users.reduce(0) { $0 + $1.scored }
        Talk.say(
            "\(Quantity(report.userCount, "user")), \(Quantity(report.eventCount, "event")), \(scored) of them scored.")
    }
}

/// The results of an evaluation, as `launcher rank-eval` writes them.
struct RankListing: Listing {
    let report: RankReport

    private static let names = RankFigures().named.map(\.name)

    var columns: [TextTable.Column] {
        [TextTable.Column(header: "ORDER")]
            // Room for a complete number: a truncated number would be wrong.
            + Self.names.map {
                TextTable.Column(header: $0.uppercased(), alignment: .right, shrinkOrder: 1, minimumWidth: 5)
            }
    }

    var rows: [[TextTable.Cell]] {
        report.orders.map { order in
            [TextTable.Cell(order.name, style: .bold)] + values(of: order).map { TextTable.Cell($0) }
        }
    }

    var records: [[String]] {
        report.orders.map { order in
            [order.name] + (order.mean?.named.map { "\($0.value)" } ?? Self.names.map { _ in "" })
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "users": .integer(report.userCount),
            "events": .integer(report.eventCount),
            "orders": .array(report.orders.map(document)),
        ]
    }

    private func values(of order: RankReport.Order) -> [String] {
        order.mean?.named.map { Decimal.text($0.value, digits: 1) } ?? Self.names.map { _ in "–" }
    }

    private func document(_ order: RankReport.Order) -> JSONValue {
        let users = zip(report.users, order.byUser).map { user, figures in
            JSONValue.object(
                [
                    ("user", .string(user.name)), ("events", .integer(user.events)), ("scored", .integer(user.scored)),
                ] + figures.named.map { ($0.name, .double($0.value)) })
        }
        let means = Self.names.indices.map { index in
            (Self.names[index], order.mean.map { JSONValue.double($0.named[index].value) } ?? .null)
        }
        return .object([("name", .string(order.name))] + means + [("users", .array(users))])
    }
}
