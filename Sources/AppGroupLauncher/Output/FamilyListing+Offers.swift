import AppGroup
import AppGroupTerminal

/// What may be installed, below what is.
extension FamilyListing {
    var offerRows: [[TextTable.Cell]] {
        (offers ?? []).map { group, offer in
            var cells: [TextTable.Cell] = [
                TextTable.Cell("\(offer.name)", style: .dim), "",
                TextTable.Cell(offer.version.map { "+ \($0)" } ?? "+", style: .green), "", "",
                TextTable.Cell("not installed", style: .dim), TextTable.Cell("\(offer.app)", style: .dim),
            ]
            if self.group == nil { cells.append(TextTable.Cell("\(group)", style: .dim)) }
            if showsAll { cells.append(TextTable.Cell("offered by \(offer.source)", style: .dim)) }
            return cells
        }
    }

    var offerRecords: [[String]] {
        (offers ?? []).map { group, offer in
            [
                "\(offer.app)", "\(offer.name)", "0", "", "", "available", "", "0", "",
                offer.version?.description ?? "", "\(group)", "offered by \(offer.source)",
            ]
        }
    }
}

extension Offer {
    func json(group: GroupID) -> JSONValue {
        [
            "id": JSONValue(text: app), "name": JSONValue(text: name), "version": JSONValue(text: version),
            "source": JSONValue(text: source), "group": JSONValue(text: group),
        ]
    }
}
