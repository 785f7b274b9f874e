import Downloading
import MapClusters
import ToolClient

extension PostersClient {
    /// The map of an area in the clusters of a zoom, as GeoJSON.
    func map(of box: MapBox, zoom: Int) throws -> Answer {
        let sides = [box.west, box.south, box.east, box.north].map { "\($0)" }.joined(separator: ",")
        return try accepted(Call(.get, "/map.geojson?bbox=\(sides)&zoom=\(zoom)"))
    }

    /// The marks in such a document.
    func marks(in answer: Answer) throws -> [MapMark] {
        struct Collection: Decodable {
            let features: [Feature]

            struct Feature: Decodable {
                let geometry: Geometry
                let properties: Properties
            }

            struct Geometry: Decodable { let coordinates: [Double] }

            struct Properties: Decodable {
                var point_count: Int?
                var number: Int64?
                var status: String?
                var type: String?
            }
        }
        return try decoded(answer, as: Collection.self).features.compactMap { feature in
            let coordinates = feature.geometry.coordinates
            guard coordinates.count >= 2 else { return nil }
            let properties = feature.properties
            return MapMark(
                place: Place(lat: coordinates[1], long: coordinates[0]), count: properties.point_count ?? 1,
                number: properties.number, status: properties.status, type: properties.type)
        }
    }
}
