import MapClusters
import Testing

@Suite("Parts of the map")
struct BoxTests {
    @Test(
        "A place is on the map of a box from the northwest to the southeast, also across the 180° meridian",
        arguments: [
            ("0,0,10,10", 0.0, 10.0, 0.0, 0.0), ("0,0,10,10", 10, 0, 1, 1), ("0,-10,10,10", 2.5, 0, 0.25, 0.5),
            ("170,-10,-170,10", -180, 0, 0.5, 0.5), ("170,-10,-170,10", -170, -10, 1, 1),
            ("170,0,180,10", -180, 10, 1, 0), ("-180,-90,180,90", 0, 90, 0.5, 0),
            ("-180,-90,180,90", 0, -66.51326, 0.5, 0.75),
        ])
    func position(text: String, longitude: Double, latitude: Double, x: Double, y: Double) throws {
        let box = try #require(MapBox(text))
        let place = try #require(MapPlace(longitude: longitude, latitude: latitude))
        let position = try #require(box.position(of: place))
        #expect(abs(position.x - x) < 1e-6 && abs(position.y - y) < 1e-6, "\(position)")
    }

    @Test(
        "A place beside a box, or in one without an area, has no position on its map",
        arguments: [
            ("0,0,10,10", 11.0, 5.0), ("0,0,10,10", -1, 5), ("0,0,10,10", 5, 11), ("0,0,10,10", 5, -1),
            ("170,-10,-170,10", 0, 0), ("0,0,0,10", 0, 5), ("0,5,10,5", 5, 5),
        ])
    func noPosition(text: String, longitude: Double, latitude: Double) throws {
        let place = try #require(MapPlace(longitude: longitude, latitude: latitude))
        #expect(try #require(MapBox(text)).position(of: place) == nil)
    }
}
