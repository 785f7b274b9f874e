import MapClusters

/// A map in characters: each mark is a dot, or the number of its reports, where it is in the area. Marks that would overlap, or whose
/// numbers would look like one number, are one mark, so the numbers and dots always add up to all reports of the area.
struct MapPicture {
    let marks: [MapMark]
    let box: MapBox
    /// The size of the map in characters, without its frame.
    let (columns, rows): (Int, Int)

    /// A character of a terminal is about twice as high as it is wide.
    init(_ marks: [MapMark], of box: MapBox, columns: Int) {
        (self.marks, self.box) = (marks, box)
        let (width, height) = box.sizeOnMap
        self.columns = max(20, min(columns, 76) - 2)
        let natural = width > 0 ? Double(self.columns) * height / width / 2 : 0
        rows = Int(max(5, min(24, natural.rounded())))
    }

    /// The lines of the map, which are harmless.
    var lines: [String] {
        var cells = [[Character]](repeating: [Character](repeating: " ", count: columns), count: rows)
        for label in labels { cells[label.row].replaceSubrange(columns(of: label), with: label.text) }
        let edge = String(repeating: "─", count: columns)
        return ["┌\(edge)┐"] + cells.map { "│\(String($0))│" } + ["└\(edge)┘"]
    }

    /// What is written for a mark, or for several.
    private struct Label {
        let (column, row): (Int, Int)
        var count: Int
        /// The sign of a single report.
        let sign: String

        var text: String { count == 1 ? sign : "\(count)" }
    }

    /// The labels. No two of them touch. Marks that share a label have it where the largest of them is.
    private var labels: [Label] {
        var labels: [Label] = []
        for mark in marks.sorted(by: { $0.count > $1.count }) {
            guard let (column, row) = cell(of: mark.place) else { continue }
            // A server may say anything, but no city has more reports.
            let count = min(mark.count, 1_000_000_000)
            var label = Label(column: column, row: row, count: count, sign: Self.sign(mark.status))
            // A number that grows becomes wider, and may touch the next one.
            while let index = labels.firstIndex(where: { touches($0, label) }) {
                let other = labels.remove(at: index)
                let sum = label.count + other.count
                if other.count >= label.count { label = other }
                label.count = sum
            }
            labels.append(label)
        }
        return labels
    }

    /// Whether two labels overlap, or are numbers without a space between them.
    private func touches(_ first: Label, _ second: Label) -> Bool {
        guard first.row == second.row else { return false }
        let (one, other) = (columns(of: first), columns(of: second))
        let areNumbers = first.count > 1 && second.count > 1
        return one.overlaps(other)
            || areNumbers && (one.upperBound == other.lowerBound || other.upperBound == one.lowerBound)
    }

    private func columns(of label: Label) -> Range<Int> {
        let length = label.text.count
        let start = max(0, min(label.column - length / 2, columns - length))
        return start..<(start + length)
    }

    private static func sign(_ status: String?) -> String {
        switch status {
        case "removed": "○"
        default: "●"
        }
    }

    private func cell(of place: Place) -> (column: Int, row: Int)? {
        let known = MapPlace(longitude: place.long, latitude: place.lat)
        guard let (x, y) = known.flatMap(box.position) else { return nil }
        return (min(columns - 1, Int(x * Double(columns))), min(rows - 1, Int(y * Double(rows))))
    }
}
