import AppGroupText

/// The districts of each city, and the types of objects with their holders.
struct ListsListing: Listing {
    let lists: ServerLists

    private struct Line {
        let kind: String
        let code: String
        let name: String
        let detail: String
    }

    private var lines: [Line] {
        lists.districts.map { Line(kind: "district", code: $0.code, name: $0.name, detail: lists.city($0.city)) }
            + lists.types.map { Line(kind: "type", code: $0.code, name: $0.name, detail: $0.holder ?? "") }
    }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "LIST"), TextTable.Column(header: "CODE"),
            TextTable.Column(header: "NAME", shrinkOrder: 2, minimumWidth: 12),
            TextTable.Column(header: "CITY OR HOLDER", shrinkOrder: 1, minimumWidth: 10),
        ]
    }

    var rows: [[TextTable.Cell]] {
        var last = ""
        return lines.map { line in
            defer { last = line.kind }
            return [
                TextTable.Cell(line.kind == last ? "" : line.kind, style: .dim),
                TextTable.Cell(line.code, style: .bold),
                TextTable.Cell(line.name), TextTable.Cell(line.detail),
            ]
        }
    }

    var records: [[String]] { lines.map { [$0.kind, $0.code, $0.name, $0.detail] } }

    var json: JSONValue {
        [
            "version": 1,
            "cities": .array(lists.cities.map { ["code": .string($0.code), "name": .string($0.name)] }),
            "districts": .array(
                lists.districts.map {
                    ["code": .string($0.code), "name": .string($0.name), "city": .string($0.city)]
                }),
            "types": .array(
                lists.types.map {
                    [
                        "code": .string($0.code), "name": .string($0.name), "description": .string($0.description),
                        "holder": JSONValue(text: $0.holder),
                    ]
                }),
        ]
    }
}
