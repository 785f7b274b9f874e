import AppGroup
import AppGroupText

/// One line of the page about a report or a draft.
struct PageLine {
    let name: String
    let value: String
    var style: Style?
    var link: String?

    /// The table of the lines. A name that several lines have in a row is shown once.
    static func rows(_ lines: [PageLine]) -> [[TextTable.Cell]] {
        var last = ""
        return lines.map { line in
            defer { last = line.name }
            return [
                TextTable.Cell(line.name == last ? "" : line.name, style: .dim),
                TextTable.Cell(line.value, style: line.style, link: line.link),
            ]
        }
    }

    /// The column of the values.
    ///
    /// - Parameter status: The header; its first word becomes capital letters.
    static func column(_ status: String) -> TextTable.Column {
        let word = status.prefix { $0.isLetter }
        return TextTable.Column(
            header: word.uppercased() + status.dropFirst(word.count), shrinkOrder: 1, minimumWidth: 20, wraps: true)
    }

    static func moment(_ timestamp: Timestamp, _ clock: LocalClock) -> String {
        "\(clock.ago(timestamp)) (\(timestamp))"
    }
}

extension PageLine {
    /// A place, as a link to maps (RFC 5870).
    init(_ place: Place) { self.init(name: "Place", value: place.description, link: "geo:\(place)") }
}
