import ArgumentParser

/// How a list of messages is written.
enum ListFormat: String, CaseIterable, ExpressibleByArgument {
    case table, tsv

    /// - Parameter width: the columns of the terminal, nil where the list goes elsewhere and nothing need be cut.
    func text(of rows: [MessageRow], width: Int?) -> String {
        switch self {
        case .table: Self.table(of: rows, width: width ?? .max)
        case .tsv: rows.map(Self.tabSeparated).joined()
        }
    }

    private static func tabSeparated(_ row: MessageRow) -> String {
        [row.id, row.isUnread ? "unread" : "read", row.date, row.sender, row.subject].joined(separator: "\t") + "\n"
    }

    private static func table(of rows: [MessageRow], width: Int) -> String {
        let numberWidth = rows.last.map { String($0.number).count } ?? 0
        let senderWidth = min(24, rows.map(\.sender.columns).max() ?? 0)
        let dayWidth = min(16, rows.map(\.day.columns).max() ?? 0)
        return rows.map { row in
            let number = String(row.number)
            let start = [
                String(repeating: " ", count: numberWidth - number.count) + number,
                row.isUnread ? "●" : " ",
                row.day.fitted(to: dayWidth),
                row.sender.fitted(to: senderWidth),
            ].joined(separator: " ")
            return "\(start)  \(row.subject)".cut(to: width) + "\n"
        }.joined()
    }
}
