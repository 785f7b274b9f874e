import AppGroupText
import MapClusters

/// The reports and clusters of a map, those with the most reports first.
struct MapListing: Listing {
    let marks: [MapMark]

    init(_ marks: [MapMark]) { self.marks = marks.sorted { ($1.count, $0.number ?? 0) < ($0.count, $1.number ?? 0) } }

    var columns: [TextTable.Column] {
        [
            TextTable.Column(header: "REPORTS", alignment: .right), TextTable.Column(header: "PLACE"),
            TextTable.Column(header: "NUMBER", alignment: .right), TextTable.Column(header: "STATUS"),
            TextTable.Column(header: "TYPE", shrinkOrder: 1),
        ]
    }

    var rows: [[TextTable.Cell]] {
        marks.map { mark in
            [
                TextTable.Cell("\(mark.count)", style: .bold),
                TextTable.Cell(mark.place.description, link: "geo:\(mark.place)"),
                TextTable.Cell(mark.number.map { "\($0)" } ?? ""), TextTable.Cell(mark.status ?? ""),
                TextTable.Cell(mark.type ?? ""),
            ]
        }
    }

    var records: [[String]] {
        marks.map { mark in
            [
                "\(mark.count)", mark.place.description, mark.number.map { "\($0)" } ?? "", mark.status ?? "",
                mark.type ?? "",
            ]
        }
    }

    var json: JSONValue {
        [
            "version": 1,
            "marks": .array(
                marks.map { mark in
                    [
                        "reports": .integer(mark.count), "latitude": .double(mark.place.lat),
                        "longitude": .double(mark.place.long),
                        "number": mark.number.map { .integer(Int($0)) } ?? .null,
                        "status": JSONValue(text: mark.status),
                        "type": JSONValue(text: mark.type),
                    ]
                }),
        ]
    }

    /// The marks as GeoJSON (RFC 7946), with the names of properties that the server's map has.
    var geoJSON: [UInt8] {
        var writer = FeatureWriter()
        for mark in marks {
            guard let place = MapPlace(longitude: mark.place.long, latitude: mark.place.lat) else { continue }
            writer.add(at: place) { properties in
                if mark.count > 1 {
                    properties.add("cluster", true)
                    properties.add("point_count", mark.count)
                }
                if let number = mark.number { properties.add("number", Int(number)) }
                if let status = mark.status { properties.add("status", status) }
                if let type = mark.type { properties.add("type", type) }
            }
        }
        return writer.finish()
    }
}
