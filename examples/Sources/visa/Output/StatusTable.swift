import AppGroupText

/// What the user reads about applications: a table or, if the terminal is too narrow for it, a list with one field on each
/// line. Neither leaves out a number, a status or a date.
struct StatusTable {
    /// An application.
    struct Entry {
        /// The number, after a dot if there is news.
        let number: String
        let label: String?
        let groups: [Group]
    }

    /// What a table said at one time.
    struct Group {
        let decisions: [Decision]
        let time: String
        var style: Style?
    }

    private let entries: [Entry]
    private let timeHeader: String
    private let isStacked: Bool

    /// The fewest columns of the terminal that a status needs beside the number and the date.
    private static let leastStatus = 10

    /// How many spaces separate two columns of a table.
    private static let gap = 2

    /// - Parameters:
    ///   - timeHeader: The header of the column of times.
    ///   - available: The columns of the terminal; nil if there is none.
    init(_ entries: [Entry], timeHeader: String, available: Int?) {
        (self.entries, self.timeHeader) = (entries, timeHeader)
        func widest(_ header: String, _ texts: [String]) -> Int {
            ([header] + texts).map { SafeText($0).width }.max() ?? 0
        }
        let decisions = entries.flatMap(\.groups).flatMap(\.decisions)
        let needed =
            widest("NUMBER", entries.map(\.number)) + Self.gap + widest("DATE", decisions.compactMap(\.date)) + Self.gap
            + min(Self.leastStatus, widest("STATUS", decisions.map(\.status)))
        isStacked = available.map { $0 < needed } ?? false
    }

    private var hasLabels: Bool { entries.contains { $0.label != nil } }

    /// The status comes last, because it is the column that wraps on a narrow terminal.
    var columns: [TextTable.Column] {
        if isStacked { return [TextTable.Column(header: "NUMBER, STATUS, \(timeHeader)", wraps: true)] }
        let label = TextTable.Column(header: "LABEL", shrinkOrder: 1)
        return [TextTable.Column(header: "NUMBER")] + (hasLabels ? [label] : []) + [
            TextTable.Column(header: "DATE"),
            TextTable.Column(header: timeHeader, shrinkOrder: 2, minimumWidth: 10),
            TextTable.Column(header: "STATUS", shrinkOrder: 3, minimumWidth: Self.leastStatus, wraps: true),
        ]
    }

    var rows: [[TextTable.Cell]] { entries.flatMap(isStacked ? stack : lines) }

    private func lines(of entry: Entry) -> [[TextTable.Cell]] {
        let lines = entry.groups.flatMap { group in
            group.decisions.enumerated().map { index, decision in
                [
                    TextTable.Cell(decision.date ?? ""), TextTable.Cell(index == 0 ? group.time : ""),
                    TextTable.Cell(decision.status, style: group.style),
                ]
            }
        }
        return lines.enumerated().map { index, line in
            let name = TextTable.Cell(index == 0 ? entry.number : "", style: .bold)
            let label = TextTable.Cell(index == 0 ? entry.label ?? "" : "")
            return [name] + (hasLabels ? [label] : []) + line
        }
    }

    private func stack(_ entry: Entry) -> [[TextTable.Cell]] {
        [[TextTable.Cell(entry.number, style: .bold)]] + (entry.label.map { [[TextTable.Cell($0)]] } ?? [])
            + entry.groups.flatMap { group in
                group.decisions.map { [TextTable.Cell($0.phrase, style: group.style)] }
                    + [[TextTable.Cell(group.time, style: .dim)]]
            }
    }
}
