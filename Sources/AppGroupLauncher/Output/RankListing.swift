import AppGroup
import AppGroupTerminal

/// How well orders rank, as `launcher rank-eval` writes it.
struct RankListing: Listing {
    let report: RankReport

    private static let names = RankFigures().named.map(\.name)

    var columns: [TextTable.Column] {
        [TextTable.Column(header: "ORDER")]
            // Room for a whole number: one that is cut off is another number.
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
