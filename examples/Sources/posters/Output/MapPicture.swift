import CToolSupport
import MapClusters

/// A map in characters: each mark is a dot, or the number of its reports, where it is in the area.
struct MapPicture {
    let marks: [MapMark]
    let box: MapBox
    /// The size of the map in characters, without its frame.
    let (columns, rows): (Int, Int)

    /// A character of a terminal is about twice as high as it is wide.
    init(_ marks: [MapMark], of box: MapBox, columns: Int) {
        (self.marks, self.box) = (marks, box)
        let width = (box.east - box.west + (box.west > box.east ? 360 : 0)) / 360
        let height = Self.mercator(box.south) - Self.mercator(box.north)
        self.columns = max(20, min(columns, 76) - 2)
        let natural = width > 0 ? Double(self.columns) * height / width / 2 : 0
        rows = Int(max(5, min(24, natural.rounded())))
    }

    /// The lines of the map, which are harmless.
    var lines: [String] {
        var cells = [[Character]](repeating: [Character](repeating: " ", count: columns), count: rows)
        // The largest are written last, so that smaller ones don't hide them.
        for mark in marks.sorted(by: { $0.count < $1.count }) {
            guard let (column, row) = cell(of: mark.place) else { continue }
            let label = Array(mark.count == 1 ? Self.sign(mark.status) : "\(mark.count)")
            let start = max(0, min(column - label.count / 2, columns - label.count))
            for (index, character) in label.enumerated() where start + index < columns {
                cells[row][start + index] = character
            }
        }
        let edge = String(repeating: "─", count: columns)
        return ["┌\(edge)┐"] + cells.map { "│\(String($0))│" } + ["└\(edge)┘"]
    }

    private static func sign(_ status: String?) -> String {
        switch status {
        case "removed": "○"
        default: "●"
        }
    }

    private func cell(of place: Place) -> (column: Int, row: Int)? {
        let width = box.east - box.west + (box.west > box.east ? 360 : 0)
        var distance = place.long - box.west
        if distance < 0 { distance += 360 }
        let (top, bottom) = (Self.mercator(box.north), Self.mercator(box.south))
        guard width > 0, bottom > top, distance <= width else { return nil }
        let (x, y) = (distance / width, (Self.mercator(place.lat) - top) / (bottom - top))
        guard (0...1).contains(y) else { return nil }
        return (min(columns - 1, Int(x * Double(columns))), min(rows - 1, Int(y * Double(rows))))
    }

    /// How far south a latitude is on the square map of the web (EPSG:3857), from 0 to 1.
    private static func mercator(_ latitude: Double) -> Double {
        let sine = sin(latitude * .pi / 180)
        return min(1, max(0, 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)))
    }
}
