import CToolSupport

/// A point of the square map that web maps use (spherical Mercator, EPSG:3857, scaled to 0…1 with the north at 0).
struct MapPoint {
    let x, y: Double

    init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    init(_ place: MapPlace) {
        x = Self.x(place.longitude)
        y = Self.y(place.latitude)
    }

    static func x(_ longitude: Double) -> Double { longitude / 360 + 0.5 }

    /// The latitudes beyond ±85.05° are off the square, and come to lie on its edge.
    static func y(_ latitude: Double) -> Double {
        let sine = sin(latitude * .pi / 180)
        return min(1, max(0, 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)))
    }

    var latitude: Double { atan(exp((0.5 - y) * 2 * .pi)) * 360 / .pi - 90 }
}
