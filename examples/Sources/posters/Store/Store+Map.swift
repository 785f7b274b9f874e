import MapClusters
import ToolDatabase

extension Store {
    /// The stored reports of an area in the clusters of a zoom.
    func marks(in box: MapBox, zoom: Int) throws -> [MapMark] {
        var marks: [MapMark] = []
        var places: [MapPlace] = []
        let stored = try database.rows(
            "SELECT number, status, type, latitude, longitude FROM reports WHERE is_withdrawn = 0"
        ) { row in
            MapMark(
                place: Place(lat: row.real(3), long: row.real(4)), count: 1, number: row.integer(0),
                status: row.text(1),
                type: row.text(2))
        }
        for mark in stored {
            guard let place = MapPlace(longitude: mark.place.long, latitude: mark.place.lat) else { continue }
            marks.append(mark)
            places.append(place)
        }
        return ClusterIndex(places).entries(in: box, zoom: zoom).map { entry in
            if case .point(let index) = entry.content { return marks[index] }
            return MapMark(place: Place(lat: entry.place.latitude, long: entry.place.longitude), count: entry.count)
        }
    }
}
