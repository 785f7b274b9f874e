import EWS
import ToolProgram
import ToolSupport

/// The facts about rooms in a file. Servers don't know them.
struct PlaceTable {
    /// By the room's address in lower case.
    let places: [String: Place]

    private enum Column: String, CaseIterable {
        case address, name, country, city, floor, capacity, equipment, zone, latitude, longitude

        init?(header: String) {
            // The first column of most lists of places says the city in this way.
            self.init(rawValue: header.lowercased() == "place" ? "city" : header.lowercased())
        }
    }

    /// Reads a table whose first row names its columns. If one row is wrong, none is taken. Columns without a name are left out:
    /// spreadsheets export all cells that were ever used.
    init(_ table: CSVTable, name: String) throws(ToolError) {
        guard let header = table.rows.first else { throw .unreadable("\(name) is empty.") }
        var columns: [Column: Int] = [:]
        for (index, word) in header.cells.enumerated() where !word.isEmpty {
            guard let column = Column(header: word) else {
                let known = Column.allCases.map(\.rawValue).joined(separator: ", ")
                throw .unreadable("\(name): there is no column “\(word)”. The columns are: \(known)")
            }
            guard columns.updateValue(index, forKey: column) == nil else {
                throw .unreadable("\(name): the column “\(word)” appears twice.")
            }
        }
        guard columns[.address] != nil else {
            throw .unreadable("\(name): the first row must name the columns, and one of them is “address”.")
        }
        var places: [String: Place] = [:]
        for row in table.rows.dropFirst() {
            let cell = { (column: Column) -> String? in
                columns[column].flatMap { $0 < row.cells.count && !row.cells[$0].isEmpty ? row.cells[$0] : nil }
            }
            let wrong = { (what: String) in ToolError.unreadable("\(name), line \(row.line): \(what)") }
            guard let address = cell(.address), EmailAddress(address) != nil else {
                throw wrong("“\(cell(.address) ?? "")” is not a mail address.")
            }
            var place = Place(
                name: cell(.name), country: cell(.country), city: cell(.city), floor: cell(.floor), zone: cell(.zone))
            if let text = cell(.capacity) {
                guard let capacity = Int(text), (1...100_000).contains(capacity) else {
                    throw wrong("“\(text)” is not a number of people.")
                }
                place.capacity = capacity
            }
            place.equipment = (cell(.equipment) ?? "").split { ";,|".contains($0) }.map { String($0).trimmed }
                .filter { !$0.isEmpty }
            if let zone = place.zone, ZoneFile.zone(named: zone) == nil {
                throw wrong("“\(zone)” is not a time zone such as Europe/Kyiv.")
            }
            if cell(.latitude) != nil || cell(.longitude) != nil {
                guard let spot = Spot(parsing: "\(cell(.latitude) ?? ""),\(cell(.longitude) ?? "")") else {
                    throw wrong("latitude and longitude are not degrees such as 50.45 and 30.52.")
                }
                (place.latitude, place.longitude) = (spot.latitude, spot.longitude)
            }
            guard places.updateValue(place, forKey: address.lowercased()) == nil else {
                throw wrong("\(address) appears twice.")
            }
        }
        guard !places.isEmpty else { throw .unreadable("\(name) names no rooms.") }
        self.places = places
    }
}
